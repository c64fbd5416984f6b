import { Column, Entity, Index } from 'typeorm';
import { bigintAsNumber } from '../../database/statements/bigint';
import type { ContextList } from '../brief/context-rows';

/** What a brief had: of its rows the ids alone, so that nothing of an erased row stays here. */
export interface StoredBrief {
  at: string;
  tokens: number;
  omitted: string;
  rows: Partial<Record<ContextList, number[]>>;
}

/** A session of a coding assistant. What assistants store of one when it ends is an `AssistantSession`. */
@Entity('assistant_runs')
@Index('assistant_runs_newest', { synchronize: false })
export class AssistantRun {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'assistant_runs_pkey' })
  session_id: string;

  @Column({ type: 'text', nullable: true })
  machine: string | null;

  /** The name of the key that the session used; null: none was asked for. */
  @Column({ type: 'text', nullable: true })
  written_by: string | null;

  /** Its id, as the rows have it that it wrote; null: the session is from before it was kept, or no key was asked for. */
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
