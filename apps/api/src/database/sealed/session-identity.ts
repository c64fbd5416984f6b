import { type SessionDocument } from '@groupless/shared-dto';
import { ownerOfSession } from '@groupless/shared-dto/session-documents';
import type { SealedTexts } from '../../platform/crypto/sealed-text';

/** A keyed hash of the session's owner; null if the document names none. It changes with the current key. */
export function sessionIdentity(texts: SealedTexts, document: SessionDocument): string | null {
  const owner = ownerOfSession(document);
  return owner === null ? null : texts.fingerprint(JSON.stringify(['session owner', owner.id, owner.part]));
}
