import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const document = read('docs/security.md');
const isThere = (file: string) => existsSync(join(PROJECT, file));

describe('docs/security.md', () => {
  it('names only files that there are', () => {
    const named = document.match(/(?:apps|tools|docker)\/[\w./-]+\.\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named)].filter((file) => !isThere(file))).toEqual([]);
    const controls =
      document.match(/(?<=\(|, )`(?:auth|users|shared|live|database|clients|config|panel-files)[\w/.-]*`/g) ??
      [];
    const sources = controls.map((name) => `apps/api/src/${name.replaceAll('`', '')}`);
    expect(sources.filter((file) => !isThere(file))).toEqual([]);
  });

  it('names only tests that the security suite runs, and no spec of the suite is missing', () => {
    const listed = JSON.parse(read('tools/fire-specs.json')) as { spec: string }[];
    expect(listed.map(({ spec }) => spec).filter((spec) => !isThere(spec))).toEqual([]);
    expect(new Set(listed.map(({ spec }) => spec)).size).toBe(listed.length);
    const threats = document.slice(document.indexOf('## Threats'), document.indexOf('## Figures'));
    const named = threats.match(/[\w./-]+\.spec\.ts/g) ?? [];
    const isRun = (file: string) =>
      file.startsWith('apps/api/test/fire/') || listed.some(({ spec }) => spec === file);
    expect(named.filter((file) => !isRun(file))).toEqual([]);
  });
});
