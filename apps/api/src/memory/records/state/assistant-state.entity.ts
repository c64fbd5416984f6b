import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { bigintAsNumber, IdentityColumn } from '../../../database/statements/bigint';
import { AssistantProject } from '../projects/assistant-project.entity';
import { PlacedRow } from '../../placed-row.entity';

@Entity('assistant_state')
@Index('assistant_state_key', { synchronize: false })
@Index('assistant_state_of_project', { synchronize: false })
@Index('assistant_state_by_category', { synchronize: false })
@Index('assistant_state_by_key', { synchronize: false })
@Index('assistant_state_by_change', { synchronize: false })
@Index('assistant_state_of_session', { synchronize: false })
export class AssistantState extends PlacedRow {
  @IdentityColumn('assistant_state_pkey')
  id: number;

  @ManyToOne(() => AssistantProject, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'assistant_state_project' })
  project?: AssistantProject | null;

  /** Null: it belongs to no project. */
  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  project_id: number | null;

  @Column({ type: 'text' })
  key: string;

  @Column({ type: 'text' })
  value: string;

  @Column({ type: 'text', default: 'config' })
  category: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;

  /** The value that the last change replaced, kept so that an upsert can answer it in one statement. */
  @Column({ type: 'text', nullable: true })
  previous_value: string | null;

  /** Null: made before versions were kept. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, default: () => 'now()' })
  created_at: Date | null;

  /** The assistant's own id of the session that set it. */
  @Column({ type: 'text', nullable: true })
  session_id: string | null;
}
