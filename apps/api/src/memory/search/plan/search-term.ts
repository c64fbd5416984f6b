/** A word of a query, as the index knows it. */
export interface SearchTerm {
  lexeme: string;
  /** 1 for a stem, less for exact spellings, which count beside it, and for what a mistyped word may have meant. */
  weight: number;
  /** Whether it is a stem: of a word of the query, or of what a mistyped one may have meant. */
  is_stem: boolean;
  /** How many documents hold it. */
  documents: number;
  /** Where it stands in the query: stems of its words only. */
  places: number[];
}

/** The tsquery of one lexeme, whatever characters it has. */
export function lexemeQuery(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** The inverse document frequency of BM25. */
export function rarityOf(documents: number, total: number): number {
  return Math.log(1 + (Math.max(total - documents, 0) + 0.5) / (documents + 0.5));
}
