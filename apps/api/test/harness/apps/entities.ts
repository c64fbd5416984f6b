import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';
import type { DatabaseName } from '../../../src/database/data-source-options';

type Entity = new () => object;

const SOURCE = join(__dirname, '../../../src');

/** In both databases, partly by classes of their own. */
const SHARED = 'hook-outbox.entity.ts';
const OF_OTHER: Record<DatabaseName, string> = { panel: 'Memory', memory: 'Panel' };

/** The classes of all `*.entity.ts` files; those below `memory/` belong to the memory database. */
export function entitiesOf(name: DatabaseName): Entity[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.entity.ts'),
  );
  return (
    files
      .filter((path) => path.endsWith(SHARED) || path.startsWith(`memory${sep}`) === (name === 'memory'))
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- found by name, so that none can be forgotten
      .flatMap((path) => Object.values(require(join(SOURCE, path)) as Record<string, unknown>))
      .filter((exported): exported is Entity => typeof exported === 'function' && isEntity(exported))
      .filter((entity) => !entity.name.startsWith(OF_OTHER[name]))
  );
}

function isEntity(exported: object): boolean {
  return getMetadataArgsStorage().tables.some(({ target }) => target === exported);
}
