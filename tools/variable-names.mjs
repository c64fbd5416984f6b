import { readFileSync } from 'node:fs';

/** The names of all environment variables that the server reads, from the one table that has them. */
export const VARIABLE_NAMES = [
  ...readFileSync('apps/api/src/config/variables.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
].map(([, name]) => name);
