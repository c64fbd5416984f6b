import type { AppointmentChangeDto, AppointmentStatus } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Appointment } from './appointment.entity';

const STATUSES = `('pending', 'confirmed', 'completed', 'cancelled', 'no_show')`;
const KEY = 'appointment_events_pkey';

/** An entry in the history of an appointment: the booking, or a change. */
@Entity('appointment_events')
@Index('appointment_events_by_time', ['at'])
@Check('appointment_events_from_status', `from_status in ${STATUSES}`)
@Check('appointment_events_to_status', `to_status in ${STATUSES}`)
export class AppointmentEvent {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: KEY })
  appointment_id: string;

  @ManyToOne(() => Appointment, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'appointment_id', foreignKeyConstraintName: 'appointment_events_appointment' })
  appointment?: Appointment;

  /** The appointment's version after the entry; 1 is the booking. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: KEY })
  version: number;

  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  @Column({ type: 'uuid', nullable: true })
  user_id: string | null;

  /** The user's name at that time. It stays when the user is deleted. */
  @Column({ type: 'text', nullable: true })
  user_name: string | null;

  @Column({ type: 'text', nullable: true })
  key_name: string | null;

  @Column({ type: 'text', nullable: true })
  from_status: AppointmentStatus | null;

  @Column({ type: 'text' })
  to_status: AppointmentStatus;

  @Column({ type: 'jsonb', default: [] })
  changes: AppointmentChangeDto[];
}
