import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** In a process of its own: Jest cannot import modules of this kind. */
function evaluated(expression: string): unknown {
  const script = `import { outgrown, statementsOf, weigh } from ${JSON.stringify(join(__dirname, 'weight.mjs'))};
    console.log(JSON.stringify(${expression}));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  );
}

describe('the weight of a room', () => {
  it('is not above its entry in weight.json', () => {
    const entries = readFileSync(join(__dirname, 'weight.json'), 'utf8');
    expect(evaluated(`outgrown(weigh(${JSON.stringify(ROOT)}), ${entries})`)).toEqual([]);
  });

  it('may grow by 3 % or 100 statements, whichever is less', () => {
    const outgrown = (statements: number, entry: number) =>
      evaluated(`outgrown({ a: { statements: ${statements} } }, { a: { statements: ${entry} } })`);
    expect(outgrown(1_030, 1_000)).toEqual([]);
    expect(outgrown(1_031, 1_000)).toEqual(['a: 1031 statements, its entry says 1000']);
    expect(outgrown(10_101, 10_000)).toEqual(['a: 10101 statements, its entry says 10000']);
    expect(evaluated(`outgrown({ b: { words: 1 } }, {})`)).toEqual(['b: 1 words, which has no entry']);
  });

  it('counts statements, members and lines of SQL, not comments and blank lines', () => {
    const source = [
      '// why',
      "import { a } from 'a';",
      '/** A thing. */',
      'class Thing {',
      '  name: string;',
      '',
      '  read() {',
      '    if (a) {',
      '      return `select 1',
      '        from things',
      '        where true`;',
      '    }',
      '  }',
      '}',
    ].join('\n');
    expect(evaluated(`statementsOf('a.ts', ${JSON.stringify(source)})`)).toBe(7);
    expect(evaluated(`statementsOf('a.html', '<p>\\n\\n</p>')`)).toBe(2);
  });
});
