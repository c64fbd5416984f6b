import { Column, Entity, Exclusion, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What a pending or confirmed appointment holds: its resource, and its room. A trigger of the appointments keeps it. */
@Entity('occupied_times')
@Exclusion('appointments_no_overlap', `using gist (resource_id with =, during with &&) where (not squeezed)`)
@Index('occupied_times_squeezed', { synchronize: false })
export class OccupiedTime {
  @ForeignKey('Appointment', { name: 'occupied_times_appointment', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'occupied_times_pkey' })
  appointment_id: string;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'occupied_times_pkey' })
  resource_id: string;

  @Column({ type: 'tstzrange' })
  during: string;

  @Column({ type: 'integer' })
  buffer_minutes: number;

  /** Whether it may overlap others. */
  @Column({ type: 'boolean' })
  squeezed: boolean;
}
