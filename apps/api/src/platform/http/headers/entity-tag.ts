import { createHash, hash } from 'node:crypto';

/** A strong entity tag: a hash of the body, so it is the same on every process. */
export function entityTag(body: string | Buffer): string {
  return tagOf(hash('sha256', body, 'base64url'));
}

/** The same for a streamed body. */
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

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110). */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => opaque(one) === opaque(tag));
}
