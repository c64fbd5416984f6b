import type { DataSource } from 'typeorm';
import { withLock } from '../advisory-locks';
import { SealedTextError, type SealedTexts } from '../../platform/crypto/sealed-text';
import { asTyped } from '../../platform/as-typed';

const KNOWN_TEXT = 'This is what the key sealed.';

/** The configured keys cannot decrypt something that is stored. */
export class CredentialsKeyError extends Error {
  override readonly name = 'CredentialsKeyError';
  constructor(keyId: string) {
    super(
      `CREDENTIALS_KEY is not the one that encrypted what is stored (key ${keyId}): ` +
        asTyped(
          'set that one again, or add it to CREDENTIALS_KEYS_PREVIOUS. If it is lost for good: npm run keys:rotate -- --forget-lost',
        ),
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
    const [missing] = await missingKeys(transaction, texts);
    if (missing !== undefined) throw new CredentialsKeyError(missing);
    const insert =
      'insert into credentials_key_checks (key_id, sealed) values ($1, $2) on conflict (key_id) do nothing';
    await transaction.query(insert, [texts.key_id, texts.seal(KNOWN_TEXT, placeOf(texts.key_id))]);
  });
}

/** The registered keys of which none that is set opens the check text. */
export async function missingKeys(panel: Pick<DataSource, 'query'>, texts: SealedTexts): Promise<string[]> {
  const checks = await panel.query<{ key_id: string; sealed: string }[]>(
    'select key_id, sealed from credentials_key_checks order by created_at',
  );
  return checks.flatMap(({ key_id, sealed }) => (opensKnownText(texts, key_id, sealed) ? [] : [key_id]));
}

/** Removes the older keys, which no sealed text needs any more. */
export async function forgetOlderKeys(panel: DataSource, texts: SealedTexts): Promise<void> {
  await panel.query('delete from credentials_key_checks where key_id <> $1', [texts.key_id]);
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
