import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Workflow } from './workflow.entity';

/** One of the last calls of a webhook. */
@Entity('workflow_executions')
@Index('workflow_executions_newest', { synchronize: false })
export class WorkflowExecution {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'workflow_executions_pkey' })
  id: string;

  @Column({ type: 'text' })
  workflow_path: string;

  @ManyToOne(() => Workflow, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'workflow_path',
    referencedColumnName: 'path',
    foreignKeyConstraintName: 'workflow_executions_workflow',
  })
  workflow: Workflow;

  @Column({ type: 'timestamptz', precision: 3 })
  called_at: Date;

  /** The HTTP status of the answer. */
  @Column({ type: 'integer' })
  status: number;

  @Column({ type: 'double precision' })
  duration_ms: number;

  @Column({ type: 'text', nullable: true })
  error_code: string | null;
}
