import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'docs/adr';
const TITLE = /^# (\d+)\. (.+)$/m;

/** Each decision as its file has it: number, title and the file's name. */
function decisions(): { number: string; title: string; file: string }[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}-/.test(file))
    .sort()
    .map((file) => {
      const [, number = '', title = ''] = TITLE.exec(readFileSync(join(FOLDER, file), 'utf8')) ?? [];
      return { number, title, file };
    });
}

describe('docs/adr/README.md', () => {
  const list = readFileSync(join(FOLDER, 'README.md'), 'utf8');

  it('lists every decision, by the number and the title that its file has', () => {
    const rows = [...list.matchAll(/^\| (\d+) *\| \[(.+)\]\((.+)\) *\|$/gm)];
    const listed = rows.map(([, number, title, file]) => ({ number, title, file }));
    expect(listed).toEqual(decisions());
  });

  it('has each number once, as the name of the file has it', () => {
    const numbers = decisions().map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)]);
    for (const { number, file } of decisions())
      expect(file).toMatch(new RegExp(`^${number.padStart(4, '0')}-`));
  });

  it('says of each number that is missing what became of it', () => {
    const numbers = decisions().map(({ number }) => Number(number));
    const [, words = ''] = /^Numbers are not given twice: (.*)$/m.exec(list) ?? [];
    const told = [...words.matchAll(/\d+/g)].map(([number]) => Number(number));
    for (let number = 1; number < Math.max(...numbers); number++) {
      expect([number, numbers.includes(number) || told.includes(number)]).toEqual([number, true]);
    }
  });
});
