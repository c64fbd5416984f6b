import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { WebhookAddress } from './webhook-address.entity';

/** The calls of a webhook in one hour. */
@Entity('workflow_hours')
export class HourlyCalls {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'workflow_hours_pkey' })
  workflow_path: string;

  /** When the hour began. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'workflow_hours_pkey' })
  hour: Date;

  @ManyToOne(() => WebhookAddress, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'workflow_path',
    referencedColumnName: 'path',
    foreignKeyConstraintName: 'workflow_hours_workflow',
  })
  address: WebhookAddress;

  @Column({ type: 'integer' })
  calls: number;

  /** Calls that were answered with 400 or more. */
  @Column({ type: 'integer' })
  errors: number;
}
