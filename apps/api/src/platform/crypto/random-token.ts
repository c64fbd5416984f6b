import { hash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits, safe in URLs and cookies. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a random secret, for storage. A slow hash adds nothing to 256 random bits. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
