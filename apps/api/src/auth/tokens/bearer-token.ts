/** Longer than any of our tokens; longer ones are refused unread. */
const MOST_CHARACTERS = 4_096;

/**
 * The token of an `Authorization: Bearer <token>` header; null for anything else, such as a second word behind the
 * token. Written by hand because the pattern in passport-jwt takes quadratic time on a long header without a blank.
 */
export function bearerTokenOf(header: string | undefined): string | null {
  if (header === undefined || header.length > MOST_CHARACTERS) return null;
  const blank = header.indexOf(' ');
  if (header.slice(0, Math.max(blank, 0)).toLowerCase() !== 'bearer') return null;
  const token = header.slice(blank + 1).trim();
  return token === '' || token.includes(' ') || token.includes('\t') ? null : token;
}

/** How the keys begin that are made in the panel. */
const MADE_KEY = 'gl_';

/**
 * An API key in the same header, where most programs send one.
 * @param mayBeAny whether it may be a key of the settings too, which can have any form but that of an access token
 */
export function bearerKeyOf(header: string | undefined, mayBeAny: boolean): string | null {
  const token = bearerTokenOf(header);
  if (token === null || token.includes('.')) return null;
  return mayBeAny || token.startsWith(MADE_KEY) ? token : null;
}
