/** A word of a query, as the index knows it. */
export interface SearchTerm {
  lexeme: string;
  /** 1 for a stem, less for exact spellings, which count beside it, and for what a mistyped word may have meant. */
  weight: number;
  /** How many documents hold it. */
  documents: number;
}

export interface QueryTerms {
  terms: SearchTerm[];
  /** How many documents there are. */
  total: number;
}

export interface SearchPlan {
  /** A tsquery: a row is found if it has one of these words. */
  finder: string;
  /** What the words of the query add to the score of a found row. */
  scored: { lexeme: string; query: string; factor: number }[];
  /** Whether the finder leaves out words, because too many rows have them. */
  is_partial: boolean;
}

/**
 * Chooses by which words rows are found: the rarest, as long as they do not find more than `most` rows
 * together. The rest only adds to the score. Any one word is enough to be found; what no row has is left out.
 * @returns null if no row has any of the words
 */
export function planSearch({ terms, total }: QueryTerms, most: number): SearchPlan | null {
  const known = terms.filter(({ documents }) => documents > 0).sort((a, b) => a.documents - b.documents);
  const finding: SearchTerm[] = [];
  let found = 0;
  for (const term of known) {
    found += term.documents;
    if (Math.min(found, total) > most && finding.length > 0) break;
    finding.push(term);
  }
  if (finding.length === 0) return null;
  return {
    finder: finding.map(({ lexeme }) => quoted(lexeme)).join(' | '),
    scored: known.map(({ lexeme, weight, documents }) => ({
      lexeme,
      query: quoted(lexeme),
      factor: weight * rarity(documents, total),
    })),
    is_partial: finding.length < known.length,
  };
}

/** The inverse document frequency of BM25. */
function rarity(documents: number, total: number): number {
  return Math.log(1 + (Math.max(total - documents, 0) + 0.5) / (documents + 0.5));
}

/** A word as PostgreSQL reads it in a tsquery, whatever is in it. */
function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
