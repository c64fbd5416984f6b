import { MAIL_LANGUAGES, type MailLanguage } from '@groupless/shared-dto';
import { ENGLISH } from './english';
import { FRENCH } from './french';
import { GERMAN } from './german';
import type { LanguageTexts } from './language-texts';
import { RUSSIAN } from './russian';
import { SPANISH } from './spanish';

/** The texts that come with the program. */
export const STANDARD_TEXTS: Record<MailLanguage, LanguageTexts> = {
  en: ENGLISH,
  ru: RUSSIAN,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
};

/** The first of the language tags (`de-AT`) that there are texts in; else English. */
export function mailLanguageOf(...tags: readonly (string | null)[]): MailLanguage {
  const primary = tags.map((tag) => tag?.split('-')[0]?.toLowerCase());
  return primary.flatMap((one) => MAIL_LANGUAGES.find((known) => known === one) ?? [])[0] ?? 'en';
}
