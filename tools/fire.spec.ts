import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const PROJECT = join(__dirname, '..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const document = read('docs/security.md');
const isThere = (file: string) => existsSync(join(PROJECT, file));

interface Listed {
  spec: string;
  asvs?: string;
  promise?: string;
}

describe('docs/security.md', () => {
  it('names only files that there are', () => {
    const named = document.match(/(?:apps|tools|docker)\/[\w./-]+\.\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named)].filter((file) => !isThere(file))).toEqual([]);
    const controls =
      document.match(
        /(?<=\(|, )`(?:auth|users|shared|platform|memory|live|database|clients|config|panel-files)(?:\/[\w/.-]*)?`/g,
      ) ?? [];
    const sources = controls.map((name) => `apps/api/src/${name.replaceAll('`', '')}`);
    expect(sources.filter((file) => !isThere(file))).toEqual([]);
  });

  it('names only tests that the security suite runs, and no spec of the suite is missing', () => {
    const listed = JSON.parse(read('tools/fire-specs.json')) as Listed[];
    expect(listed.map(({ spec }) => spec).filter((spec) => !isThere(spec))).toEqual([]);
    expect(new Set(listed.map(({ spec }) => spec)).size).toBe(listed.length);
    // One without a promise proves it with a figure of its own; what is promised here has a cell for its numbers.
    expect(
      listed.filter(({ spec, promise }) => promise === undefined && !read(spec).includes('prove({')),
    ).toEqual([]);
    expect(listed.filter(({ promise, asvs }) => promise !== undefined && asvs === undefined)).toEqual([]);
    const threats = document.slice(document.indexOf('## Threats'), document.indexOf('## Figures'));
    const named = threats.match(/[\w./-]+\.spec\.ts/g) ?? [];
    const isRun = (file: string) =>
      file.startsWith('apps/api/test/fire/') || listed.some(({ spec }) => spec === file);
    expect(named.filter((file) => !isRun(file))).toEqual([]);
  });

  it('names a test for each threat, and by its short name only one that there is', () => {
    const threats = document.slice(document.indexOf('## Threats'), document.indexOf('## Figures'));
    const rows = threats.split('\n').filter((line) => line.startsWith('| '));
    const cells = rows.slice(2).map((row) => row.split(' | '));
    expect(cells.length).toBeGreaterThan(30);
    expect(cells.filter(({ length, 2: test = '' }) => length !== 3 || !test.includes('.spec.ts'))).toEqual(
      [],
    );
    const short = document.match(/(?<=`)[\w.-]+\.spec\.ts(?=`)/g) ?? [];
    const files = ['apps', 'tools'].flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((file) => basename(file)),
    );
    expect(short.length).toBeGreaterThan(3);
    expect(short.filter((name) => !files.includes(name))).toEqual([]);
  });

  describe('has in its table of ASVS 5.0.0', () => {
    /** By section: the last requirement of levels 1 and 2, which are the first ones of it, and the last of all. */
    const sections = JSON.parse(read('tools/asvs-sections.json')) as Record<string, [number, number]>;
    const chapter = document.slice(document.indexOf('## ASVS 5.0'), document.indexOf('## Not shown yet'));
    const [before = '', ...rows] = chapter.split(/^\| (?=\d)/m);
    const outside = before.slice(before.indexOf('nothing of the kind'), before.indexOf('| Requirement'));
    const cells = rows.map((row) => row.split(' | ').map((cell) => cell.trim()));

    /** `1.2.6–1.2.8, 4.3` as single requirements of levels 1 and 2, and those that are named. */
    function requirementsIn(text: string): string[] {
      const references = text.matchAll(/\b(\d+\.\d+)(?:\.(\d+)(?:–\1\.(\d+))?)?(?![\d.]*\d)/g);
      return [...references].flatMap(([, section = '', first, last]) => {
        const [from, to] =
          first === undefined ? [1, sections[section]?.[0] ?? 0] : [Number(first), Number(last ?? first)];
        return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`);
      });
    }

    it('each requirement of levels 1 and 2 once, as met or not, or as out of scope', () => {
      const named = [outside, ...cells.map(([requirements = '']) => requirements)].flatMap(requirementsIn);
      const wanted = Object.entries(sections).flatMap(([section, [count]]) =>
        Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
      );
      expect(named.toSorted()).toEqual(wanted.toSorted());
    });

    it('a test for whatever is met', () => {
      const met = cells.filter(([, isMet]) => isMet === 'yes');
      expect(met.length).toBeGreaterThan(30);
      expect(met.filter(([, , why = '']) => !why.includes('.spec.ts')).map(([name]) => name)).toEqual([]);
    });

    it('only numbers that there are, as do the promises of the suite', () => {
      const folder = join(PROJECT, 'apps/api/test/fire');
      const specs = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      const listed = JSON.parse(read('tools/fire-specs.json')) as Listed[];
      const proved = specs.flatMap((text) =>
        [...text.matchAll(/asvs: '(.*?)'/g)].map(([, numbers = '']) => numbers),
      );
      const numbers = [...listed.map(({ asvs = '' }) => asvs), ...proved].flatMap(
        (text) => text.match(/[\d.]+/g) ?? [],
      );
      const isThere = (number: string) => {
        const [, section = '', requirement] = /^(\d+\.\d+)\.(\d+)$/.exec(number) ?? [];
        return Number(requirement) <= (sections[section]?.[1] ?? 0);
      };
      expect(numbers.length).toBeGreaterThan(50);
      expect(numbers.filter((number) => !isThere(number))).toEqual([]);
    });
  });

  it('is right that the panel takes no messages of other windows, and goes to no other host by itself', () => {
    const folder = join(PROJECT, 'apps/panel/src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => /(?<!\.spec)\.ts$/.test(file));
    const odd =
      /window\.open\(|(?:window|globalThis)\.(?:onmessage|addEventListener\('message')|location\.(?:href|host) ?= |location\.(?:assign|replace)\((?!'\/'|`\$\{location\.origin\}\$\{address\}`)/;
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((file) => odd.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
  });
});
