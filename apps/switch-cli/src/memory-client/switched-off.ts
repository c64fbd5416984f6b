import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../program/environment';

const VARIABLE = 'ASSISTANT_MEMORY_OFF';
const FILE = '.assistant-memory-ignore';

/** Why nothing of a folder is to be remembered: a variable, or a file in it or above it. Null: it is remembered. */
export function switchedOff({ variables }: Pick<Environment, 'variables'>, folder: string): string | null {
  if (!['', '0', undefined].includes(variables[VARIABLE])) return VARIABLE;
  for (let place = folder; ; place = dirname(place)) {
    const file = join(place, FILE);
    if (existsSync(file)) return file;
    if (place === dirname(place)) return null;
  }
}
