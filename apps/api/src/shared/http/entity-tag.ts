import { hash } from 'node:crypto';

/** A strong entity tag of a body: the same bytes have the same tag on every process. */
export function entityTag(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/** Whether `If-None-Match` names the tag, by the weak comparison that RFC 9110 asks for. */
export function matchesEntityTag(if_none_match: string | undefined, tag: string): boolean {
  if (if_none_match === undefined) return false;
  if (if_none_match.trim() === '*') return true;
  return if_none_match.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
