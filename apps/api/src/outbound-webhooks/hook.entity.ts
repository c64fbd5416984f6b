import type { HookSubscription } from '@groupless/shared-dto';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** An outbound webhook: an address that receives events. */
@Entity('hooks')
@Index('hooks_of_key', { synchronize: false })
export class Hook {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'hooks_pkey' })
  id: string;

  @Column({ type: 'text' })
  url: string;

  @Column({ type: 'text', array: true })
  events: HookSubscription[];

  @Column({ type: 'boolean' })
  active: boolean;

  /** Sealed. */
  @Column({ type: 'text' })
  secret: string;

  /** The secret before the last rotation. Sealed. */
  @Column({ type: 'text', nullable: true })
  previous_secret: string | null;

  /** Until then messages are also signed with the previous secret. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  previous_secret_until: Date | null;

  /** The API key that made it; the webhook is deleted with the key. Null: an admin made it. */
  @Column({ type: 'uuid', nullable: true })
  key_id: string | null;

  /** The name of that key. */
  @Column({ type: 'text', nullable: true })
  key_name: string | null;

  /** Failed attempts since the last success. */
  @Column({ type: 'integer', default: 0 })
  failures: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failing_since: Date | null;

  /** Since when every answer was 410. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  gone_since: Date | null;

  /** Back-off: nothing is sent before. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  retry_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  switched_off_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

/** A secret that several rotations ago was the present one, until its own day is over. */
@Entity('hook_older_secrets')
@Index('hook_older_secrets_of_hook', ['hook_id'])
export class OlderHookSecret {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'hook_older_secrets_pkey' })
  id: string;

  @Column({ type: 'uuid' })
  hook_id: string;

  @ManyToOne(() => Hook, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'hook_id', foreignKeyConstraintName: 'hook_older_secrets_hook' })
  hook: Hook;

  /** Sealed. */
  @Column({ type: 'text' })
  secret: string;

  @Column({ type: 'timestamptz', precision: 3 })
  until: Date;
}
