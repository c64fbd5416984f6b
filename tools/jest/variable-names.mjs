import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TABLES = 'apps/api/src/config/variables';

/** The names of the server's environment variables, from its tables. */
export const VARIABLE_NAMES = readdirSync(TABLES).flatMap((file) =>
  [...readFileSync(join(TABLES, file), 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name),
);
