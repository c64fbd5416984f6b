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

/** How many letters must be changed, added, removed or swapped with the next; 0.5 for a name that begins so. */
function distanceOf(one: string, other: string): number {
  if (one !== other && one.length >= 2 && other.startsWith(one)) return 0.5;
  const [from, to] = [[...one], [...other]];
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (const [row, letter] of from.entries()) {
    const next = [row + 1];
    rows.push(next);
    for (const [column, wanted] of to.entries()) {
      const isSwapped = letter === to[column - 1] && from[row - 1] === wanted;
      next.push(
        Math.min(
          at(row, column) + (letter === wanted ? 0 : 1),
          at(row, column + 1) + 1,
          at(row + 1, column) + 1,
          isSwapped ? at(row - 1, column - 1) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
