import type { ChangeEvent } from '@groupless/shared-dto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../database/statements/bigint';

/** An event type that some active webhook subscribes to. The triggers of both databases record no other. */
@Entity('hook_events')
export class RecordedHookEvent {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'hook_events_pkey' })
  type: ChangeEvent;
}

/** An outbox row: a change that a trigger recorded in the same transaction, in either database. */
export abstract class HookOutboxRow {
  @Column({
    type: 'bigint',
    primary: true,
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'hook_outbox_pkey',
    transformer: bigintAsNumber,
  })
  id: number;

  @Column({ type: 'text' })
  type: ChangeEvent;

  @Column({ type: 'text', nullable: true })
  object_id: string | null;

  /** A snapshot of the row; null if only its id is sent. */
  @Column({ type: 'jsonb', nullable: true })
  object: Record<string, unknown> | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  at: Date;

  /** Identifies the event in its deliveries. The number `id` can repeat after a restore. */
  @Column({ type: 'text', default: () => 'concat(gen_random_uuid())' })
  event_id: string;
}

@Entity('hook_outbox')
export class MemoryHookOutboxRow extends HookOutboxRow {}

/** With the previous values. The memory records none, because they could contain secrets that are masked later. */
@Entity('hook_outbox')
export class PanelHookOutboxRow extends HookOutboxRow {
  /** The whole row before the update. */
  @Column({ type: 'jsonb', nullable: true })
  previous: Record<string, unknown> | null;
}
