import { hash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits, of letters that need no escaping in a URL or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash that is stored of a random secret. With so many random bits a slow hash would add nothing. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
