/** Longer than any of our tokens. */
const MOST_CHARACTERS = 4_096;

/**
 * The token of an `Authorization: Bearer <token>` header; null for anything else. Not a regular expression: the one in
 * passport-jwt takes quadratic time on a long header without a blank.
 */
export function bearerTokenOf(header: string | undefined): string | null {
  if (header === undefined || header.length > MOST_CHARACTERS) return null;
  const blank = header.indexOf(' ');
  if (header.slice(0, Math.max(blank, 0)).toLowerCase() !== 'bearer') return null;
  const token = header.slice(blank + 1).trim();
  return token === '' || token.includes(' ') || token.includes('\t') ? null : token;
}

/** The prefix of keys made in the panel. */
const MADE_KEY = 'gl_';

/**
 * An API key in the same header.
 * @param mayBeAny whether a key of the settings is accepted too, which has no prefix
 */
export function bearerKeyOf(header: string | undefined, mayBeAny: boolean): string | null {
  const token = bearerTokenOf(header);
  if (token === null || token.includes('.')) return null;
  return mayBeAny || token.startsWith(MADE_KEY) ? token : null;
}
