import type { Choice } from '../../ui/forms/search-choice';
import { LANGUAGES_OFFERED, PHONE_REGIONS } from './regions-and-languages';

export function regionChoices(locale: string): Choice[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return sorted(
    PHONE_REGIONS.map((region) => ({ value: region, label: names.of(region) ?? region, hint: region })),
    locale,
  );
}

export function languageChoices(locale: string): Choice[] {
  const names = languageNames(locale);
  return sorted(
    LANGUAGES_OFFERED.map((tag) => languageChoice(tag, names)),
    locale,
  );
}

/** Any language by its tag, in the spelling that the API wants; null for what is no tag. */
export function languageOfTag(text: string, locale: string): Choice | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    return tag === undefined ? null : languageChoice(tag, languageNames(locale));
  } catch {
    return null;
  }
}

function languageNames(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames(locale, { type: 'language' });
}

function languageChoice(tag: string, names: Intl.DisplayNames): Choice {
  return { value: tag, label: names.of(tag) ?? tag, hint: tag };
}

function sorted(choices: Choice[], locale: string): Choice[] {
  return choices.sort((a, b) => a.label.localeCompare(b.label, locale));
}
