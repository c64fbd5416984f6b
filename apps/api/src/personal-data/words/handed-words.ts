import { MAIL_LANGUAGES, type MailLanguage } from '@groupless/shared-dto';
import { CODES } from './codes';
import { HEADINGS } from './headings';
import type { InEach } from './in-each';
import { LABELS } from './labels';

/** What the page of a client's data says. `{name}`, `{id}`, `{at}` and `{zone}` are filled in. */
const PAGE = {
  title: [
    'Personal data of {name}',
    'Персональные данные: {name}',
    'Personenbezogene Daten von {name}',
    'Datos personales de {name}',
    'Données personnelles de {name}',
  ],
  about: [
    'All that is kept of the person, on {at}. Times are those of {zone}. Client {id}.',
    'Всё, что хранится об этом человеке, на {at}. Время: {zone}. Клиент {id}.',
    'Alles, was über die Person gespeichert ist, am {at}. Zeiten gelten für {zone}. Kunde {id}.',
    'Todo lo que se guarda de la persona, a {at}. Las horas son de {zone}. Cliente {id}.',
    'Tout ce qui est conservé sur la personne, au {at}. Les heures sont celles de {zone}. Client {id}.',
  ],
} satisfies Record<string, InEach>;

export type HandedWords = Readonly<
  Record<'page' | 'headings' | 'labels' | 'codes', Readonly<Record<string, string>>>
>;

/** The words of one language. */
export function handedWords(language: MailLanguage): HandedWords {
  const place = MAIL_LANGUAGES.indexOf(language);
  const inLanguage = (words: Readonly<Record<string, InEach>>) =>
    Object.fromEntries(Object.entries(words).map(([word, each]) => [word, each[place] ?? each[0]]));
  return {
    page: inLanguage(PAGE),
    headings: inLanguage(HEADINGS),
    labels: inLanguage(LABELS),
    codes: inLanguage(CODES),
  };
}
