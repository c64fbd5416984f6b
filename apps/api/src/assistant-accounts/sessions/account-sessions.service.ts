import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type AccountDto,
  type AccountSessionDto,
  type AccountTool,
  type SessionDocument,
} from '@groupless/shared-dto';
import { toolOfSession } from '@groupless/shared-dto/session-documents';
import { EventsService } from '../../events/events.service';
import type { Caller } from '../../platform/access/caller';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import type { HasVersion } from '../../platform/http/headers/if-none-match';
import { memberText } from '../../platform/http/json-member';
import type { JsonText } from '../../platform/http/json-text';
import { holderAfter } from '../account-holder';
import { toAccountDto } from '../account.mapper';
import { AccountsRepository } from '../accounts.repository';
import { AccountsService } from '../accounts.service';
import type { AssistantAccount } from '../assistant-account.entity';
import { toAccountSessionDto } from './account-session.mapper';
import { AccountSessionsRepository } from './account-sessions.repository';
import type { SessionRead } from './session-answer';
import { SealedSessions } from './sealed-sessions';
import { historyEntry, machineUser, SessionChanges, type Decide, type SessionUser } from './session-changes';
import { demandComplete, demandSuccessor, toolFor } from './session-rules';

/** A session as it was sent. */
export interface SentSession {
  document: SessionDocument;
  /** The JSON of the whole body, in which the document stands to the letter. */
  body_text: string;
  /** Which session it may replace. */
  versions: ExpectedVersions;
  /** Whether it may replace the session of another login, or a newer one. */
  is_forced: boolean;
}

/** The sessions of the accounts: the present ones, and the last ones of each. */
@Injectable()
export class AccountSessionsService {
  constructor(
    private readonly sessions: AccountSessionsRepository,
    private readonly stored: AccountsRepository,
    private readonly accounts: AccountsService,
    private readonly changes: SessionChanges,
    private readonly sealed: SealedSessions,
    private readonly events: EventsService,
  ) {}

  /**
   * Stores a session as it stands in the body, to the letter.
   * @throws AppError `invalid_request`, `not_found`, `version_mismatch`, `incomplete_session`,
   * `account_identity_mismatch`, `older_session`
   */
  store(id: string, sent: SentSession, user: SessionUser): Promise<AccountDto> {
    const text = documentIn(sent.body_text);
    const { document, versions, is_forced } = sent;
    return this.replace(id, versions, user, (account, present) => {
      const tool = toolFor(account.tool, present?.document ?? null, document);
      demandComplete(tool, document);
      if (present !== null && !is_forced) demandSuccessor(present.document, document);
      return { text, document, tool, restored_from: null, is_forced };
    });
  }

  /**
   * Puts a session back that was replaced, whatever is in it, under a new version.
   * @throws AppError `not_found`, `internal_error` if it cannot be decrypted
   */
  async restore(id: string, version: number, user: SessionUser): Promise<AccountDto> {
    const text = await this.textOf(id, version);
    const document = JSON.parse(text) as SessionDocument;
    return this.replace(id, null, user, (account) => {
      const tool = account.tool === 'other' ? 'other' : (toolOfSession(document) ?? account.tool);
      return { text, document, tool, restored_from: version };
    });
  }

  /**
   * Removes the session, if there is one. It can be put back.
   * @throws AppError `not_found`
   */
  async remove(id: string, user: SessionUser): Promise<void> {
    const event = this.changes.eventOf(id, user, 'account.session_deleted');
    const isRemoved = await this.sessions.removeSession(id, event, (present) =>
      historyEntry(this.sealed, present, this.sealed.openPresent(present)),
    );
    if (isRemoved) this.events.announce('account.updated', id);
    else await this.accounts.get(id);
  }

  /**
   * The sessions that are kept, without their content, the newest first.
   * @throws AppError `not_found`
   */
  async list(id: string, caller: Caller): Promise<AccountSessionDto[]> {
    const account = await this.found(id);
    const kept = await this.sessions.listSessions(id);
    const present = historyEntry(this.sealed, account, this.sealed.openPresent(account));
    const isKept = kept.some(({ version }) => version === account.session_version);
    const all = present === null || isKept ? kept : [present, ...kept].slice(0, LIMITS.kept_sessions);
    return all.map((session) => {
      const { version, session_data } = session;
      const owner = this.sealed.ownerFor(caller, { id, session_data }, version);
      return toAccountSessionDto(session, account.session_version, owner);
    });
  }

