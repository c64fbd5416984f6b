import type { Among, Found } from '../hits/candidates';
import { finderOf, MOST_AT_ONCE } from './finder';
import { lexemeQuery, rarityOf, type SearchTerm } from './search-term';

export interface QueryTerms {
  terms: SearchTerm[];
  /** The words of the query in their order, as the places count them. */
  words: string[];
  /** How many documents there are. */
  total: number;
}

export interface SearchPlan {
  /** A tsquery: what rows are found by; empty: by their time. */
  finder: string;
  /** Whether the rows must have the words that it finds, or the quoted phrases word for word, or be of the named time. */
  found: Found;
  /** A tsquery that finds more rows, and among which; null: no more are looked for. */
  more: { finder: string; among: Among } | null;
  /** Phrases that a row must have word for word; null: none. */
  quoted: readonly string[] | null;
  /** What the words of the query add to the score of a found row. */
  scored: { lexeme: string; query: string; factor: number }[];
  /** Words that follow each other in the query: how near they stand in a found row adds to its score. */
  pairs: WordPair[];
  /** Whether the finder leaves out words, because too many rows have them. */
  is_partial: boolean;
}

export interface WordPair {
  /** A tsquery: both words within three places of each other, in whatever order. */
  near: string;
  /** A tsquery: both as the query has them, one after the other. */
  phrase: string;
  factor: number;
  /** The place of the first, and of the second, in the query. */
  from: number;
  to: number;
}

/** Whether a query has words that are looked for, and not stop words alone, which count less than 1. */
export function hasWords({ terms }: Pick<QueryTerms, 'terms'>): boolean {
  return terms.some(({ places, weight }) => places.length > 0 && weight === 1);
}

/** For a query that names a time and has no such word: "what did we do yesterday". */
export const BY_TIME_ALONE: SearchPlan & QueryTerms = {
  finder: '',
  found: 'time',
  more: null,
  quoted: null,
  scored: [],
  pairs: [],
  is_partial: false,
  terms: [],
  words: [],
  total: 0,
};

/** English words that are not indexed may stand between two words of a phrase. */
const LONGEST_STEP = 3;
/** The cost of a score grows with the pairs. */
const MOST_PAIRS = 24;

/** So many times the rows of the rarest word another one may have to be looked for beside it. */
const NEARLY_AS_RARE = 2;

/** A word that counts less than this share of all is left out: it costs as much as the others, and orders nothing. */
const LEAST_SHARE = 0.005;

/**
 * Chooses by which words rows are found, so that about `most` are. All words add to the score.
 * @returns null if no row has any of the words
 */
export function planSearch(
  { terms, total }: Pick<QueryTerms, 'terms' | 'total'>,
  most: number,
): SearchPlan | null {
  const known = terms.filter(({ documents }) => documents > 0).sort((a, b) => a.documents - b.documents);
  const [rarest] = known;
  if (rarest === undefined) return null;
  const finder = finderOf(known, total, most) || allOf(known);
  // Where even the rarest word is in many rows, some that have but one of the words are looked at too: an estimate may be wrong.
  const any = anyOf(known.filter(({ documents }) => documents <= NEARLY_AS_RARE * rarest.documents));
  const scored = known.map((term) => ({ ...term, factor: factorOf(term, total) }));
  const least = LEAST_SHARE * scored.reduce((sum, { factor }) => sum + factor, 0);
  return {
    finder,
    found: 'words',
    more: rarest.documents > most && any !== finder ? { finder: any, among: 'all' } : null,
    quoted: null,
    scored: scored
      .filter(({ factor }) => factor >= least)
      .map(({ lexeme, factor }) => ({ lexeme, query: lexemeQuery(lexeme), factor })),
    pairs: pairsOf(known, total),
    is_partial:
      Math.min(
        known.reduce((sum, { documents }) => sum + documents, 0),
        total,
      ) > most,
  };
}

/** The rarest words of the query, all at once. */
function allOf(known: readonly SearchTerm[]): string {
  const stems = known.filter(({ is_stem }) => is_stem).slice(0, MOST_AT_ONCE);
  return (stems.length > 0 ? stems : known.slice(0, 1)).map(({ lexeme }) => lexemeQuery(lexeme)).join(' & ');
}

/** Any of these words. An exact spelling says no more than its stem. */
export function anyOf(terms: readonly SearchTerm[]): string {
  const known = terms.filter(({ documents }) => documents > 0);
  const stems = known.filter(({ is_stem }) => is_stem);
  return (stems.length > 0 ? stems : known).map(({ lexeme }) => lexemeQuery(lexeme)).join(' | ');
}

/**
 * What two words that stand as in the query count where few rows have them so, times the more frequent of them: most in a query that
 * is but a phrase.
 */
const PHRASE = { short: 3, long: 0.9 };
const SHORT = 4;

function pairsOf(known: readonly SearchTerm[], total: number): WordPair[] {
  const placed = known
    .flatMap((term) => term.places.map((place) => ({ term, place })))
    .sort((a, b) => a.place - b.place);
  const phrase = placed.length <= SHORT ? PHRASE.short : PHRASE.long;
  return placed
    .flatMap((second, index): WordPair[] => {
      const first = placed[index - 1];
      if (first === undefined || first.term === second.term || second.place - first.place > LONGEST_STEP)
        return [];
      const [a, b] = [lexemeQuery(first.term.lexeme), lexemeQuery(second.term.lexeme)];
      return [
        {
          near: [1, 2, 3].map((step) => `${a} <${step}> ${b} | ${b} <${step}> ${a}`).join(' | '),
          phrase: `${a} <${second.place - first.place}> ${b}`,
          factor: phrase * Math.min(factorOf(first.term, total), factorOf(second.term, total)),
          from: first.place,
          to: second.place,
        },
      ];
    })
    .slice(0, MOST_PAIRS);
}

/** The words of the pairs at these places of the plan, pairs that overlap in one. */
export function phrasesOf(
  { pairs, words }: Pick<SearchPlan & QueryTerms, 'pairs' | 'words'>,
  found: readonly number[],
): string[] {
  const spans: { from: number; to: number }[] = [];
  for (const { from, to } of found.flatMap((index) => pairs[index] ?? [])) {
    const last = spans.at(-1);
    if (last?.to === from) last.to = to;
    else spans.push({ from, to });
  }
  // Scripts without spaces are cut into characters.
  return spans.map(({ from, to }) =>
    words
      .slice(from - 1, to)
      .join(' ')
      .replaceAll(
        /(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]) | (?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])/gu,
        '',
      ),
  );
}

function factorOf({ weight, documents }: SearchTerm, total: number): number {
  return weight * rarityOf(documents, total);
}
