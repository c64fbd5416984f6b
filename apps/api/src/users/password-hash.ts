import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify(argon2);

/** Argon2id, RFC 9106's second choice: 64 MiB and three passes, about 150 ms on a small server. */
const COST = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 };

/** A password as it may be stored: Argon2id in PHC form. The text is taken exactly as it is. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await deriveKey('argon2id', { ...COST, message: password, nonce });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
