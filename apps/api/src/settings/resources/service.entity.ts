import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What the business can be booked for. */
@Entity('services')
@Index('services_name', { synchronize: false })
export class Service {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'services_pkey' })
  id: string;

  /** Unique among those that are not archived, compared by `folded_name()`. A trigger keeps the former ones. */
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'integer' })
  duration_minutes: number;

  @Column({ type: 'integer', nullable: true })
  buffer_minutes: number | null;

  /** Whether an appointment takes a room beside its resource. */
  @Column({ type: 'boolean', default: false })
  needs_room: boolean;

  @Column({ type: 'text', nullable: true })
  price: string | null;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'integer' })
  position: number;

  /** When it was made, renamed or brought back. Null: by a process that did not record this. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  named_at: Date | null;

  /** Whose replacement of the settings did that, such as `user:<id>`. Null: another request. */
  @Column({ type: 'text', nullable: true })
  named_by: string | null;

  /** Since when nobody can book it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  archived_at: Date | null;
}
