import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS, type AccountTool } from '@groupless/shared-dto';
import { In, Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { withLock } from '../../database/advisory-locks';
import type { StoredHolder } from '../account-holder';
import { isAnotherActive, TOOL } from '../active-of-tool.statements';
import { AssistantAccount } from '../assistant-account.entity';
import { lockAccount } from '../lock-account.statements';
import { AccountSession } from './account-session.entity';

/** The columns of an account that change with its session. */
export type SessionColumns = Pick<
  AssistantAccount,
  | 'tool'
  | 'session_data'
  | 'session_version'
  | 'session_updated_at'
  | 'session_expires_at'
  | 'session_refresh_expires_at'
  | 'identity'
  | 'held_by'
  | 'updated_at'
>;

/** What replaces the session of an account. */
export interface SessionChange {
  columns: SessionColumns;
  session: AccountSession;
  /** The session that is replaced, for the history; null if there is none that can be read. */
  replaced: AccountSession | null;
  /** Whether the new session equals the replaced one, and so takes its place in the history. */
  is_repeat: boolean;
  event: AuditEvent;
}

/** The sessions of the accounts, sealed: the present one in the account, and the last ones beside it. */
@Injectable()
export class AccountSessionsRepository {
  constructor(
    @InjectRepository(AssistantAccount) private readonly accounts: Repository<AssistantAccount>,
    @InjectRepository(AccountSession) private readonly sessions: Repository<AccountSession>,
  ) {}

  /** The active account of a tool with its session. @param tool null: the one that was activated last, of any tool */
  findActive(tool: AccountTool | null): Promise<AssistantAccount | null> {
    const active = this.accounts
      .createQueryBuilder('account')
      .addSelect('account.session_data')
      .where('account.is_active')
      .orderBy('account.activated_at', 'DESC', 'NULLS LAST')
      .limit(1);
    return (tool === null ? active : active.andWhere(`${TOOL} = :tool`, { tool })).getOne();
  }

  /** The sessions that are kept, with their content, the newest first. */
  listSessions(account_id: string): Promise<AccountSession[]> {
    return this.sessions
      .createQueryBuilder('session')
      .addSelect('session.session_data')
      .where({ account_id })
      .orderBy('session.version', 'DESC')
      .getMany();
  }

  /** A session that is kept, with its content. */
  findSession(account_id: string, version: number): Promise<AccountSession | null> {
    return this.sessions
      .createQueryBuilder('session')
      .addSelect('session.session_data')
      .where({ account_id, version })
      .getOne();
  }

  /** Records that the session was handed out. @param held_by who has it now; null: no change */
  async recordRead(id: string, held_by: StoredHolder | null, event: AuditEvent): Promise<void> {
    await this.accounts.manager.transaction(async (transaction) => {
      if (held_by !== null) await transaction.update(AssistantAccount, { id }, { held_by });
      await transaction.insert(AuditEvent, event);
    });
  }

  /** Records who has a session now, unless the account has another one meanwhile. */
  async recordHolder(id: string, session_version: number, held_by: StoredHolder): Promise<void> {
    await this.accounts.update({ id, session_version }, { held_by });
  }

  /**
   * Replaces the session under a version of its own, and keeps the last ones.
   * @param expected which session it may replace
   * @param decide makes the change from the locked account; nothing changes if it throws
   * @returns null if there is no such account, or it has another session
   */
  replaceSession(
    id: string,
    expected: ExpectedVersions,
    decide: (present: AssistantAccount, version: number) => SessionChange,
  ): Promise<AssistantAccount | null> {
    return this.accounts.manager.transaction(async (transaction) => {
      // The session may tell the tool of an active account.
      await withLock(transaction, 'accountActivation');
      const present = await lockAccount(transaction, id);
      if (present === null || !isExpected(present, expected)) return null;
      const { columns, session, replaced, is_repeat, event } = decide(
        present,
        await nextVersion(transaction),
      );
      if (replaced !== null) await insertUnlessKept(transaction, replaced);
      if (is_repeat) await removeEntry(transaction, present);
      await transaction.insert(AccountSession, session);
      await removeOldest(transaction, id);
      const changed = { ...columns, is_active: await staysActive(transaction, present, columns.tool) };
      await transaction.update(AssistantAccount, { id }, changed);
      await transaction.insert(AuditEvent, event);
      return Object.assign(present, changed);
    });
  }

  /**
   * Takes the session from the account. It stays among the last ones.
   * @param replacedOf makes the entry of the history
   * @returns whether there was a session
   */
  removeSession(
    id: string,
    event: AuditEvent,
    replacedOf: (present: AssistantAccount) => AccountSession | null,
  ): Promise<boolean> {
    return this.accounts.manager.transaction(async (transaction) => {
      const present = await lockAccount(transaction, id);
      if (!present?.session_data) return false;
      const replaced = replacedOf(present);
      if (replaced !== null) await insertUnlessKept(transaction, replaced);
      const columns = { ...NO_SESSION, updated_at: event.at };
      await transaction.update(AssistantAccount, { id }, columns);
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }
}

/** A session may tell the tool of an account. Where another one of that tool is active, that one stays so. */
async function staysActive(
  transaction: EntityManager,
  { id, is_active, tool: before }: AssistantAccount,
  tool: AccountTool | null,
): Promise<boolean> {
  if (!is_active || tool === before) return is_active;
  return !(await isAnotherActive(transaction, tool, id));
}

const NO_SESSION = {
  session_data: null,
  session_version: null,
  session_updated_at: null,
  session_expires_at: null,
  session_refresh_expires_at: null,
  identity: null,
  held_by: null,
};

function isExpected({ session_version }: AssistantAccount, expected: ExpectedVersions): boolean {
  return expected === null || (session_version !== null && expected.includes(session_version));
}

/** From one sequence for all accounts, so that no version is ever used twice. */
async function nextVersion(transaction: EntityManager): Promise<number> {
  const next = await transaction
    .createQueryBuilder()
    .select(`nextval('assistant_session_versions')::integer`, 'version')
    .fromDummy()
    .getRawOne<{ version: number }>();
  if (next === undefined) throw new Error('The sequence of the session versions gave no number.');
  return next.version;
}

async function removeEntry(
  transaction: EntityManager,
  { id, session_version }: AssistantAccount,
): Promise<void> {
  if (session_version === null) return;
  await transaction.delete(AccountSession, { account_id: id, version: session_version });
}

/** Sessions from before there was a history are not in it yet. */
async function insertUnlessKept(transaction: EntityManager, session: AccountSession): Promise<void> {
  await transaction.createQueryBuilder().insert().into(AccountSession).values(session).orIgnore().execute();
}

async function removeOldest(transaction: EntityManager, account_id: string): Promise<void> {
  const oldest = await transaction.find(AccountSession, {
    select: { version: true },
    where: { account_id },
    order: { version: 'DESC' },
    skip: LIMITS.kept_sessions,
  });
  if (oldest.length === 0) return;
  const version = In(oldest.map((session) => session.version));
  await transaction.delete(AccountSession, { account_id, version });
}
