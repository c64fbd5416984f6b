import { MAIL_LANGUAGES, type MailLanguage } from '@groupless/shared-dto';

/** The first of the language tags (`de-AT`) that there are texts of mails in; else English. */
export function mailLanguageOf(...tags: readonly (string | null)[]): MailLanguage {
  const primary = tags.map((tag) => tag?.split('-')[0]?.toLowerCase());
  return primary.flatMap((one) => MAIL_LANGUAGES.find((known) => known === one) ?? [])[0] ?? 'en';
}
