import type { ChangeEvent } from '@groupless/shared-dto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../database/statements/bigint';

/** An event that some active webhook wants. Triggers of both databases look here before they write anything. */
@Entity('hook_events')
export class WantedHookEvent {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'hook_events_pkey' })
  type: ChangeEvent;
}

/** A change that triggers noted in its own transaction, in either database. */
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

  /** The row as it was then; null where only its id is sent. */
  @Column({ type: 'jsonb', nullable: true })
  object: Record<string, unknown> | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  at: Date;

  /** By this a delivery knows the event it was made of: the number comes again in a database that was put back. */
  @Column({ type: 'text', default: () => 'concat(gen_random_uuid())' })
  event_id: string;
}

@Entity('hook_outbox')
export class MemoryHookOutboxRow extends HookOutboxRow {}

/**
 * With what an update replaced. The memory notes no such thing: a text whose secrets are masked later must not be told
 * then.
 */
@Entity('hook_outbox')
export class PanelHookOutboxRow extends HookOutboxRow {
  /** The whole row before. */
  @Column({ type: 'jsonb', nullable: true })
  previous: Record<string, unknown> | null;
}
