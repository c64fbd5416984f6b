import type { ContextRow } from '../context-rows';

/** Two words are near if this many first letters are equal and at most this many of each follow. */
const SAME_BEGINNING = 4;
const DIFFERENT_END = 3;

/** Marks the entries of the state whose key is nearly that of a newer one of the same project: `cart_store`, `cart_storage`. */
export function withOlderEntries(rows: readonly ContextRow[]): ContextRow[] {
  const newestFirst = rows
    .flatMap((row) => (row.list === 'state' ? [row] : []))
    .sort((one, other) => (one.row.updated_at < other.row.updated_at ? 1 : -1));
  const byWords = new Map<string, (typeof newestFirst)[number][]>();
  const older = new Map<number, string>();
  for (const entry of newestFirst) {
    const words = wordsOf(entry.row.key);
    // Near keys have the same number of words, with equal beginnings.
    const place = JSON.stringify([entry.project, words.map((word) => word.slice(0, SAME_BEGINNING))]);
    const known = byWords.get(place) ?? [];
    const newer = known.find(({ row }) => areNear(words, wordsOf(row.key)));
    if (newer === undefined) byWords.set(place, [...known, entry]);
    else older.set(entry.row.id, newer.row.key);
  }
  return rows.map((row) => {
    const newer = row.list === 'state' ? older.get(row.row.id) : undefined;
    return newer === undefined ? row : { ...row, older_than: newer };
  });
}

/** Orders each entry before the older ones with nearly the same key. */
export function newestFirst(entries: readonly ContextRow[]): ContextRow[] {
  const isBehind = (entry: ContextRow, newer: ContextRow) =>
    newer.list === 'state' && entry.older_than === newer.row.key && entry.project === newer.project;
  const firsts = entries.filter(
    (entry) => entry.older_than === undefined || !entries.some((newer) => isBehind(entry, newer)),
  );
  return firsts.flatMap((newer) => [newer, ...entries.filter((entry) => isBehind(entry, newer))]);
}

function wordsOf(key: string): string[] {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function areNear(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => beginsAlike(word, other[index] ?? ''));
}

function beginsAlike(one: string, other: string): boolean {
  if (one === other) return true;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  return same >= SAME_BEGINNING && Math.max(one.length, other.length) - same <= DIFFERENT_END;
}
