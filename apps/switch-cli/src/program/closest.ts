/** The name that was probably meant: the same in another case, its beginning, or with few letters changed. */
export function closest(wanted: string, names: readonly string[]): string | null {
  const lower = wanted.toLowerCase();
  const candidates = names
    .map((name) => ({ name, distance: distanceOf(lower, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = candidates;
  if (best === undefined) return null;
  return best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : null;
}

/** How many letters must be changed, added or removed (Levenshtein); 0.5 for a name that begins so. */
function distanceOf(one: string, other: string): number {
  if (one !== other && one.length >= 2 && other.startsWith(one)) return 0.5;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
