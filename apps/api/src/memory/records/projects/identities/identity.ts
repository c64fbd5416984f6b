/** A folder on a machine, such as `laptop:/home/ada/shop`; a remote begins with a host, and has a port at most. */
const OF_MACHINE = /^[^/]+:(?:\/|[a-z]:\/)/i;

/**
 * An identity as it is stored. A place on a machine is that of one person, whatever the key: in two containers of one name
 * `/workspace` may be two projects.
 * @param owner the id of the user for whom it is sent, or of a key of the settings; null: unknown
 */
export function ownIdentity(identity: string, owner: string | null): string {
  return owner !== null && isOfMachine(identity) ? `${identity}#${owner}` : identity;
}

/** An identity as people see it: without its owner. */
export function shownIdentity(identity: string): string {
  return identity.replace(/#[^#/]*$/, '');
}

/** The same for several. A place that several people have is in the result once. */
export function shownIdentities(identities: readonly string[]): string[] {
  return [...new Set(identities.map(shownIdentity))];
}

export function isOfMachine(identity: string): boolean {
  return OF_MACHINE.test(identity);
}

/** The first commit of a repository, with the folder below it. */
export function isCommit(identity: string): boolean {
  return identity.startsWith('commit:');
}

/** A path without a machine, as programs sent it before they told the machine. */
export function isBarePath(identity: string): boolean {
  return /^(?:\/|[a-z]:\/)/i.test(identity);
}

export function isRemote(identity: string): boolean {
  return !isCommit(identity) && !isOfMachine(identity) && !isBarePath(identity);
}
