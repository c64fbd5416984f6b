import { invalidRequest } from '../errors/app-error';

/** Languages that people may write by their name. */
const NAMED = (
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu hy id it ja ka kk ko lt lv mk ms nb nl pl pt ro ru sk sl sq sr sv sw ta ' +
  'th tr uk ur uz vi zh'
).split(' ');

const ENGLISH = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether the language of a well-formed BCP 47 tag is one that there is: `deutsch` is none. */
export function isKnownLanguage(tag: string): boolean {
  const [language = ''] = tag.split('-');
  return ENGLISH.of(language) !== undefined;
}

/** The tag of a language by the name that it has in itself or in English: `de` of `Deutsch`; null: it is none. */
export function languageNamed(name: string): string | null {
  return (named ??= namedLanguages()).get(folded(name)) ?? null;
}

/**
 * Tags are checked for a known language where what is stored is known: a value that is there may stay.
 * @throws AppError `invalid_request`
 */
export function demandKnownLanguage(field: string, tag: string | null, stored: string | null): void {
  if (tag === null || tag === stored || isKnownLanguage(tag)) return;
  const message = `${field} names no language that is known; German is de.`;
  throw invalidRequest([{ field, code: 'not_allowed', message }]);
}

let named: ReadonlyMap<string, string> | null = null;

function namedLanguages(): ReadonlyMap<string, string> {
  const namesOf = (tag: string) => [ENGLISH, new Intl.DisplayNames(tag, { type: 'language' })];
  return new Map(NAMED.flatMap((tag) => namesOf(tag).map((names) => [folded(names.of(tag) ?? tag), tag])));
}

function folded(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
}
