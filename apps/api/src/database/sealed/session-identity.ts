import { ownerOfSession, type SessionDocument } from '@groupless/shared-dto';
import type { SealedTexts } from '../../shared/crypto/sealed-text';

/** A keyed hash of whose session it is; null where the document does not say. It changes with the current key. */
export function sessionIdentity(texts: SealedTexts, document: SessionDocument): string | null {
  const owner = ownerOfSession(document);
  return owner === null ? null : texts.fingerprint(JSON.stringify(['session owner', owner.id, owner.part]));
}
