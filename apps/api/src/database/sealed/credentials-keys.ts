import type { DataSource } from 'typeorm';
import { withLock } from '../advisory-locks';
import { SealedTextError, type SealedTexts } from '../../platform/crypto/sealed-text';

const KNOWN_TEXT = 'This is what the key sealed.';

/** The configured keys cannot decrypt something that is stored. */
export class CredentialsKeyError extends Error {
  override readonly name = 'CredentialsKeyError';
  constructor(keyId: string) {
    super(
      `CREDENTIALS_KEY is not the one that encrypted what is stored (key ${keyId}): ` +
        'set that one again, or add it to CREDENTIALS_KEYS_PREVIOUS.',
    );
  }
}

/**
 * Demands every key that has sealed something in the panel database, and registers the current one before its first
 * use. Of several processes that start at once with different keys, one passes.
 * @throws CredentialsKeyError
 */
export function demandCredentialsKeys(panel: DataSource, texts: SealedTexts): Promise<void> {
  return panel.transaction(async (transaction) => {
    await withLock(transaction, 'credentialsKeys');
    const checks = await transaction.query<{ key_id: string; sealed: string }[]>(
      'select key_id, sealed from credentials_key_checks order by created_at',
    );
    for (const { key_id, sealed } of checks) demandKnownText(texts, key_id, sealed);
    if (checks.some(({ key_id }) => key_id === texts.key_id)) return;
    await transaction.query('insert into credentials_key_checks (key_id, sealed) values ($1, $2)', [
      texts.key_id,
      texts.seal(KNOWN_TEXT, placeOf(texts.key_id)),
    ]);
  });
}

/** Removes the older keys, which no sealed text needs any more. */
export async function forgetOlderKeys(panel: DataSource, texts: SealedTexts): Promise<void> {
  await panel.query('delete from credentials_key_checks where key_id <> $1', [texts.key_id]);
}

function demandKnownText(texts: SealedTexts, keyId: string, sealed: string): void {
  if (!opensKnownText(texts, keyId, sealed)) throw new CredentialsKeyError(keyId);
}

/** Whether one of the configured keys opens the check text of this key. */
export function opensKnownText(texts: SealedTexts, keyId: string, sealed: string): boolean {
  try {
    texts.open(sealed, placeOf(keyId));
    return true;
  } catch (error) {
    if (error instanceof SealedTextError) return false;
    throw error;
  }
}

function placeOf(keyId: string): string {
  return `credentials_key_checks.sealed:${keyId}`;
}
