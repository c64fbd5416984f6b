import { argon2Sync } from 'node:crypto';
import type { PasswordCost } from '../../../src/platform/crypto/password-cost';

/** A cost at which a hash takes no time. */
export const CHEAP_COST: PasswordCost = { memory: 64, passes: 1, parallelism: 1 };

export function cheapHash(password: string): string {
  const nonce = Buffer.alloc(16, 1);
  const tag = argon2Sync('argon2id', { ...CHEAP_COST, tagLength: 32, message: password, nonce });
  const [salt, digest] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=64,t=1,p=1$${salt}$${digest}`;
}
