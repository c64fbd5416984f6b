import { randomBytes } from 'node:crypto';
import { LIMITS } from '@groupless/shared-dto';
import { digestOf } from '../../platform/crypto/random-token';

/** 32 unambiguous digits and letters, five bits each. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz0';
const GROUPS = 4;
const GROUP = 4;

/** Ten new codes such as `k3vh-9x2m-pq7d-a4tz`, of 80 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: LIMITS.recovery_codes }, newRecoveryCode);
}

/** The stored hash of a code. Case, hyphens and blanks are ignored. */
export function digestOfRecoveryCode(code: string): Buffer {
  return digestOf(code.toLowerCase().replace(/[\s-]/g, ''));
}

function newRecoveryCode(): string {
  const letters = [...randomBytes(GROUPS * GROUP)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? letters;
}
