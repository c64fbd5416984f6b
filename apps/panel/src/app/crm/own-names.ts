import { LANGUAGES } from '../i18n/languages';

type Kind = 'language' | 'region';

const known = new Map<string, Intl.DisplayNames>();

/** What a language or country is called in the languages of the panel, and where it is at home: Austria is Österreich. */
export function ownNames(kind: Kind, code: string): string[] {
  const languages = kind === 'language' ? [code] : [homeLanguage(code)];
  return [...new Set([...LANGUAGES, ...languages])].flatMap((language) => {
    const name = namesIn(kind, language)?.of(code);
    return name === undefined || name === code ? [] : [name];
  });
}

function homeLanguage(region: string): string {
  return new Intl.Locale(`und-${region}`).maximize().language;
}

function namesIn(kind: Kind, language: string): Intl.DisplayNames | undefined {
  const key = `${kind} ${language}`;
  const made = known.get(key) ?? new Intl.DisplayNames(language, { type: kind });
  known.set(key, made);
  return made;
}
