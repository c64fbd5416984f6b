import { createHash } from 'node:crypto';

/**
 * SHA-256 of a JSON value in hexadecimal. Spacing and the order of members do not count: an assistant that
 * merely writes its file anew has not changed it.
 */
export function fingerprint(jsonText: string): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(JSON.parse(jsonText))))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  // A list of pairs: an object would put names that look like numbers first, and swallow `__proto__`.
  return Object.entries(value)
    .map(([name, member]) => [name, sorted(member)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
