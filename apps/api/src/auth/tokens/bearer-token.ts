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

/** An API key in the same header, where Prometheus sends it; access tokens have dots, and keys have none. */
export function bearerKeyOf(header: string | undefined): string | null {
  const token = bearerTokenOf(header);
  return token === null || token.includes('.') ? null : token;
}
