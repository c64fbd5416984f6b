/**
 * The form in which names that people choose, such as those of resources, are compared: without case, width, and
 * repeated or outer spaces. The database has the same rule as `folded_name()`.
 */
export function foldName(name: string): string {
  const narrow = name.normalize('NFKC').replace(/\s+/gu, ' ').trim();
  // Each step alone leaves some letters apart: ẞ and ß, ς and σ.
  return narrow.toLowerCase().toUpperCase().toLowerCase();
}

/** Whether two names mean the same. */
export function isSameName(one: string, other: string): boolean {
  return one === other || foldName(one) === foldName(other);
}

/** Which of the names is meant, as it stands there. */
export function findName(names: readonly string[], wanted: string): string | undefined {
  if (names.includes(wanted)) return wanted;
  const folded = foldName(wanted);
  return names.find((name) => foldName(name) === folded);
}

/** In place of a resource: whoever is free and does it. No resource can be called so. */
export const ANY_RESOURCE = 'any';

export interface KnownResources {
  resources: readonly string[];
  /** What resources were called before. */
  former_resources?: readonly FormerResource[];
}

/** A name that a resource had, and what it is called now. */
export interface FormerResource {
  name: string;
  resource: string;
}

/** The name by which a resource is meant: that of the settings, also by a name that it had before. */
export function presentName(wanted: string, { resources, former_resources = [] }: KnownResources): string {
  const present = findName(resources, wanted);
  if (present !== undefined) return present;
  return former_resources.find(({ name }) => isSameName(name, wanted))?.resource ?? wanted;
}

/** Whether a request means whoever is free. */
export function isAnyResource(wanted: string, { resources }: KnownResources): boolean {
  // An older version of the program could have a resource of this name.
  return isSameName(wanted, ANY_RESOURCE) && findName(resources, wanted) === undefined;
}

/** Whether a request means a resource of the settings, or whoever is free. Also by a former name, which pasted definitions have. */
export function isKnownResource(wanted: string, known: KnownResources): boolean {
  return isAnyResource(wanted, known) || findName(known.resources, presentName(wanted, known)) !== undefined;
}

/** The resource that a request means: `any` where it names none and there are several. */
export function resourceOf(wanted: string | undefined, known: KnownResources): string {
  if (wanted !== undefined) return isAnyResource(wanted, known) ? ANY_RESOURCE : presentName(wanted, known);
  const [only = ANY_RESOURCE, ...others] = known.resources;
  return others.length === 0 ? only : ANY_RESOURCE;
}
