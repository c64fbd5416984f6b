import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An entry of the audit. The table is append-only: triggers refuse everything else. */
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

  /** The user who did it. Kept after the user is removed. */
  @Column({ type: 'uuid', nullable: true })
  user_id: string | null;

  /** The user's name at that time, set by a trigger. Null in entries of older versions. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  user_name?: string | null;

  /** The name of the API key that was used. */
  @Column({ type: 'text', nullable: true })
  key_name: string | null;

  /** The id of the key, because its name can be reused. For a key of the settings, the variable's name. */
  @Column({ type: 'text', nullable: true })
  key_id: string | null;

  @Column({ type: 'text' })
  action: string;

  /** The affected object, as `kind:id`. */
  @Column({ type: 'text', nullable: true })
  object: string | null;

  /**
   * The object's name at that time; a trigger sets it for clients, users and deleted objects. Null if it has no name,
   * and in entries of older versions.
   */
  @Column({ type: 'text', nullable: true })
  object_name: string | null;

  /** Affected clients, in addition to the object. */
  @Column({ type: 'uuid', array: true, nullable: true })
  client_ids: string[] | null;

  @Column({ type: 'text', nullable: true })
  ip: string | null;

  @Column({ type: 'jsonb', default: {} })
  details: Record<string, string | number | boolean | null>;
}
