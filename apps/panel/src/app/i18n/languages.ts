import { isDevMode, makeEnvironmentProviders, type EnvironmentProviders } from '@angular/core';
import {
  provideTransloco,
  provideTranslocoTranspiler,
  type Translation,
  type TranslocoLoader,
} from '@jsverse/transloco';
import { FilledTexts } from './filled-texts';

/** The languages of the panel. A locale such as `de-AT` without texts of its own gets the English ones. */
export const LANGUAGES = ['en', 'ru', 'de', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  ru: 'Русский',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
};

/** The texts of a feature in a language: `(language) => import(`./i18n/${language}.json`)`. */
export type Texts = (language: Language) => Promise<{ default: Translation }>;

/** Those of the log-in. The others come with the routes behind it. */
const LOG_IN_TEXTS: Texts = (language) => import(`./log-in/${language}.json`);

/** The language of the texts for a BCP 47 tag. */
export function languageOf(locale: string): Language {
  return LANGUAGES.find((language) => locale === language || locale.startsWith(`${language}-`)) ?? 'en';
}

/** The browser's language, used until the user chooses one. */
export function browserLocale(): string {
  return isLocale(navigator.language) ? navigator.language : 'en';
}

/** Whether a text is a BCP 47 tag. Some browsers report others, such as `en-US@posix`. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

class LazyTexts implements TranslocoLoader {
  async getTranslation(language: string): Promise<Translation> {
    return (await LOG_IN_TEXTS(languageOf(language))).default;
  }
}

export function provideLanguages(): EnvironmentProviders {
  return makeEnvironmentProviders([
    provideTransloco({
      config: {
        availableLangs: [...LANGUAGES],
        defaultLang: 'en',
        fallbackLang: 'en',
        reRenderOnLangChange: true,
        prodMode: !isDevMode(),
      },
      loader: LazyTexts,
    }),
    provideTranslocoTranspiler(FilledTexts),
  ]);
}
