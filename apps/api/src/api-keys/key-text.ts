import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The digits of 256 bits. */
const SECRET_LENGTH = 43;
/** `gl_`, eight digits for the look-up, and the secret. It is one word, so a double click selects it. */
const KEY = new RegExp(`^(gl_[${DIGITS}]{8})_[${DIGITS}]{${SECRET_LENGTH}}$`);

export function newKey(): string {
  return `gl_${inDigits(randomBytes(8)).slice(-8)}_${inDigits(randomBytes(32)).padStart(SECRET_LENGTH, '0')}`;
}

/** The prefix of a key; null if the text is not a key. */
export function prefixOf(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}

/** Bytes as a base 62 number of at least eight digits. */
function inDigits(bytes: Buffer): string {
  const base = BigInt(DIGITS.length);
  let text = '';
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= base) {
    text = DIGITS.charAt(Number(rest % base)) + text;
  }
  return text.padStart(8, '0');
}
