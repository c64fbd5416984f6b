import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Workflow } from './workflow.entity';

/** The calls of a webhook in one hour. */
@Entity('workflow_hours')
export class WorkflowHour {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'workflow_hours_pkey' })
  workflow_path: string;

  /** When the hour began. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'workflow_hours_pkey' })
  hour: Date;

  @ManyToOne(() => Workflow, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'workflow_path',
    referencedColumnName: 'path',
    foreignKeyConstraintName: 'workflow_hours_workflow',
  })
  workflow: Workflow;

  @Column({ type: 'integer' })
  calls: number;

  /** Calls that were answered with 400 or more. */
  @Column({ type: 'integer' })
  errors: number;
}
