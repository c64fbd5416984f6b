import { createHash } from 'node:crypto';
import { AppError } from '../errors/app-error';

/** The type of a sort key in a cursor. */
export type KeyKind = 'text' | 'integer' | 'decimal' | 'time' | 'uuid';

const FORMS: Record<KeyKind, RegExp> = {
  text: /^[^\0]*$/su,
  integer: /^-?\d{1,18}$/,
  decimal: /^-?\d{1,18}(\.\d{1,18})?(e-?\d{1,3})?$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  time: /^(-?infinity|\d{4,5}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2})$/,
};

/** A hash of a list with its sort and filters. A cursor with another fingerprint is refused. */
export function listFingerprint(list: object): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 12);
}

/** A keyset cursor: the sort keys of a page's last row, as PostgreSQL prints them. */
export function encodeCursor(fingerprint: string, keys: readonly string[]): string {
  return Buffer.from(JSON.stringify([fingerprint, ...keys])).toString('base64url');
}

/**
 * The sort keys of a cursor. They are used as parameters only, so a forged cursor can at worst skip rows.
 * @throws AppError `invalid_cursor`
 */
export function decodeCursor(cursor: string, fingerprint: string, kinds: readonly KeyKind[]): string[] {
  const [ofList, ...keys] = parse(cursor);
  const fits =
    keys.length === kinds.length && keys.every((key, index) => FORMS[kinds[index] ?? 'text'].test(key));
  if (ofList !== fingerprint || !fits || !keys.every((key) => key.isWellFormed())) {
    throw invalidCursor();
  }
  return keys;
}

export function invalidCursor(): AppError {
  return new AppError(
    'invalid_cursor',
    'This cursor does not belong to this list, its sort and its filters.',
  );
}

function parse(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}
