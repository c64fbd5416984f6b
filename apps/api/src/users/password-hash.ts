import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify(argon2);

/** Argon2id, RFC 9106's second choice: 64 MiB and three passes, about 150 ms on a small server. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 };
const TAG_BYTES = 32;

/** What stands in a stored hash. */
interface Hash {
  cost: typeof COST;
  nonce: Buffer;
  tag: Buffer;
}

/** Compared with where there is nothing to compare with, so that this takes as long as everything else. */
const NOBODY: Hash = { cost: COST, nonce: randomBytes(16), tag: randomBytes(TAG_BYTES) };

/** A password as it may be stored: Argon2id in PHC form. The text is taken exactly as it is. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return format({ cost: COST, nonce, tag: await tagOf(password, COST, nonce, TAG_BYTES) });
}

/**
 * Whether the password is the one that was hashed.
 * @param stored null: nobody's; costs the same work
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const { cost, nonce, tag } = stored === null ? NOBODY : parse(stored);
  const is_same = timingSafeEqual(await tagOf(password, cost, nonce, tag.length), tag);
  return is_same && stored !== null;
}

/** Whether a hash was made at another cost than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(prefix(COST));
}

function tagOf(password: string, cost: typeof COST, nonce: Buffer, tagLength: number): Promise<Buffer> {
  return deriveKey('argon2id', { ...cost, tagLength, message: password, nonce });
}

function format({ cost, nonce, tag }: Hash): string {
  return `${prefix(cost)}${unpadded(nonce)}$${unpadded(tag)}`;
}

function prefix({ memory, passes, parallelism }: typeof COST): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

function parse(stored: string): Hash {
  const [, memory, passes, parallelism, nonce, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  if (nonce === undefined || tag === undefined) throw new Error('A stored password hash is not Argon2id.');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
