import { languageOf } from './languages';

export interface FormatChoices {
  /** Of the panel's texts, as it is stored: `en`, `de-AT`. */
  locale: string;
  /** What the profile says; null: nothing. */
  formats: string | null;
  /** The languages of the browser, the preferred one first. */
  browser: readonly string[];
  /** The business's country. */
  country: string | undefined;
}

/** What an English browser says anywhere: it tells of no region where the business has one. */
const ANYWHERE = 'en-US';

/**
 * The BCP 47 tag that dates and numbers follow: the language of the texts as it is written in a region. That is the one of the
 * profile, else of the browser where it has the same language, else of the business.
 */
export function formatLocale({ locale, formats, browser, country }: FormatChoices): string {
  const language = languageOf(locale);
  const tells = (tag: string) => isOf(tag, language) && !(tag === ANYWHERE && country !== undefined);
  const ofBrowser = browser.find((tag) => tells(tag) && regionOf(tag) !== undefined);
  const region = regionOf(formats) ?? regionOf(locale) ?? regionOf(ofBrowser) ?? country;
  return region === undefined ? locale : writtenIn(language, region);
}

function isOf(tag: string, language: string): boolean {
  return tag === language || tag.startsWith(`${language}-`);
}

function regionOf(tag: string | null | undefined): string | undefined {
  if (tag === null || tag === undefined) return undefined;
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}

/** English of a country that has no English of its own is written as in Britain, not as in the United States. */
function writtenIn(language: string, region: string): string {
  const tag = `${language}-${region}`;
  // Slow to look up, so not where it decides nothing.
  if (language !== 'en' || region === 'US' || region === 'GB') return tag;
  return new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag ? tag : 'en-GB';
}