  /**
   * The session of the active account of a tool, or of the one that was activated last. The read is recorded before the
   * session is handed out. A caller who has this version already gets no content, and nothing is recorded.
   * @throws AppError `no_active_account`, `no_session`, `internal_error` if it cannot be decrypted
   */
  async readActive(
    tool: AccountTool | null,
    hasVersion: HasVersion,
    user: SessionUser,
  ): Promise<SessionRead> {
    const account = await this.sessions.findActive(tool);
    if (account === null)
      throw new AppError(
        'no_active_account',
        tool === null ? 'No assistant account is active.' : `No assistant account of ${tool} is active.`,
      );
    return this.read(account, hasVersion, user);
  }

  /**
   * The session of an account, active or not, under the same rules.
   * @throws AppError `not_found`, `no_session`, `internal_error` if it cannot be decrypted
   */
  async readOne(id: string, hasVersion: HasVersion, user: SessionUser): Promise<SessionRead> {
    return this.read(await this.found(id), hasVersion, user);
  }

  private async read(
    { id, name, type, session_data, session_version, updated_at, held_by }: AssistantAccount,
    hasVersion: HasVersion,
    user: SessionUser,
  ): Promise<SessionRead> {
    if (session_data === null || session_version === null)
      throw new AppError('no_session', 'The account holds no session.');
    const has = hasVersion(session_version);
    const holds = user.holds ?? !has;
    const holder = holds ? holderAfter(held_by, machineUser(user), new Date()) : null;
    const newHolder = holder === held_by ? null : holder;
    if (has) {
      if (newHolder !== null) await this.sessions.recordHolder(id, session_version, newHolder);
      if (newHolder !== null) this.events.announce('account.updated', id);
      return { session_version, content: null };
    }
    const document = this.sealed.open(session_data, id);
    const event = this.changes.eventOf(id, user, 'account.session_read', { session_version });
    await this.sessions.recordRead(id, newHolder, event);
    if (newHolder !== null) this.events.announce('account.updated', id);
    return { session_version, content: { id, name, type, document, updated_at: updated_at.toISOString() } };
  }

  private async found(id: string): Promise<AssistantAccount> {
    const account = await this.stored.findAccount(id);
    if (account === null) throw new AppError('not_found', 'There is no such assistant account.');
    return account;
  }

  private async replace(
    id: string,
    versions: ExpectedVersions,
    user: SessionUser,
    decide: Decide,
  ): Promise<AccountDto> {
    const account = await this.sessions.replaceSession(id, versions, (present, version) =>
      this.changes.changeOf(present, version, user, decide),
    );
    if (account === null) return this.refuseToReplace(id);
    this.events.announce('account.updated', id);
    const owner = this.sealed.ownerFor(user.actor.caller, account);
    return toAccountDto(account, account.updated_at, { owner, user: machineUser(user) });
  }

  /** The content of a session that is kept, or of the present one. */
  private async textOf(id: string, version: number): Promise<JsonText> {
    const kept = await this.sessions.findSession(id, version);
    if (kept !== null) return this.sealed.open(kept.session_data, id, version);
    const account = await this.stored.findAccount(id);
    if (!account?.session_data || account.session_version !== version)
      throw new AppError('not_found', 'The account keeps no session of this version.');
    return this.sealed.open(account.session_data, id);
  }

  private async refuseToReplace(id: string): Promise<never> {
    await this.accounts.get(id);
    throw new AppError('version_mismatch', 'The account has another session, or none.');
  }
}

/** @throws AppError `invalid_request` */
function documentIn(bodyText: string): JsonText {
  const document = memberText(bodyText, 'session_data') ?? '';
  const { max } = LIMITS.session_document;
  if (Buffer.byteLength(document) <= max) return document as JsonText;
  const message = `session_data must have at most ${max} bytes.`;
  throw invalidRequest([{ field: 'session_data', code: 'too_long', message }]);
}
