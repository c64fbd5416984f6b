import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const APP = join(process.cwd(), 'apps/panel/src/app');
const files = (pattern: RegExp) =>
  readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => join(APP, path));

/** All keys of a file of texts; those of counts without the count. */
function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'object' && value !== null) return keysOf(value as object, `${prefix}${key}.`);
    return /^(one|few|many|other)$/.test(key) ? [prefix.slice(0, -1)] : [prefix + key];
  });
}

/** The texts that depend on a count. */
function countedIn(texts: object): object[] {
  const inside = Object.values(texts).filter((value): value is object => typeof value === 'object');
  return ['other' in texts && 'one' in texts ? [texts] : [], ...inside.map(countedIn)].flat();
}

const withoutComments = (source: string) => source.replaceAll(/^\s*(?:\*|\/\*\*|\/\/).*$/gm, '');

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as object;
const keysIn = (path: string) => [...new Set(keysOf(read(path)))].sort();

/** What the texts of a file are called in templates. */
const prefixOf = (path: string) => {
  const [folder = ''] = path.split(/[/\\]i18n[/\\]/);
  return folder === APP ? '' : `${folder.split(/[/\\]/).at(-1)}.`;
};

const ENGLISH = files(/i18n[/\\](?:log-in[/\\])?en\.json$/);

describe('the texts', () => {
  it.each(ENGLISH)('of %s are the same in each language', (path) => {
    expect(keysIn(path.replace('en.json', 'ru.json'))).toEqual(keysIn(path));
  });

  it('have every form that a count takes in each language', () => {
    const forms = (path: string, wanted: string[]) => {
      for (const counted of countedIn(read(path))) expect(Object.keys(counted).sort()).toEqual(wanted);
    };

    for (const path of ENGLISH) {
      forms(path, ['one', 'other']);
      forms(path.replace('en.json', 'ru.json'), ['few', 'many', 'one', 'other']);
    }
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
