import { isDeepStrictEqual } from 'node:util';

/** The names of the fields whose values differ. */
export function changedFields<Fields extends object>(
  before: Fields,
  after: Fields,
): (keyof Fields & string)[] {
  // The copy has plain objects instead of instances of request classes.
  const given = JSON.parse(JSON.stringify(after)) as Fields;
  const names = Object.keys(before) as (keyof Fields & string)[];
  return names.filter((name) => !isDeepStrictEqual(before[name], given[name]));
}
