import { visibleText } from '../../../shared/text/hidden-characters';

/** Letters of other scripts and digits that are drawn like Latin letters. */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  [
    'аa',
    'еe',
    'оo',
    'рp',
    'сc',
    'уy',
    'хx',
    'іi',
    'ѕs',
    'јj',
    'ԁd',
    'һh',
    'кk',
    'мm',
    'тt',
    'вb',
    'нh',
    'гr',
    'αa',
    'εe',
    'οo',
    'ρp',
    'νv',
    'ιi',
    'υu',
    'τt',
    'κk',
    'ηn',
    '0o',
    '1i',
    '3e',
    '4a',
    '5s',
    '7t',
    '8b',
    '@a',
    '$s',
    '!i',
    '|l',
  ].map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
const LOOKALIKE = new RegExp(
  `[${Object.keys(LOOKALIKES)
    .map((letter) => (letter === '|' ? '\\|' : letter))
    .join('')}]`,
  'g',
);
/** A word that mixes Latin letters with what is drawn like them. */
const MIXED =
  /[a-z@$!|\d\u0370-\u04ff]{0,40}(?:[a-z][@$!|\d\u0370-\u04ff]|[@$!|\d\u0370-\u04ff][a-z])[a-z@$!|\d\u0370-\u04ff]{0,40}/g;
const SPACED = /(?<![^\s])(?:\p{L}[ ._-]){4,}\p{L}(?![^\s])/gu;

/** Tag characters, which nobody sees and a model reads as the ASCII letters that they stand for. */
const TAGS = /[\u{e0020}-\u{e007e}]/gu;

function readTags(text: string): string {
  return text.replace(TAGS, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000));
}

/** A text in lower case without accents, hidden characters and tricks of writing. */
export function plainText(text: string): string {
  // Most texts: nothing in them needs the slow steps.
  // eslint-disable-next-line no-control-regex
  const plain = /^[\x00-\x7f]*$/.test(text)
    ? text
    : visibleText(readTags(text).normalize('NFKD')).replace(/\p{M}|\p{Join_Control}/gu, '');
  // The Turkish letter without a dot has none to lose.
  return plain.toLowerCase().replaceAll('ı', 'i');
}

/** The text with disguises undone: digits, signs and letters of other scripts in place of letters, and s p a c e d words. */
export function unmasked(plain: string): string {
  return plain
    .replace(MIXED, (word) => word.replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter))
    .replace(SPACED, (letters) => letters.replace(/[ ._-]/g, ''));
}
