import { Injectable, Logger } from '@nestjs/common';
import { LIMITS, type ActiveSessionFormat, type StoreSessionDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { sealedPlace } from '../database/sealed/sealed-columns';
import { EventsService } from '../events/events.service';
import type { Actor } from '../shared/access/caller';
import { SealedTexts } from '../shared/crypto/sealed-text';
import { AppError, invalidRequest } from '../shared/errors/app-error';
import { Answer, type VersionedRow } from '../shared/http/answer';
import { matchesEntityTag } from '../shared/http/entity-tag';
import type { ExpectedVersions } from '../shared/http/if-match';
import { memberText } from '../shared/http/json-member';
import type { JsonText } from '../shared/http/json-text';
import { toAccountDto } from './account.mapper';
import { AccountSessionsRepository } from './account-sessions.repository';
import { AccountsService, objectOf } from './accounts.service';
import { toActiveSession } from './active-session.mapper';
import { sessionExpiry } from './session-expiry';

/** What `active-session` is asked for. */
export interface SessionQuestion {
  format: ActiveSessionFormat;
  if_none_match: string | undefined;
}

/** The sessions of the accounts. Nothing else seals or opens them. */
@Injectable()
export class AccountSessionsService {
  private readonly log = new Logger(AccountSessionsService.name);

  constructor(
    private readonly sessions: AccountSessionsRepository,
    private readonly accounts: AccountsService,
    private readonly texts: SealedTexts,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * Stores a session as it stands in the body, to the letter.
   * @param body_text the JSON of the whole body
   * @returns the account, an `AccountDto`
   * @throws AppError `invalid_request`, `not_found`, `version_mismatch`
   */
  async store(
    id: string,
    { session_data }: StoreSessionDto,
    body_text: string,
    versions: ExpectedVersions,
    actor: Actor,
  ): Promise<VersionedRow> {
    const session = {
      session_data: this.texts.seal(documentIn(body_text), placeOf(id)),
      session_expires_at: sessionExpiry(session_data),
    };
    const event = this.audit.eventOf(actor, { action: 'account.session_stored', object: objectOf(id) });
    const account = await this.sessions.storeSession(id, session, versions, event);
    if (account === null) return this.refuseToStore(id);
    this.events.announce('account.updated', id);
    const row = JSON.stringify(toAccountDto(account)) as JsonText;
    return { row, version: account.session_version ?? 0 };
  }

  /**
   * Removes the session, if there is one.
   * @throws AppError `not_found`
   */
  async remove(id: string, actor: Actor): Promise<void> {
    const event = this.audit.eventOf(actor, { action: 'account.session_deleted', object: objectOf(id) });
    if (await this.sessions.deleteSession(id, event)) this.events.announce('account.updated', id);
    else await this.accounts.get(id);
  }

  /**
   * The session of the active account. That it was read is recorded before it is handed out; a caller who has
   * it already reads nothing.
   * @throws AppError `no_active_account`, `no_session`, `internal_error` if it cannot be decrypted
   */
  async readActive({ format, if_none_match }: SessionQuestion, actor: Actor): Promise<Answer> {
    const active = await this.sessions.findActive();
    if (active === null) throw new AppError('no_active_account', 'No assistant account is active.');
    const { id, session_data: sealed, session_version } = active;
    if (sealed === null) throw new AppError('no_session', 'The active account holds no session.');
    const headers = { etag: `"${session_version}"`, 'cache-control': 'no-store' };
    if (matchesEntityTag(if_none_match, headers.etag)) return new Answer(304, '', headers);
    const document = this.open(id, sealed);
    const entry = { action: 'account.session_read', object: objectOf(id), details: { session_version } };
    await this.audit.record(actor, entry);
    return new Answer(200, format === 'raw' ? document : toActiveSession(active, document), headers);
  }

  /**
   * The session of an account, active or not. That it was read is recorded before it is handed out.
   * @throws AppError `not_found`, `no_session`, `internal_error` if it cannot be decrypted
   */
  async readOne(id: string, actor: Actor): Promise<Answer> {
    const account = await this.sessions.findOne(id);
    if (account === null) throw new AppError('not_found', 'There is no such account.');
    const { session_data: sealed, session_version } = account;
    if (sealed === null) throw new AppError('no_session', 'The account holds no session.');
    const document = this.open(id, sealed);
    const entry = { action: 'account.session_read', object: objectOf(id), details: { session_version } };
    await this.audit.record(actor, entry);
    const headers = { etag: `"${session_version}"`, 'cache-control': 'no-store' };
    return new Answer(200, toActiveSession(account, document), headers);
  }

  private open(id: string, sealed: string): JsonText {
    try {
      return this.texts.open(sealed, placeOf(id)) as JsonText;
    } catch (error) {
      this.log.error(`the session of the assistant account ${id} cannot be decrypted`, error);
      throw new AppError(
        'internal_error',
        'The stored session cannot be decrypted: its key is not set, or it was changed. Store it again.',
      );
    }
  }

  private async refuseToStore(id: string): Promise<never> {
    await this.accounts.get(id);
    throw new AppError('version_mismatch', 'The account has another session, or none.');
  }
}

function placeOf(id: string): string {
  return sealedPlace('assistant_accounts.session_data', id);
}

/** @throws AppError `invalid_request` */
function documentIn(body_text: string): string {
  const document = memberText(body_text, 'session_data') ?? '';
  const { max } = LIMITS.session_document;
  if (Buffer.byteLength(document) <= max) return document;
  const message = `session_data must have at most ${max} bytes.`;
  throw invalidRequest([{ field: 'session_data', code: 'too_long', message }]);
}
