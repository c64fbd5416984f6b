import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Something that was done. Rows are only ever added: triggers refuse all else. */
@Entity('audit_events')
@Index('audit_events_newest', { synchronize: false })
@Index('audit_events_of_user', { synchronize: false })
@Index('audit_events_of_object', { synchronize: false })
@Index('audit_events_of_action', { synchronize: false })
@Index('audit_events_of_clients', { synchronize: false })
@Index('audit_events_names', { synchronize: false })
export class AuditEvent {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'audit_events_pkey' })
  id: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  /** The user who did it; kept when the user is removed. */
  @Column({ type: 'uuid', nullable: true })
  user_id: string | null;

  /** The name of that time; null in the entries of former versions. A trigger reads it. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  user_name?: string | null;

  /** The name of the API key with which it was done. */
  @Column({ type: 'text', nullable: true })
  key_name: string | null;

  /** Its id: another key may have the name later. A key of the settings has the name of its variable. */
  @Column({ type: 'text', nullable: true })
  key_id: string | null;

  @Column({ type: 'text' })
  action: string;

  /** To what it was done, as `kind:id`. */
  @Column({ type: 'text', nullable: true })
  object: string | null;

  /** What that was called then: of clients and users, and of what ends, a trigger reads it. Null where it has no name, and in the entries of former versions. */
  @Column({ type: 'text', nullable: true })
  object_name: string | null;

  /** The clients that it concerns, beside the object itself. */
  @Column({ type: 'uuid', array: true, nullable: true })
  client_ids: string[] | null;

  @Column({ type: 'text', nullable: true })
  ip: string | null;

  @Column({ type: 'jsonb', default: {} })
  details: Record<string, string | number | boolean | null>;
}
