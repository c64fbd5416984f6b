import { createHash } from 'node:crypto';

const LONGEST = 180;
const HASH_LENGTH = 16;
/** Default ports, which do not identify a repository. */
const USUAL_PORTS: Record<string, string> = { 'https:': '443', 'http:': '80', 'git:': '9418' };

/**
 * A git remote as the same text for everyone who has it: host and path in lower case, without user, password, query
 * and `.git`. `git@host:path`, `ssh://` and `https://` give the same.
 */
export function remoteIdentity(remote: string): string {
  const text = remote.trim();
  const scp = /^(?:[^@/\\]+@)?(\[[^\]]+\]|[^:/\\]{2,}):(?!\/\/)(.*)$/.exec(text);
  if (scp?.[1] !== undefined) return `${scp[1].toLowerCase()}/${pathOf(scp[2] ?? '')}`;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol === 'file:') {
    const path = decoded(url === null ? text : url.pathname);
    return `${/^[/\\]/.test(path) ? '/' : ''}${pathOf(path)}`;
  }
  const isUsual = url.protocol.includes('ssh') || url.port === '' || url.port === USUAL_PORTS[url.protocol];
  return `${url.hostname.toLowerCase()}${isUsual ? '' : `:${url.port}`}/${pathOf(decoded(url.pathname))}`;
}

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

function pathOf(path: string): string {
  const plain = path
    .replaceAll('\\', '/')
    .replace(/[?#].*$/, '')
    .replace(/\/{2,}/g, '/')
    .toLowerCase();
  return plain
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
    .replace(/\/+$/, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
