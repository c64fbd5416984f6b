import {
  MAIL_LANGUAGES,
  type MailKind,
  type MailLanguage,
  type MailTextInputDto,
} from '@groupless/shared-dto';
import { ENGLISH } from './english';
import { FRENCH } from './french';
import { GERMAN } from './german';
import { RUSSIAN } from './russian';
import { SPANISH } from './spanish';

/** What a user is told about the own account. */
export type SecurityNotice =
  'password_changed' | 'totp_enabled' | 'totp_disabled' | 'email_changed' | 'new_device';

export interface LanguageTexts {
  kinds: Record<MailKind, MailTextInputDto>;
  notices: Record<SecurityNotice, string>;
}

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
