import { lexemeQuery, rarityOf, type SearchTerm } from './search-term';

/** Words of a text come together more often than by chance. */
const TOGETHER = 2;
/** Only the rarest words are looked for together, and none whose list takes long to read. */
const MOST_WORDS = 8;
const MOST_LISTED = 60_000;
export const MOST_AT_ONCE = 3;

interface FindingWord {
  query: string;
  documents: number;
  rarity: number;
}

/** A tsquery, empty if it finds nothing, and about how many rows it finds. */
interface Finder {
  query: string;
  rows: number;
}

/**
 * What finds the rows that can score most, about as many as wanted: those with words that are rare enough together. A rare word
 * finds by itself, frequent ones two or three at once.
 * @param known words that some documents have
 * @returns an empty tsquery where even the rarest of these finds more
 */
export function finderOf(known: readonly SearchTerm[], total: number, most: number): string {
  const words = known
    .map(({ lexeme, documents, is_stem, weight }) => ({
      query: lexemeQuery(lexeme),
      documents: Math.min(documents, total),
      rarity: rarityOf(documents, total) * (is_stem ? weight : 1),
      isStem: is_stem,
    }))
    .sort((a, b) => b.rarity - a.rarity);
  // An exact spelling never stands without its stem: the two say no more together.
  const stems = words
    .filter(({ isStem, documents }) => isStem && documents <= MOST_LISTED)
    .slice(0, MOST_WORDS);
  const others = words.filter((word) => !stems.includes(word));
  const levels = [...others.map(({ rarity }) => [rarity]), ...raritiesTogether(stems, MOST_AT_ONCE)].flat();
  const finderAt = (least: number): Finder => {
    const alone = others.filter(({ rarity }) => reaches(rarity, least));
    return either([
      ...alone.map(({ query, documents }) => ({ query, rows: documents })),
      ...together(stems, least, total),
    ]);
  };
  return lowestThatFits([...new Set(levels)], finderAt, Math.min(most, total), total).query;
}

/** The finder of the lowest level that finds few enough rows: the lower, the more it finds. */
function lowestThatFits(
  levels: number[],
  finderAt: (least: number) => Finder,
  most: number,
  total: number,
): Finder {
  levels.sort((a, b) => a - b);
  let best: Finder = NOTHING;
  let [from, to] = [0, levels.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const finder = finderAt(levels[middle] ?? Infinity);
    if (Math.min(finder.rows, total) <= most) {
      best = finder;
      to = middle;
    } else from = middle + 1;
  }
  return best;
}

const NOTHING: Finder = { query: '', rows: 0 };

function either(finders: readonly Finder[]): Finder {
  return {
    query: finders.map(({ query }) => query).join(' | '),
    rows: finders.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** The smallest sets of words that are rare enough together, rarest first: each word with any of what it needs beside it. */
function together(
  words: readonly FindingWord[],
  least: number,
  total: number,
  atOnce = MOST_AT_ONCE,
): Finder[] {
  return words.flatMap((word, index): Finder[] => {
    if (reaches(word.rarity, least)) return [{ query: word.query, rows: word.documents }];
    if (atOnce === 1) return [];
    const rest = either(together(words.slice(index + 1), least - word.rarity, total, atOnce - 1));
    if (rest.query === '') return [];
    const rows = Math.min(word.documents, rest.rows, (TOGETHER * word.documents * rest.rows) / total);
    return [{ query: `${word.query} & (${rest.query})`, rows }];
  });
}

/** A level is a sum, of which parts are taken away again: what is left differs from the last part by rounding. */
const ROUNDING = 1e-9;

function reaches(rarity: number, least: number): boolean {
  return rarity >= least - ROUNDING;
}

/** How rare the sets of at most so many of the words are. */
function raritiesTogether(words: readonly FindingWord[], atOnce: number): number[] {
  if (atOnce === 0) return [];
  return words.flatMap(({ rarity }, index) => [
    rarity,
    ...raritiesTogether(words.slice(index + 1), atOnce - 1).map((more) => rarity + more),
  ]);
}
