import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isLoopbackHost } from './addresses';
import { secretsPath } from './secrets-file';
import type { DatabaseSettings, Settings } from './settings';

/** Warnings about valid settings that may be a mistake, one sentence each. */
export function noticesFor(settings: Settings, inContainer = isContainer()): string[] {
  const notices: string[] = [];
  if (inContainer && isLoopbackHost(settings.host)) {
    notices.push(
      `Inside a container nobody else can reach ${settings.host}: set HOST=0.0.0.0 to be reached from outside.`,
    );
  }
  if (settings.memory_key_demanded && settings.memory_api_key === null) {
    notices.push(
      'The memory webhooks demand a key: set MEMORY_API_KEY, or MEMORY_WEBHOOKS_OPEN=true to do without.',
    );
  }
  if (settings.smtp !== null && settings.mail_from === null) {
    notices.push(
      'SMTP_URL has no sender: set MAIL_FROM, or name one in Settings, Mail. Until then no mail is sent.',
    );
  }
  const shared = DATABASES.filter((name) => hasOneRole(settings[`${name}_database`]));
  if (shared.length > 0) {
    const variables = shared.map((name) => `${name.toUpperCase()}_DATABASE_OWNER_URL`).join(' and ');
    notices.push(
      `The role that serves the ${shared.join(' and the ')} database owns it too, so it could drop tables and change ` +
        `the audit: serve as another role, and set ${variables} (docs/deployment.md, "Roles with few rights").`,
    );
  }
  return [...notices, ...ofOthers(settings)];
}

/**
 * Who owns one of these, or a folder above it, can put another one in its place, whatever its permissions: a folder with other
 * secrets, say. So can every user where all may write into a folder above it.
 */
function ofOthers({ data_dir, backup_dir }: Settings): string[] {
  const own = process.getuid?.();
  if (own === undefined) return [];
  const named = [data_dir, secretsPath(data_dir), backup_dir ?? data_dir, resolve('.env')];
  const all = new Set([...named, ...named.flatMap(foldersAbove)]);
  return [...all].flatMap((path) => {
    const { uid, mode } = lookedAt(path) ?? { uid: own, mode: 0 };
    if (uid !== own && uid !== 0)
      return [
        `${path} belongs to user ${uid}, not to the one who runs this (${own}), and what is there can be replaced by them: chown it, or take another.`,
      ];
    const isOpen = !named.includes(path) && (mode & OPEN) === EVERYBODY;
    return isOpen
      ? [
          `${path} can be written by every user, who can replace what is below it: chmod o-w, or take another.`,
        ]
      : [];
  });
}

const EVERYBODY = 0o002;
/** With the sticky bit each may remove only what is theirs, as in /tmp. */
const OPEN = EVERYBODY | 0o1000;

/** Also above what a link leads to. One that is missing tells nothing: it is made in the next one above. */
function foldersAbove(path: string): string[] {
  return [path, realPathOf(path)].flatMap(namesAbove);
}

function namesAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...namesAbove(folder)];
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Null where it cannot be looked at: what uses the path says why. */
function lookedAt(path: string): { uid: number; mode: number } | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

const DATABASES = ['panel', 'memory'] as const;

/** Whether one role both owns and serves an external database. The embedded one has two. */
function hasOneRole({ url, direct_url, owner_url }: DatabaseSettings): boolean {
  if (url === null) return false;
  return new URL(url).username === new URL(owner_url ?? direct_url ?? url).username;
}

/** Docker and Podman make these files; Kubernetes sets the variable. */
function isContainer(): boolean {
  const marked = ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path));
  return marked || process.env['KUBERNETES_SERVICE_HOST'] !== undefined;
}
