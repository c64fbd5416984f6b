import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(__dirname, '../..');
/** A statement with a fixed name, as the repositories write it, and how its text begins. */
const NAMED = /\bname: '(\w+)',\s*text:([^]{0,200})/g;

describe('the names of prepared statements', () => {
  it('are each of one statement: a connection refuses another of the name, whenever it happens to have both', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
    );
    const texts = new Map<string, Set<string>>();
    for (const file of files)
      for (const [, name = '', text = ''] of readFileSync(join(SOURCES, file), 'utf8').matchAll(NAMED)) {
        const known = texts.get(name) ?? new Set();
        texts.set(name, known.add(/^\s*'[^']*'/.exec(text)?.[0] ?? text));
      }
    expect(texts.size).toBeGreaterThan(20);
    expect([...texts].filter(([, { size }]) => size > 1).map(([name]) => name)).toEqual([]);
  });
});
