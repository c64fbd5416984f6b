import { createHash } from 'node:crypto';

const LONGEST = 180;
const HASH_LENGTH = 16;

/** An identity with the folder below it, at most 180 characters: what is longer ends in a hash of the whole. */
export function withFolder(identity: string, folder: string): string {
  const path = folder.replaceAll('\\', '/').replace(/^\/+|\/+$/g, '');
  const whole = path === '' ? identity : `${identity}/${path}`;
  if (whole.length <= LONGEST) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_LENGTH);
  // Never half of a character that has two code units.
  const start = whole.slice(0, LONGEST - HASH_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  return `${start}-${hash}`;
}
