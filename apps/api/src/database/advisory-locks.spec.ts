import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ADVISORY_LOCKS } from './advisory-locks';

const SOURCE = join(__dirname, '..');
const LOCK_WITH_OWN_NUMBER = /pg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(\s*(?:\d|hashtext|\$\d)/;

describe('the advisory locks', () => {
  it('have a number each', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('take their number from the one list', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        path.endsWith('.ts') &&
        !path.endsWith('.spec.ts') &&
        !path.includes(`migrations${sep}`) &&
        !path.endsWith('advisory-locks.ts'),
    );
    const others = files.filter((path) =>
      LOCK_WITH_OWN_NUMBER.test(readFileSync(join(SOURCE, path), 'utf8')),
    );
    expect(others).toEqual([]);
  });
});
