import type { HookDeliveryStatus, HookEvent } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { bigintAsNumber } from '../../database/statements/bigint';
import { Hook } from '../hook.entity';

/** One event for one outbound webhook: first a queue entry, then a log entry. */
@Entity('hook_deliveries')
@Unique('hook_deliveries_source', ['hook_id', 'source'])
@Check('hook_deliveries_status', `status in ('pending', 'delivered', 'failed')`)
@Index('hook_deliveries_pending', { synchronize: false })
@Index('hook_deliveries_newest', { synchronize: false })
@Index('hook_deliveries_waiting', ['hook_id', 'place'], { where: `(status = 'pending'::text)` })
@Index('hook_deliveries_of_object', ['subject'])
export class HookDelivery {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'hook_deliveries_pkey' })
  id: string;

  /** The order of delivery. */
  @Column({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    transformer: bigintAsNumber,
    insert: false,
    update: false,
  })
  place: number;

  @ManyToOne(() => Hook, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'hook_id', foreignKeyConstraintName: 'hook_deliveries_hook' })
  hook?: Hook;

  @Column({ type: 'uuid' })
  hook_id: string;

  /** The outbox event that it was made from. Unique, so relaying twice makes no second delivery. */
  @Column({ type: 'text' })
  source: string;

  @Column({ type: 'text' })
  event: HookEvent | 'test';

  @Column({ type: 'text', nullable: true })
  object_id: string | null;

  /** The kind and id of the object. Events of one subject are delivered in order. */
  @Column({ type: 'text' })
  subject: string;

  /** The payload as JSON. */
  @Column({ type: 'text' })
  body: string;

  @Column({ type: 'text' })
  status: HookDeliveryStatus;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  /** An attempt that fails after this time is the last. */
  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  next_attempt_at: Date;

  /** The lease of the process that sends it. After this time another may claim it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  claimed_until: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_attempt_at: Date | null;

  @Column({ type: 'integer', nullable: true })
  response_status: number | null;

  /** The beginning of the last answer. */
  @Column({ type: 'text', nullable: true })
  response_body: string | null;

  @Column({ type: 'text', nullable: true })
  error: string | null;

  @Column({ type: 'integer', nullable: true })
  duration_ms: number | null;
}
