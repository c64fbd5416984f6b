import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { WebhookAddress } from './webhook-address.entity';

/** One of the last calls of a webhook. */
@Entity('workflow_executions')
@Index('workflow_executions_newest', { synchronize: false })
export class Execution {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'workflow_executions_pkey' })
  id: string;

  @Column({ type: 'text' })
  workflow_path: string;

  @ManyToOne(() => WebhookAddress, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'workflow_path',
    referencedColumnName: 'path',
    foreignKeyConstraintName: 'workflow_executions_workflow',
  })
  address: WebhookAddress;

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
