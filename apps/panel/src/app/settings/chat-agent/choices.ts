import { ownNames } from '../../crm/own-names';
import type { Choice } from '../../ui/forms/search-choice';

/** Languages that are offered by name; any other can be typed as its tag. */
const LANGUAGES_OFFERED = (
  'ar bg bn ca cs da de de-AT de-CH el en en-AU en-GB en-US es es-MX et fa fi fr fr-CA he hi hr hu hy id it ja ka kk ' +
  'ko lt lv mk ms nb nl pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur uz vi zh zh-Hant'
).split(' ');

export function languageChoices(locale: string): Choice[] {
  const names = languageNames(locale);
  return sorted(
    LANGUAGES_OFFERED.map((tag) => languageChoice(tag, names)),
    locale,
  );
}

/** Any language by its tag, in the spelling that the API wants; null for what is none. */
export function languageOfTag(text: string, locale: string): Choice | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    return tag === undefined || !isKnown(tag) ? null : languageChoice(tag, languageNames(locale));
  } catch {
    return null;
  }
}

/** `deutsch` is a well-formed tag, of a language that there is not. */
function isKnown(tag: string): boolean {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(new Intl.Locale(tag).language) !== undefined;
}

function languageNames(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames(locale, { type: 'language' });
}

function languageChoice(tag: string, names: Intl.DisplayNames): Choice {
  return { value: tag, label: names.of(tag) ?? tag, hint: tag, others: () => ownNames('language', tag) };
}

function sorted(choices: Choice[], locale: string): Choice[] {
  return choices.sort((a, b) => a.label.localeCompare(b.label, locale));
}
