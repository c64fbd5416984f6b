import {
  EVENT_PHRASE,
  NO_LETTER_BEFORE,
  RUSSIAN_EVENT_PHRASES,
} from '@groupless/shared-dto/memory/time-phrases';
import { withoutQuoted } from '../quoted';

/** Something that happened, and what of the query is left without it. */
export interface NamedEvent {
  event: string;
  isBefore: boolean;
  rest: string;
}

const wholePhrase = (phrase: string) => new RegExp(`${NO_LETTER_BEFORE}${phrase}`, 'iu');

/** Forms of a sentence, with the noun that they decline; null: what the form finds names the event as it stands. */
const EVENTS: readonly (readonly [RegExp, string | null])[] = [
  [wholePhrase(EVENT_PHRASE), null],
  ...RUSSIAN_EVENT_PHRASES.map(({ phrase, noun }) => [wholePhrase(phrase), noun] as const),
];

/** "before the release of 2.0": the memory knows when that was. Null if the query names none. */
export function eventNamedIn(query: string): NamedEvent | null {
  const text = query.replaceAll(/\s+/gu, ' ');
  const open = withoutQuoted(text);
  for (const [form, noun] of EVENTS) {
    const found = form.exec(open);
    if (found === null) continue;
    const [whole, relation = '', last = ''] = found;
    const end = found.index + whole.length;
    const about = text.slice(end - last.length, end);
    return {
      event: [noun, about.trim().replace(/\.+$/u, '')]
        .filter((part) => part !== null && part !== '')
        .join(' '),
      isBefore: /^(before|until|до|перед)$/iu.test(relation),
      rest: `${text.slice(0, found.index)} ${text.slice(end)}`.trim(),
    };
  }
  return null;
}
