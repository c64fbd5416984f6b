/** A piece of a text and where it stands. */
export interface Span {
  text: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:[-_./:@]+[\p{L}\p{N}\p{M}]+)*/gu;

/** What separates the parts of an identifier or path; the same as in search_parts() of the database. */
const SEPARATOR =
  /[-_./:@]+|(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])|(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])/u;

/** The words of a text; identifiers and paths as a whole. */
export function wordsOf(text: string): Span[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

/** The words within an identifier or path, or the plain word that it is. */
export function identifierParts(whole: Span): Span[] {
  if (/^\p{L}?[\p{Ll}\p{N}]*$/u.test(whole.text)) return [whole];
  let from = 0;
  return whole.text
    .split(SEPARATOR)
    .filter((part) => part !== '')
    .map((part) => {
      from = whole.text.indexOf(part, from) + part.length;
      return { text: part, start: whole.start + from - part.length, end: whole.start + from };
    });
}

/** Letters that unaccent() writes with others, though they have no accent. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ĳ: 'ij',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŀ: 'l',
  ŋ: 'n',
  ø: 'o',
  ŧ: 't',
};

/** A letter that loses its accents: Latin and Greek ones, and ё. Others, such as й, are letters of their own. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}ёЁ]\p{M}*/gu;

/** A word as the index has it, which is made by unaccent() of the database: in lower case, without accents. */
export function normalizedWord(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word.toLowerCase();
  return word
    .normalize('NFC')
    .replaceAll(ACCENTED, (letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .toLowerCase()
    .replaceAll(/[ßæœĳþðđħıłŀŋøŧ]/g, (letter) => LETTERS[letter] ?? letter);
}
