import { rarityOf } from '../plan/search-term';
import type { QueryTerms } from '../plan/search-plan';

/** What a word counts that no row has: it may be what the question is about, or a word that nobody would write down. */
const UNKNOWN = 0.6;
/** What another form of a word counts: a row has words that begin like it, so many of its letters. */
const SAME_BEGINNING = 0.6;
const LEAST_BEGINNING = 4;

/**
 * How much of the words of a query a row has, from 0 to 1. Each word counts by its rarity: a row that lacks what a question
 * is about has a small share, however often it has the other words.
 * @param lexemes the words of the row that the query hit
 */
export function shareOf(
  { terms, total }: Pick<QueryTerms, 'terms' | 'total'>,
  lexemes: readonly string[],
): number {
  // The query is but a time.
  if (terms.length === 0) return 1;
  const found = new Set(lexemes);
  let [has, all] = [0, 0];
  for (const term of terms) {
    if (term.places.length === 0) continue;
    const weight = rarityOf(term.documents, total) * (term.documents === 0 ? UNKNOWN : 1);
    all += weight;
    if (found.has(term.lexeme) || lexemes.some((lexeme) => isFormOf(lexeme, term.lexeme))) has += weight;
  }
  return all === 0 ? 0 : Math.round((has / all) * 1_000) / 1_000;
}

function isFormOf(lexeme: string, word: string): boolean {
  let same = 0;
  while (same < word.length && lexeme[same] === word[same]) same++;
  return same >= LEAST_BEGINNING && same >= SAME_BEGINNING * Math.max(word.length, lexeme.length);
}
