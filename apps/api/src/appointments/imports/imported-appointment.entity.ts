import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Appointment } from '../appointment.entity';
import { AppointmentImport } from './appointment-import.entity';

/** That an appointment came from a file. */
@Entity('imported_appointments')
@Index('imported_appointments_of_import', { synchronize: false })
export class ImportedAppointment {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'imported_appointments_pkey' })
  appointment_id: string;

  @ManyToOne(() => Appointment, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({
    name: 'appointment_id',
    foreignKeyConstraintName: 'imported_appointments_appointment',
  })
  appointment?: Appointment;

  @Column({ type: 'uuid' })
  import_id: string;

  @ManyToOne(() => AppointmentImport, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'import_id', foreignKeyConstraintName: 'imported_appointments_import' })
  import?: AppointmentImport;

  /** Whether its client is to be reminded of it. */
  @Column({ type: 'boolean' })
  reminds: boolean;
}
