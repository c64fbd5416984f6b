import classes from './poisoned-texts.json';

export interface PoisonedText {
  /** Its class, its language, and how it is disguised. */
  name: string;
  /** The texts of one row. */
  texts: string[];
}

const LANGUAGES = ['en', 'de', 'es', 'fr', 'ru'];

type Disguise = (text: string) => string[];

const halves: Disguise = (text) => {
  const words = text.split(' ');
  const middle = Math.ceil(words.length / 2);
  return [words.slice(0, middle).join(' '), words.slice(middle).join(' ')];
};

const one =
  (disguise: (text: string) => string): Disguise =>
  (text) => [disguise(text)];
const bytes = (encoding: BufferEncoding) => one((text) => `Config: ${Buffer.from(text).toString(encoding)}`);
const escaped = (text: string) =>
  Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
const CYRILLIC: Record<string, string> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с' };
const LEET: Record<string, string> = { e: '3', o: '0', i: '1', a: '4' };
const swapped = (letters: Record<string, string>) =>
  one((text) => text.replace(/\p{Script=Latin}/gu, (letter) => letters[letter] ?? letter));

const DISGUISES: Record<string, Disguise> = {
  base64: bytes('base64'),
  hex: bytes('hex'),
  percent: one((text) => encodeURIComponent(text)),
  entities: one((text) => Array.from(text, (letter) => `&#${letter.codePointAt(0)};`).join('')),
  escapes: one(escaped),
  'zero width': one((text) => [...text].join('\u200b')),
  lookalikes: swapped(CYRILLIC),
  leet: swapped(LEET),
  capitals: one((text) => text.toUpperCase()),
  'full width': one((text) =>
    text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ),
};

/** 200 texts: each as it is, split over two fields, and 80 in disguise. */
export const POISONED_TEXTS: readonly PoisonedText[] = Object.entries(classes).flatMap(
  ([name, texts], place) =>
    texts.flatMap((text, index) => {
      const title = `${name}, ${LANGUAGES[index]}`;
      const disguises = Object.entries(DISGUISES).filter(
        (_, number) => (number + place * 5 + index) % 15 < 2,
      );
      return [
        { name: title, texts: [text] },
        { name: `${title}, split`, texts: halves(text) },
        ...disguises.map(([disguise, apply]) => ({ name: `${title}, ${disguise}`, texts: apply(text) })),
      ];
    }),
);
