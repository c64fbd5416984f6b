/** A word of a query, as the index knows it. */
export interface SearchTerm {
  lexeme: string;
  /** 1 for a stem, less for exact spellings, which count beside it, and for what a mistyped word may have meant. */
  weight: number;
  /** How many documents hold it. */
  documents: number;
  /** Where it stands in the query: stems only. */
  places: number[];
}

export interface QueryTerms {
  terms: SearchTerm[];
  /** The words of the query in their order, as the places count them. */
  words: string[];
  /** How many documents there are. */
  total: number;
}

export interface SearchPlan {
  /** A tsquery: a row is found if it has one of these words. */
  finder: string;
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

/** English words that are not indexed may stand between two words of a phrase. */
const LONGEST_STEP = 3;
/** The cost of a score grows with the pairs. */
const MOST_PAIRS = 24;

/** A word that counts less than this share of all is left out: it costs as much as the others, and orders nothing. */
const LEAST_SHARE = 0.005;

/** Words of a text come together more often than by chance. */
const TOGETHER = 4;
/** The lists of the rows of these words are read to their end. */
const MOST_JOINED = 40_000;
const MOST_JOINS = 20;

/**
 * Chooses by which words rows are found: the rarest, as long as they do not find more than `most` rows
 * together; and of the others two at once, where few enough rows should have both. All words add to the score.
 * @returns null if no row has any of the words
 */
export function planSearch(
  { terms, total }: Pick<QueryTerms, 'terms' | 'total'>,
  most: number,
): SearchPlan | null {
  const known = terms.filter(({ documents }) => documents > 0).sort((a, b) => a.documents - b.documents);
  const finding: SearchTerm[] = [];
  let found = 0;
  for (const term of known) {
    if (Math.min(found + term.documents, total) > most && finding.length > 0) break;
    found += term.documents;
    finding.push(term);
  }
  if (finding.length === 0) return null;
  const joins = joinsOf(known.slice(finding.length), total, most - found);
  const scored = known.map((term) => ({ ...term, factor: term.weight * rarity(term, total) }));
  const least = LEAST_SHARE * scored.reduce((sum, { factor }) => sum + factor, 0);
  return {
    finder: [...finding.map(({ lexeme }) => quoted(lexeme)), ...joins].join(' | '),
    scored: scored
      .filter(({ factor }) => factor >= least)
      .map(({ lexeme, factor }) => ({ lexeme, query: quoted(lexeme), factor })),
    pairs: pairsOf(known, total),
    is_partial: finding.length < known.length,
  };
}

/** Two words each that few rows should have both, rarest first, as long as they find no more than `most` rows together. */
function joinsOf(terms: readonly SearchTerm[], total: number, most: number): string[] {
  const words = terms.filter(({ places, documents }) => places.length > 0 && documents <= MOST_JOINED);
  const joins = words
    .flatMap((a, index) =>
      words.slice(index + 1).map((b) => ({
        query: `${quoted(a.lexeme)} & ${quoted(b.lexeme)}`,
        documents: Math.min(a.documents, (TOGETHER * a.documents * b.documents) / total),
      })),
    )
    .sort((a, b) => a.documents - b.documents)
    .slice(0, MOST_JOINS);
  let found = 0;
  return joins.filter(({ documents }) => (found += documents) <= most).map(({ query }) => query);
}

/** The pair counts like the more frequent of its words. */
function pairsOf(known: readonly SearchTerm[], total: number): WordPair[] {
  const placed = known
    .flatMap((term) => term.places.map((place) => ({ term, place })))
    .sort((a, b) => a.place - b.place);
  return placed
    .flatMap((second, index): WordPair[] => {
      const first = placed[index - 1];
      if (first === undefined || first.term === second.term || second.place - first.place > LONGEST_STEP)
        return [];
      const [a, b] = [quoted(first.term.lexeme), quoted(second.term.lexeme)];
      return [
        {
          near: [1, 2, 3].map((step) => `${a} <${step}> ${b} | ${b} <${step}> ${a}`).join(' | '),
          phrase: `${a} <${second.place - first.place}> ${b}`,
          factor: Math.min(rarity(first.term, total), rarity(second.term, total)),
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
      .replaceAll(/(?<=[\u3040-\u30ff\u3400-\u9fff]) | (?=[\u3040-\u30ff\u3400-\u9fff])/gu, ''),
  );
}

/** The inverse document frequency of BM25. */
export function rarity({ documents }: SearchTerm, total: number): number {
  return Math.log(1 + (Math.max(total - documents, 0) + 0.5) / (documents + 0.5));
}

/** A word as PostgreSQL reads it in a tsquery, whatever is in it. */
function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
