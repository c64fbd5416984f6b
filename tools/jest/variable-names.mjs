import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TABLES = 'apps/api/src/config/variables';

/** The names of all environment variables that the server reads, from the tables that have them. */
export const VARIABLE_NAMES = readdirSync(TABLES).flatMap((file) =>
  [...readFileSync(join(TABLES, file), 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name),
);
