/** A folder on a machine, such as `laptop:/home/ada/shop`. Not `https://…`, nor `git@host:/srv/git/shop.git`. */
const OF_MACHINE = /^(?!git@)[^/:]+:(?:\/(?!\/)|[a-z]:\/)/i;
/** The same with the beginning of the machine's id, as two machines may have one name: `laptop~1a2b3c4d:/home/ada/shop`. */
const MACHINE_ID = /^([^/:]+)~[\w-]{8}(?=:)/;
const BARE_PATH = /^(?:\/|[a-z]:[/\\])/i;
const URL_PARTS = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#]*@)?([^/?#]*)(.*)$/is;
/** As git writes it for ssh, `git@host:path`. Without a user, digits after the colon are a port. */
const SCP_PARTS = /^(?:[^@/\\]+@)?(\[[^\]]+\]|[^:/\\@]{2,}):(?!\/\/|[^/]*@)(.*)$/s;
const PORT_FIRST = /^[^@/:]+:\d+(?:\/|$)/;
/** Default ports, which do not identify a repository. */
const USUAL_PORTS: Record<string, string> = { https: '443', http: '80', git: '9418' };
/** What nobody sees in an address, so that two look alike. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
/** Where every repository has an owner. */
const FORGES = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']);

export function isOfMachine(identity: string): boolean {
  return OF_MACHINE.test(identity);
}

/** A machine as its places name it: its name, and the beginning of its id if it has one. */
export function machineOfPlace(name: string, id: string | null): string {
  return id === null ? name : `${name}~${id.slice(0, 8)}`;
}

/** A place as programs sent it before they told the machine's id. */
export function withoutMachineId(identity: string): string {
  return isOfMachine(identity) ? identity.replace(MACHINE_ID, '$1') : identity;
}

/** The first commit of a repository, with the folder below it. */
export function isCommit(identity: string): boolean {
  return identity.startsWith('commit:');
}

/** A path without a machine, as programs sent it before they told the machine. */
export function isBarePath(identity: string): boolean {
  return BARE_PATH.test(identity);
}

export function isRemote(identity: string): boolean {
  return !isCommit(identity) && !isOfMachine(identity) && !isBarePath(identity);
}

/**
 * What a program sends as the identity of a project, as it is compared and stored: a remote is the same text however it is
 * written. What the project's own client sends stays as it is, with the letters of a folder below the repository.
 */
export function projectIdentity(sent: string): string {
  const text = sent.replace(INVISIBLE, '').trim();
  if (!isRemote(text)) return sent;
  if (URL_PARTS.test(text) || (SCP_PARTS.test(text) && !PORT_FIRST.test(text))) return remoteIdentity(text);
  const plain = text.replace(/^[^/]+@/, '');
  const [host = '', ...path] = plain.split('/');
  if (path.length === 0) return text;
  const identity = `${hostOf(host, '443')}/${pathOf(path.join('/').replace(/\?.*$/s, ''))}`;
  const repository = [host, ...path.slice(0, FORGES.has(host) ? 2 : 1)].join('/');
  const isOfClient = identity === plain.toLowerCase() && repository === repository.toLowerCase();
  return isOfClient ? plain : identity;
}

/**
 * A git remote as the same text for everyone who has it: host and path in lower case, without user, password, query
 * and `.git`. `git@host:path`, `ssh://` and `https://` give the same.
 */
export function remoteIdentity(remote: string): string {
  const text = remote.trim();
  const [, scpHost, scpPath = ''] = SCP_PARTS.exec(text) ?? [];
  if (scpHost !== undefined) return `${hostOf(scpHost, '')}/${pathOf(withoutQuery(scpPath))}`;
  const [, scheme = 'file', host = '', path = text] = URL_PARTS.exec(text) ?? [];
  const plain = decoded(withoutQuery(path));
  if (scheme.toLowerCase() === 'file') return `${/^[/\\]/.test(plain) ? '/' : ''}${pathOf(plain)}`;
  return `${hostOf(host, usualPort(scheme.toLowerCase()))}/${pathOf(plain)}`;
}

/** Through ssh the port is that of the way to the host, whichever it is. */
function usualPort(scheme: string): string {
  return scheme.includes('ssh') ? String.raw`\d+` : (USUAL_PORTS[scheme] ?? '');
}

function hostOf(host: string, usual: string): string {
  return host
    .toLowerCase()
    .replace(new RegExp(`:(?:${usual})?$`), '')
    .replace(/\.(?=:|$)/, '');
}

function withoutQuery(path: string): string {
  return path.replace(/[?#].*$/s, '');
}

function pathOf(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/\/{2,}/g, '/')
    .toLowerCase()
    .replace(/^\/|\/$/g, '')
    .replace(/\.git$/, '')
    .replace(/\/$/, '')
    .split('/')
    .reduce<string[]>(
      (path, part) => (part === '..' ? path.slice(0, -1) : part === '.' ? path : [...path, part]),
      [],
    )
    .join('/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
