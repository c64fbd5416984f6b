const ID_BYTES = 16;

/** The id of a row with a signature, as an address has it. */
export function signedId(id: string, signature: string): string {
  return `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}.${signature}`;
}

/** What `signedId()` has put together; null: it is none. */
export function idIn(token: string): { id: string; signature: string } | null {
  const [place = '', signature = '', ...rest] = token.split('.');
  const bytes = Buffer.from(place, 'base64url');
  if (bytes.length !== ID_BYTES || bytes.toString('base64url') !== place || rest.length > 0) return null;
  return { id: bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), signature };
}
