import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A calendar outside, whose events are busy times of a resource or of all. */
@Entity('busy_calendars')
export class BusyCalendar {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'busy_calendars_pkey' })
  id: string;

  /** A name, which is compared by `folded_name()`. Null: all resources. */
  @Column({ type: 'text', nullable: true })
  resource: string | null;

  /** A trigger keeps it and the name alike. */
  @ForeignKey('Resource', { name: 'busy_calendars_resource' })
  @Column({ type: 'uuid', nullable: true })
  resource_id: string | null;

  @Column({ type: 'text' })
  name: string;

  /** Sealed: whoever has the address can read the calendar. */
  @Column({ type: 'text' })
  url: string;

  @Column({ type: 'boolean', default: false })
  show_titles: boolean;

  /** Of the last answer that was read. */
  @Column({ type: 'text', nullable: true })
  etag: string | null;

  /**
   * When its address was last read as a whole; null: not yet since a person entered it. Unchanged, it is read so once a day,
   * since the days that are looked at move on.
   */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  full_read_at: Date | null;

  /** When it was last read, or found unchanged. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_read_at: Date | null;

  /** Why the last attempt failed. */
  @Column({ type: 'text', nullable: true })
  last_error: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
