import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_COST, type PasswordCost } from '../../shared/crypto/password-cost';

const deriveKey = promisify(argon2);

const TAG_BYTES = 32;

/** What stands in a stored hash. */
interface Hash {
  cost: PasswordCost;
  nonce: Buffer;
  tag: Buffer;
}

/** Compared with where there is nothing to compare with, so that this takes as long as everything else. */
const NOBODY = { nonce: randomBytes(16), tag: randomBytes(TAG_BYTES) };

/** A password as it may be stored: Argon2id in PHC form. The text is taken exactly as it is. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const nonce = randomBytes(16);
  return format({ cost, nonce, tag: await tagOf(password, cost, nonce, TAG_BYTES) });
}

/**
 * Whether the password is the one that was hashed.
 * @param stored null: there is no such user. That takes the same time, and so does a hash that cannot be read.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  usual = PASSWORD_COST,
): Promise<boolean> {
  const hash = stored === null ? null : parse(stored);
  const { cost, nonce, tag } = hash ?? { ...NOBODY, cost: usual };
  const isSame = timingSafeEqual(await tagOf(password, cost, nonce, tag.length), tag);
  return isSame && hash !== null;
}

/** Whether a stored text is a hash that passwords can be compared with. */
export function isReadable(stored: string): boolean {
  return parse(stored) !== null;
}

/** Whether a hash was made at another cost than today's. */
export function isOutdated(stored: string, cost = PASSWORD_COST): boolean {
  return !stored.startsWith(prefix(cost));
}

function tagOf(password: string, cost: PasswordCost, nonce: Buffer, tagLength: number): Promise<Buffer> {
  return deriveKey('argon2id', { ...cost, tagLength, message: password, nonce });
}

function format({ cost, nonce, tag }: Hash): string {
  return `${prefix(cost)}${unpadded(nonce)}$${unpadded(tag)}`;
}

function prefix({ memory, passes, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

/** Null for what is no Argon2id hash, or one of a cost that nobody would have chosen. */
function parse(stored: string): Hash | null {
  const [, memory, passes, parallelism, salt, digest] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([a-z\d+/]+)\$([a-z\d+/]+)$/i.exec(stored) ?? [];
  if (salt === undefined || digest === undefined) return null;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const [nonce, tag] = [Buffer.from(salt, 'base64'), Buffer.from(digest, 'base64')];
  return isUsable(cost) && nonce.length >= 8 && tag.length >= 16 ? { cost, nonce, tag } : null;
}

/** What Argon2 takes, and up to 1 GiB. */
function isUsable({ memory, passes, parallelism }: PasswordCost): boolean {
  const lanesFit = parallelism >= 1 && parallelism <= 16 && memory >= 8 * parallelism;
  return lanesFit && memory <= 1_048_576 && passes >= 1 && passes <= 100;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
