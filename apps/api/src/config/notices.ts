import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
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

/** Who owns one of these can put another one in its place, whatever its permissions: a folder with other secrets, say. */
function ofOthers({ data_dir, backup_dir }: Settings): string[] {
  const own = process.getuid?.();
  if (own === undefined) return [];
  return [data_dir, secretsPath(data_dir), backup_dir ?? data_dir, resolve('.env')].flatMap(
    (path, index, all) => {
      const owner = ownerOf(path) ?? own;
      if (owner === own || owner === 0 || all.indexOf(path) < index) return [];
      return [
        `${path} belongs to user ${owner}, not to the one who runs this (${own}), and can be replaced by them: chown it, or take another.`,
      ];
    },
  );
}

/** Null where that cannot be read: what uses the path says why. */
function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid;
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
