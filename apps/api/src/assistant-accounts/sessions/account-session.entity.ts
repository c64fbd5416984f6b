import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AssistantAccount } from '../assistant-account.entity';

const KEY = 'assistant_account_sessions_pkey';

/** One of the last sessions of an account. The present one is among them. */
@Entity('assistant_account_sessions')
export class AccountSession {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: KEY })
  account_id: string;

  @ManyToOne(() => AssistantAccount, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'assistant_account_sessions_account' })
  account?: AssistantAccount;

  /** The `session_version` that the account had with it. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: KEY })
  version: number;

  /** Sealed, and bound to the account and the version. Read only where a query asks for it. */
  @Column({ type: 'text', select: false })
  session_data: string;

  @Column({ type: 'timestamptz', precision: 3 })
  stored_at: Date;

  /** The name that the user or the key had then. */
  @Column({ type: 'text', nullable: true })
  stored_by: string | null;

  /** As `x-machine-name` said. */
  @Column({ type: 'text', nullable: true })
  machine: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expires_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  refresh_expires_at: Date | null;

  @Column({ type: 'text', nullable: true })
  identity: string | null;

  /** The version that was put back with it. */
  @Column({ type: 'integer', nullable: true })
  restored_from: number | null;
}
