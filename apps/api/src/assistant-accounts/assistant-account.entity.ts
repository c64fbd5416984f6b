import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { AccountTool, AccountType, ReportUsageDto } from '@groupless/shared-dto';
import type { StoredHolder, StoredMachine } from './account-holder';

/** A reading of the limits of an account, as it was reported. */
export type StoredUsage = Pick<ReportUsageDto, 'at' | 'machine' | 'windows'> & StoredMachine;

@Entity('assistant_accounts')
@Check('assistant_accounts_type', `type in ('teams', 'pro')`)
@Check('assistant_accounts_tool', `tool in ('claude_code', 'codex', 'other')`)
@Check(
  'assistant_accounts_session',
  `(session_data is null) = (session_version is null) and
   (session_data is null) = (session_updated_at is null) and
   (session_data is not null or session_expires_at is null)`,
)
@Unique('assistant_accounts_session_version', ['session_version'])
/** One a tool: `coalesce(tool, 'claude_code')` where `is_active`. */
@Index('assistant_accounts_active_of_tool', { synchronize: false })
export class AssistantAccount {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'assistant_accounts_pkey' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  type: AccountType;

  @Column({ type: 'text', default: '' })
  description: string;

  /** Null until a person or the first session tells. */
  @Column({ type: 'text', nullable: true })
  tool: AccountTool | null;

  /** Sealed; null without a session. Read only where a query asks for it. */
  @Column({ type: 'text', nullable: true, select: false })
  session_data: string | null;

  /** From one sequence for all accounts, so that it is never used twice. */
  @Column({ type: 'integer', nullable: true })
  session_version: number | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  session_updated_at: Date | null;

  /** When the access token expires, where the session says it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  session_expires_at: Date | null;

  /** When the refresh token expires, where the session says it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  session_refresh_expires_at: Date | null;

  /** A keyed hash of whose session it is. It changes with `CREDENTIALS_KEY`, so it is shown, never compared. */
  @Column({ type: 'text', nullable: true })
  identity: string | null;

  @Column({ type: 'jsonb', nullable: true })
  held_by: StoredHolder | null;

  @Column({ type: 'boolean', default: false })
  is_active: boolean;

  /** When it became the active one last. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  activated_at: Date | null;

  /** The last reading of its limits. */
  @Column({ type: 'jsonb', nullable: true })
  usage: StoredUsage | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
