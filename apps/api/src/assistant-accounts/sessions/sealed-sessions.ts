import { Injectable, Logger } from '@nestjs/common';
import type { SessionDocument } from '@groupless/shared-dto';
import { ownerNameOfSession } from '@groupless/shared-dto/session-documents';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import { sessionIdentity } from '../../database/sealed/session-identity';
import type { Caller } from '../../platform/access/caller';
import { SealedTexts, SealedTextError } from '../../platform/crypto/sealed-text';
import { AppError } from '../../platform/errors/app-error';
import type { JsonText } from '../../platform/http/json-text';

/** A session as it was stored, and what is in it. */
export interface OpenSession {
  text: JsonText;
  document: SessionDocument;
}

/** Seals and opens sessions. Nothing else does, but for the change of the key. */
@Injectable()
export class SealedSessions {
  private readonly log = new Logger(SealedSessions.name);

  constructor(private readonly texts: SealedTexts) {}

  /** @param version of an entry in the history; without it: the present session of the account */
  seal(text: string, account_id: string, version?: number): string {
    return this.texts.seal(text, placeOf(account_id, version));
  }

  /** @throws AppError `internal_error` if it cannot be decrypted */
  open(sealed: string, account_id: string, version?: number): JsonText {
    try {
      return this.texts.open(sealed, placeOf(account_id, version)) as JsonText;
    } catch (error) {
      this.log.error(`the session of the assistant account ${account_id} cannot be decrypted`, error);
      throw new AppError(
        'internal_error',
        'The stored session cannot be decrypted: its key is not set, or it was changed. Store it again.',
      );
    }
  }

  /** The present session of an account, or a kept one; null if there is none that can be decrypted. */
  openPresent(account: { id: string; session_data: string | null }, version?: number): OpenSession | null {
    if (account.session_data === null) return null;
    try {
      const text = this.texts.open(account.session_data, placeOf(account.id, version)) as JsonText;
      return { text, document: JSON.parse(text) as SessionDocument };
    } catch (error) {
      if (error instanceof SealedTextError) return null;
      throw error;
    }
  }

  /** Whether the caller sees whose sessions these are: admins do, and keys that read sessions. */
  showsOwner(caller: Caller): boolean {
    return caller.kind === 'user' ? caller.role === 'admin' : caller.scopes.includes('session:read');
  }

  /** Whose session it is, for who may see it. Kept nowhere but in the session. */
  ownerFor(
    caller: Caller,
    account: { id: string; session_data?: string | null },
    version?: number,
  ): string | null {
    if (!this.showsOwner(caller)) return null;
    const { id, session_data = null } = account;
    const open = this.openPresent({ id, session_data }, version);
    return open && ownerNameOfSession(open.document);
  }

  /** A keyed hash of whose session it is; null where the document does not say. */
  identityOf(document: SessionDocument): string | null {
    return sessionIdentity(this.texts, document);
  }
}

function placeOf(account_id: string, version?: number): string {
  return version === undefined
    ? sealedPlace('assistant_accounts.session_data', account_id)
    : sealedPlace('assistant_account_sessions.session_data', `${account_id}:${version}`);
}
