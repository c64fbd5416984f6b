import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { bigintAsNumber, IdentityColumn } from '../../../database/statements/bigint';
import { AssistantProject } from '../projects/assistant-project.entity';
import { PlacedRow } from '../../placed-row.entity';

/** What was decided. Triggers make it from the sessions: see the migration `KeepDecisions`. */
@Entity('assistant_decisions')
@Index('assistant_decisions_text', { synchronize: false })
@Index('assistant_decisions_standing', { synchronize: false })
@Index('assistant_decisions_newest', { synchronize: false })
@Index('assistant_decisions_of_session', { synchronize: false })
@Index('assistant_decisions_withdrawn', { synchronize: false })
@Index('assistant_decisions_withdrawn_text', { synchronize: false })
@Index('assistant_decisions_replacing', { synchronize: false })
@Index('assistant_decisions_said_by', { synchronize: false })
export class AssistantDecision extends PlacedRow {
  @IdentityColumn('assistant_decisions_pkey')
  id: number;

  @ManyToOne(() => AssistantProject, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'assistant_decisions_project' })
  project?: AssistantProject | null;

  /** Null: it belongs to no project. */
  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  project_id: number | null;

  @Column({ type: 'text' })
  text: string;

  /** The session that said it last, which may be gone; null: none did. */
  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  session_id: number | null;

  /** When it was said last. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  at: Date;

  /** Null: it stands. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawn_at: Date | null;

  @ManyToOne(() => AssistantDecision, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'replaced_by', foreignKeyConstraintName: 'assistant_decisions_replaced_by' })
  replacement?: AssistantDecision | null;

  /** The decision that came in its place. */
  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  replaced_by: number | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  /** The assistant's own id of the session that said it without a summary. Where a summary said it, its row has the place. */
  @Column({ type: 'text', nullable: true })
  assistant_session: string | null;
}
