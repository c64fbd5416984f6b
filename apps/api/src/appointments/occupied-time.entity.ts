import { Column, Entity, Exclusion, Index, PrimaryColumn } from 'typeorm';

/**
 * What a pending or confirmed appointment holds: its resource, and its room. A trigger of the appointments keeps it. Also what is
 * held for one that somebody was offered.
 */
@Entity('occupied_times')
@Exclusion('appointments_no_overlap', `using gist (resource_id with =, during with &&) where (not squeezed)`)
@Index('occupied_times_squeezed', { synchronize: false })
@Index('occupied_times_held', { synchronize: false })
export class OccupiedTime {
  /** The id that it will have, where there is none yet. */
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

  /** Until when it waits for its appointment; null: the appointment is there. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  held_until: Date | null;
}
