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

/** The resource that a request means: the one of the settings by its name; the first of them where it names none. */
export function resourceOf(
  wanted: string | undefined,
  { resources }: { resources: readonly string[] },
): string {
  const [first = wanted ?? ''] = resources;
  return wanted === undefined ? first : (findName(resources, wanted) ?? wanted);
}
