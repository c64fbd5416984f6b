import type { MailLanguage } from '@groupless/shared-dto';
import { ENGLISH } from './english';
import { FRENCH } from './french';
import { GERMAN } from './german';
import type { PageTexts } from './page-texts';
import { RUSSIAN } from './russian';
import { SPANISH } from './spanish';

export const PAGE_TEXTS: Record<MailLanguage, PageTexts> = {
  en: ENGLISH,
  ru: RUSSIAN,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
};

/** A text with its values. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
