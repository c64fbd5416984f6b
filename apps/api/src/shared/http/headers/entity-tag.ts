import { createHash, hash } from 'node:crypto';

/** A strong entity tag of a body: the same bytes have the same tag on every process. */
export function entityTag(body: string | Buffer): string {
  return tagOf(hash('sha256', body, 'base64url'));
}

/** The same for a body that comes in parts. */
export class EntityDigest {
  private readonly hash = createHash('sha256');

  add(part: string | Buffer): void {
    this.hash.update(part);
  }

  tag(): string {
    return tagOf(this.hash.digest('base64url'));
  }
}

function tagOf(digest: string): string {
  return `"${digest.slice(0, 27)}"`;
}

/** Whether `If-None-Match` names the tag, by the weak comparison that RFC 9110 asks for. */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => opaque(one) === opaque(tag));
}
