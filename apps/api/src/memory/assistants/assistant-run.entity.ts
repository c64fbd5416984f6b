import { Column, Entity, Index } from 'typeorm';
import { bigintAsNumber } from '../../database/statements/bigint';
import type { ContextList } from '../brief/context-rows';

/** The content of a brief: only the ids of its rows, so that nothing of an erased row stays here. */
export interface StoredBrief {
  at: string;
  tokens: number;
  omitted: string;
  rows: Partial<Record<ContextList, number[]>>;
}

/** A session of a coding assistant. The summary that is stored at its end is an `AssistantSession`. */
@Entity('assistant_runs')
@Index('assistant_runs_newest', { synchronize: false })
export class AssistantRun {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'assistant_runs_pkey' })
  session_id: string;

  @Column({ type: 'text', nullable: true })
  machine: string | null;

  /** The name of the key that the session used; null: no key was required. */
  @Column({ type: 'text', nullable: true })
  written_by: string | null;

  /** The key's id, as in the rows that it wrote; null: older than this column, or no key was required. */
  @Column({ type: 'text', nullable: true })
  writer_id: string | null;

  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  project_id: number | null;

  @Column({ type: 'jsonb', nullable: true })
  brief: StoredBrief | null;

  @Column({ type: 'timestamptz', precision: 3 })
  started_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  seen_at: Date;
}
