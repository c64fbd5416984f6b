import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AssistantAccount } from '../assistant-account.entity';

const KEY = 'assistant_account_usage_pkey';

/** The last reading of an hour of one of the limits of an account. */
@Entity('assistant_account_usage')
export class AccountUsage {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: KEY })
  account_id: string;

  @ManyToOne(() => AssistantAccount, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'assistant_account_usage_account' })
  account?: AssistantAccount;

  /** When the hour began, in UTC. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: KEY })
  hour: Date;

  /** Of the window. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: KEY })
  name: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  @Column({ type: 'real' })
  used_percent: number;
}
