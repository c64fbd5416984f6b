const SEARCHABLE = /^[\p{L}\p{M}' -]+$/u;
const MOST_WORDS = 4;
/** The lengths of words in `client_words`. */
const LENGTH = { min: 4, max: 30 };

export interface SearchedWord {
  text: string;
  /** A PostgreSQL regular expression for words within one typing error; null: the word is too short. */
  pattern: string | null;
}

/**
 * The words of a search that may have typing errors. Only letters are corrected, not digits, emails and signs.
 * @returns null if nothing can be corrected
 */
export function wordsToCorrect(search: string): SearchedWord[] | null {
  if (!SEARCHABLE.test(search)) return null;
  const words = search
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
  if (words.length > MOST_WORDS) return null;
  const searched = words.map((text, index) => {
    const { length } = [...text];
    const isCorrectable = length >= LENGTH.min && length <= LENGTH.max;
    return { text, pattern: isCorrectable ? nearTo(text, index === words.length - 1) : null };
  });
  return searched.some(({ pattern }) => pattern !== null) ? searched : null;
}

/** The word, and variants with one letter missing, added, changed or swapped with its neighbour. */
function nearTo(word: string, isUnfinished: boolean): string {
  const letters = [...word];
  const variants = letters.flatMap((letter, place) => {
    const before = letters.slice(0, place).join('');
    const after = letters.slice(place + 1);
    const [next = '', ...rest] = after;
    return [
      `${before}.${letter}${after.join('')}`,
      `${before}.?${after.join('')}`,
      `${before}${next}${letter}${rest.join('')}`,
    ];
  });
  return `^(${[...new Set(variants)].join('|')}|${word}.)${isUnfinished ? '' : '$'}`;
}
