import type { MailLanguage } from '@groupless/shared-dto';
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
