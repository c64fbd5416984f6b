import { isOfMachine, projectIdentity } from '@groupless/shared-dto';
import { countMasked } from '../../../../platform/http/masked-count';
import { maskSecrets } from '@groupless/shared-dto/memory/masked-text';

/** The identity that a request sends, as it is looked for and stored: one text for all ways to write a remote, and no secrets. */
export function identityOf(sent: string): string {
  return maskSecrets(projectIdentity(sent)).text;
}

/**
 * The same of one person. A place on a machine is that of one person, whatever the key: in two containers of one name
 * `/workspace` may be two projects. The answer of the request says how many secrets there were.
 * @param owner the id of the user for whom it is sent, or of a key of the settings; null: unknown
 */
export function ownIdentity(sent: string, owner: string | null): string {
  const identity = identityOf(sent);
  const { count } = identity === sent ? { count: 0 } : maskSecrets(sent);
  if (count > 0) countMasked(count);
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
