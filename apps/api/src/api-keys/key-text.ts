import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** As many digits as 256 bits need. */
const SECRET_LENGTH = 43;
/** `gl_`, eight digits by which the key is found, and the secret: one word, which a double click selects whole. */
const KEY = new RegExp(`^(gl_[${DIGITS}]{8})_[${DIGITS}]{${SECRET_LENGTH}}$`);

export function newKey(): string {
  return `gl_${inDigits(randomBytes(8)).slice(-8)}_${inDigits(randomBytes(32)).padStart(SECRET_LENGTH, '0')}`;
}

/** How a key begins; null if the text is no key of ours. */
export function prefixOf(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}

/** Bytes as a number of base 62, of at least eight digits. */
function inDigits(bytes: Buffer): string {
  const base = BigInt(DIGITS.length);
  let text = '';
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= base) {
    text = DIGITS.charAt(Number(rest % base)) + text;
  }
  return text.padStart(8, '0');
}
