import type { TaskStatus } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { bigintAsNumber, IdentityColumn } from '../../../database/statements/bigint';
import { AssistantProject } from '../projects/assistant-project.entity';
import { PlacedRow } from '../../placed-row.entity';

@Entity('assistant_tasks')
@Check('assistant_tasks_status', `status in ('pending', 'completed', 'cancelled')`)
@Check('assistant_tasks_priority', 'priority between 1 and 10')
@Index('assistant_tasks_pending_text', { synchronize: false })
@Index('assistant_tasks_pending_of_project', { synchronize: false })
@Index('assistant_tasks_text', { synchronize: false })
@Index('assistant_tasks_urgent', { synchronize: false })
@Index('assistant_tasks_similar', { synchronize: false })
@Index('assistant_tasks_of_project', { synchronize: false })
@Index('assistant_tasks_by_priority', { synchronize: false })
@Index('assistant_tasks_by_creation', { synchronize: false })
@Index('assistant_tasks_by_change', { synchronize: false })
@Index('assistant_tasks_completed', { synchronize: false })
@Index('assistant_tasks_former', { synchronize: false })
@Index('assistant_tasks_of_session', { synchronize: false })
export class AssistantTask extends PlacedRow {
  @IdentityColumn('assistant_tasks_pkey')
  id: number;

  @ManyToOne(() => AssistantProject, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'assistant_tasks_project' })
  project?: AssistantProject | null;

  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  project_id: number | null;

  @Column({ type: 'text' })
  task: string;

  /** Texts that it had before, the last one at the end: by them assistants still find it. */
  @Column({ type: 'text', array: true, default: '{}' })
  former_texts: string[];

  @Column({ type: 'text', default: 'pending' })
  status: TaskStatus;

  /** 1 to 10; 10 is most urgent. */
  @Column({ type: 'integer', default: 5 })
  priority: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;

  /** The assistant's own id of the session that made it. */
  @Column({ type: 'text', nullable: true })
  session_id: string | null;
}
