import { isBarePath, isOfMachine, LIMITS, projectIdentity } from '@groupless/shared-dto';
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

/** An identity that others may have, too, as a private project has it: its owner alone finds the project by it. */
export function privateIdentity(identity: string, owner: string): string {
  return isOfMachine(identity) || isBarePath(identity) ? identity : `${identity}#${owner}`;
}

/**
 * What an identity may be stored as that one person sends, the surest first.
 * @param owner see `ownIdentity()`
 */
export function knownAs(sent: string, owner: string | null): string[] {
  const identity = ownIdentity(sent, owner);
  return owner === null ? [identity] : [...new Set([identity, privateIdentity(identity, owner)])];
}

/** An identity as people see it: without its owner. */
export function shownIdentity(identity: string): string {
  return identity.replace(/#[^#/]*$/, '');
}

/**
 * The same of several, for one person: places are shown to their owner alone, and those that are nobody's to all.
 * @param owner see `ownIdentity()`
 */
export function shownIdentities(identities: readonly string[], owner: string | null): string[] {
  const own = identities.filter((identity) => {
    const of = /#([^#/]*)$/.exec(identity)?.[1];
    return !isOfMachine(identity) || of === undefined || of === owner;
  });
  return [...new Set(own.map(shownIdentity))];
}

/**
 * The name of a private project, which nobody else's has: with its place.
 * @param place as it is shown
 */
export function privateName(label: string, place: string): string {
  const most = LIMITS.project_name.max - [...label].length - ' ()'.length;
  return `${label} (${[...place].slice(-Math.max(0, most)).join('')})`;
}

/** The name without the place. @param identity the place as it is stored */
export function sharedName(name: string, identity: string): string {
  if (identity === '') return name.replace(/ \([^()]*\)$/, '');
  const places = [identity, shownIdentity(identity)];
  for (let start = name.indexOf(' ('); start > 0; start = name.indexOf(' (', start + 1)) {
    const told = name.slice(start + ' ('.length, -1);
    if (told !== '' && places.some((place) => place.endsWith(told))) return name.slice(0, start);
  }
  return name;
}
