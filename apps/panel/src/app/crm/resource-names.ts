import { findName, foldName } from '@groupless/shared-dto';

/** The names without repetitions, in their order: of two spellings of one name, the first one. */
export function distinctNames(names: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const name of names) {
    const folded = foldName(name);
    if (!spellings.has(folded)) spellings.set(folded, name);
  }
  return [...spellings.values()];
}

/** The names to choose from where one is chosen: that one in the spelling that it has, in its place or behind the others. */
export function namesWith(names: readonly string[], chosen: string): string[] {
  const distinct = distinctNames(names);
  const place = placeOfName(distinct, chosen);
  return place === -1 ? [...distinct, chosen] : distinct.with(place, chosen);
}

/** Where a name stands, in whatever spelling; -1 where it does not. */
export function placeOfName(names: readonly string[], wanted: string): number {
  const found = findName(names, wanted);
  return found === undefined ? -1 : names.indexOf(found);
}
