import { argon2id } from 'hash-wasm';
import crypto, { randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_COST, type PasswordCost } from '../../platform/crypto/password-cost';

const TAG_BYTES = 32;

/** The parts of a stored hash. */
interface Hash {
  cost: PasswordCost;
  nonce: Buffer;
  tag: Buffer;
}

/** A dummy hash for unknown users, so that a check always takes the same time. */
const DUMMY_HASH = { nonce: randomBytes(16), tag: randomBytes(TAG_BYTES) };

/** Hashes a password with Argon2id, in PHC format. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const nonce = randomBytes(16);
  return format({ cost, nonce, tag: await tagOf(password, cost, nonce, TAG_BYTES) });
}

/**
 * Whether the password matches the hash.
 * @param stored null: no such user. This and an unreadable hash take the same time.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  usual = PASSWORD_COST,
): Promise<boolean> {
  const hash = stored === null ? null : parse(stored);
  const { cost, nonce, tag } = hash ?? { ...DUMMY_HASH, cost: usual };
  const isSame = timingSafeEqual(await tagOf(password, cost, nonce, tag.length), tag);
  return isSame && hash !== null;
}

/** Whether a stored text is a usable hash. */
export function isReadable(stored: string): boolean {
  return parse(stored) !== null;
}

/** Whether a hash has another cost than the current one. */
export function isOutdated(stored: string, cost = PASSWORD_COST): boolean {
  return !stored.startsWith(prefix(cost));
}

type Derive = (password: string, cost: PasswordCost, nonce: Buffer, tagLength: number) => Promise<Buffer>;

const byNode: Derive = (password, cost, nonce, tagLength) =>
  promisify(crypto.argon2)('argon2id', { ...cost, tagLength, message: password, nonce });

/** The same in WebAssembly. It occupies the process meanwhile. */
export const byWebAssembly: Derive = async (message, { memory, passes, parallelism }, salt, hashLength) => {
  const cost = { memorySize: memory, iterations: passes, parallelism };
  return Buffer.from(
    await argon2id({ password: Buffer.from(message), salt, ...cost, hashLength, outputType: 'binary' }),
  );
};

/** Node.js has Argon2 since 24.7. */
const tagOf = typeof crypto.argon2 === 'function' ? byNode : byWebAssembly;

function format({ cost, nonce, tag }: Hash): string {
  return `${prefix(cost)}${unpadded(nonce)}$${unpadded(tag)}`;
}

function prefix({ memory, passes, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

/** Null for what is not an Argon2id hash, or has an implausible cost. */
function parse(stored: string): Hash | null {
  const [, memory, passes, parallelism, salt, digest] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([a-z\d+/]+)\$([a-z\d+/]+)$/i.exec(stored) ?? [];
  if (salt === undefined || digest === undefined) return null;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const [nonce, tag] = [Buffer.from(salt, 'base64'), Buffer.from(digest, 'base64')];
  return isUsable(cost) && nonce.length >= 8 && tag.length >= 16 ? { cost, nonce, tag } : null;
}

/** The limits of Argon2, and at most 1 GiB. */
function isUsable({ memory, passes, parallelism }: PasswordCost): boolean {
  const lanesFit = parallelism >= 1 && parallelism <= 16 && memory >= 8 * parallelism;
  return lanesFit && memory <= 1_048_576 && passes >= 1 && passes <= 100;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
