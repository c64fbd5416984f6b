import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The user that the server runs as. `identity` is set only if it is not the user of this process. */
export interface ServerUser {
  readonly name: string;
  readonly identity?: { readonly uid: number; readonly gid: number };
}

/**
 * The user to run PostgreSQL as. PostgreSQL refuses to run as root, so root uses the owner of the existing cluster,
 * else the system user `postgres` (made if missing), else `nobody`.
 */
export function serverUser(existingCluster: string | undefined, report: (line: string) => void): ServerUser {
  if (process.getuid?.() !== 0) return { name: 'this user' };
  return ownerOf(existingCluster) ?? systemUser('postgres') ?? makePostgresUser(report) ?? nobody(report);
}

/** Whether the user can enter the folder. */
export function canEnter(user: ServerUser, folder: string): boolean {
  if (user.identity === undefined) return true;
  const cd = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...user.identity,
    cwd: '/',
    stdio: 'ignore',
  });
  return cd.status === 0;
}

/**
 * The options to spawn a PostgreSQL program: its user, and a clean environment, so that PGPORT, LC_ALL and the like
 * have no effect. The programs set a umask that keeps their files private.
 */
export function spawnSettings(user: ServerUser, home: string, tmpFolder: string) {
  const { PATH = '/usr/local/bin:/usr/bin:/bin', SystemRoot } = process.env;
  return {
    ...user.identity,
    cwd: home,
    windowsHide: true,
    env: {
      PATH,
      LANG: 'C',
      LC_ALL: 'C',
      TZ: 'UTC',
      HOME: home,
      TMPDIR: tmpFolder,
      ...(SystemRoot === undefined ? {} : { SystemRoot, TEMP: tmpFolder, TMP: tmpFolder }),
    },
  };
}

// A volume may come from another machine or image, where `postgres` has another uid; and a folder that was first used
// without root stays usable without root.
function ownerOf(existingCluster: string | undefined): ServerUser | undefined {
  const owner = existingCluster === undefined ? undefined : statSync(existingCluster);
  if (owner === undefined || owner.uid === 0) return undefined;
  return { name: userName(owner.uid), identity: { uid: owner.uid, gid: owner.gid } };
}

export function userName(uid: number): string {
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : `number ${uid}`;
}

function systemUser(name: string): ServerUser | undefined {
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { name, identity: { uid, gid } };
}

function idOf(which: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [which, name], { encoding: 'utf8' });
  const id = Number.parseInt(stdout ?? '', 10);
  return status === 0 && Number.isInteger(id) ? id : undefined;
}

function makePostgresUser(report: (line: string) => void): ServerUser | undefined {
  spawnSync(
    'useradd',
    ['--system', '--no-create-home', '--user-group', '--shell', '/usr/sbin/nologin', 'postgres'],
    { stdio: 'ignore' },
  );
  const user = systemUser('postgres');
  if (user !== undefined) {
    report('PostgreSQL does not run as root, so the system user "postgres" was made for it.');
  }
  return user;
}

function nobody(report: (line: string) => void): ServerUser {
  report('PostgreSQL does not run as root and no system user could be made, so it runs as "nobody".');
  return systemUser('nobody') ?? { name: 'nobody', identity: { uid: 65534, gid: 65534 } };
}
