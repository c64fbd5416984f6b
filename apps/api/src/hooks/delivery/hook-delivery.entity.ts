import type { HookDeliveryStatus, HookEvent } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { bigintAsNumber } from '../../database/statements/bigint';
import { Hook } from '../hook.entity';

/** One event for one outbound webhook. Afterwards it is the log's entry. */
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

  /** The order of events. */
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

  /** The event of the outbox that it was made of, so that none becomes two deliveries. */
  @Column({ type: 'text' })
  source: string;

  @Column({ type: 'text' })
  event: HookEvent | 'test';

  @Column({ type: 'text', nullable: true })
  object_id: string | null;

  /** The kind and id of the object: events of one subject are delivered one after the other. */
  @Column({ type: 'text' })
  subject: string;

  /** What is sent, as JSON. */
  @Column({ type: 'text' })
  body: string;

  @Column({ type: 'text' })
  status: HookDeliveryStatus;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  /** An attempt that fails later is the last one. */
  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  next_attempt_at: Date;

  /** A process sends it; if it dies, another one may after this time. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  claimed_until: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_attempt_at: Date | null;

  @Column({ type: 'integer', nullable: true })
  response_status: number | null;

  /** How the last answer begins. */
  @Column({ type: 'text', nullable: true })
  response_body: string | null;

  @Column({ type: 'text', nullable: true })
  error: string | null;

  @Column({ type: 'integer', nullable: true })
  duration_ms: number | null;
}
