import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from './languages';

const APP = join(process.cwd(), 'apps/panel/src/app');
const files = (pattern: RegExp) =>
  readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => join(APP, path));

const FORM = /^(zero|one|two|few|many|other)$/;

/** The keys of all texts, and what is written in them; one key for all forms of a count. */
function textsOf(texts: object, prefix = ''): [key: string, written: string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [[prefix + key, String(value)]];
    const inside = textsOf(value, `${prefix}${key}.`);
    const isCounted = Object.keys(value).every((name) => FORM.test(name));
    return isCounted ? [[prefix + key, inside.map(([, written]) => written).join(' ')]] : inside;
  });
}

/** The texts that depend on a count. */
function countedIn(texts: object): object[] {
  const inside = Object.values(texts).filter((value): value is object => typeof value === 'object');
  return ['other' in texts && 'one' in texts ? [texts] : [], ...inside.map(countedIn)].flat();
}

const withoutComments = (source: string) => source.replaceAll(/^\s*(?:\*|\/\*\*|\/\/).*$/gm, '');

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as object;
const keysIn = (path: string) =>
  textsOf(read(path))
    .map(([key]) => key)
    .sort();
/** The places that each text fills. */
const placesIn = (path: string) =>
  new Map(
    textsOf(read(path)).map(([key, written]) => [
      key,
      [...written.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name),
    ]),
  );
const pathIn = (language: Language, path: string) => path.replace(/en\.json$/, `${language}.json`);

/** What the texts of a file are called in templates. */
const prefixOf = (path: string) => {
  const [folder = ''] = path.split(/[/\\]i18n[/\\]/);
  return folder === APP ? '' : `${folder.split(/[/\\]/).at(-1)}.`;
};

const ENGLISH = files(/i18n[/\\](?:log-in[/\\])?en\.json$/);

describe('the texts', () => {
  it.each(LANGUAGES)('in %s are those of the English files', (language) => {
    for (const path of ENGLISH) expect(keysIn(pathIn(language, path))).toEqual(keysIn(path));
  });

  it.each(LANGUAGES)('in %s have no place that the English ones do not fill', (language) => {
    const others = ENGLISH.flatMap((path) => {
      const filled = placesIn(path);
      return [...placesIn(pathIn(language, path))].flatMap(([key, places]) =>
        places
          .filter((place) => !filled.get(key)?.includes(place))
          .map((place) => `${path} ${key}: ${place}`),
      );
    });
    expect(others).toEqual([]);
  });

  it.each(LANGUAGES)('in %s have every form that a count takes', (language) => {
    const forms = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
    for (const path of ENGLISH)
      for (const counted of countedIn(read(pathIn(language, path))))
        expect(Object.keys(counted).sort()).toEqual(forms);
  });

  it('are all there is to read: no template has words of its own', () => {
    const own = files(/\.(html|ts)$/)
      .filter((path) => !path.endsWith('.spec.ts'))
      .flatMap((path) => [
        ...withoutComments(readFileSync(path, 'utf8')).matchAll(
          /\s(?:aria-label|aria-description|title|alt|placeholder|label|heading)="(?!https:|[\w-]+(?:\.[\w-]+)+")[^"]*\p{L}[^"]*"/gu,
        ),
      ])
      .map(([found]) => found.trim());

    expect(own).toEqual([]);
  });

  it('that templates ask for by name exist', () => {
    const known = new Set(ENGLISH.flatMap((path) => keysIn(path).map((key) => prefixOf(path) + key)));
    const asked = files(/\.(html|ts)$/)
      .filter((path) => !path.endsWith('.spec.ts'))
      .flatMap((path) => [
        ...withoutComments(readFileSync(path, 'utf8')).matchAll(
          /'([\w-]+(?:\.[\w-]+)+)'\s*\|\s*(?:transloco|plural)/g,
        ),
      ])
      .map(([, key = '']) => key);

    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => !known.has(key))).toEqual([]);
  });
});
