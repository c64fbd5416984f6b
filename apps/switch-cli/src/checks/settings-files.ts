import { readFileSync } from 'node:fs';
import { settingsOf } from '../installer/json-edits';
import { tomlOf } from '../installer/verified';

/** What a tool's own file says; null: it is not there, or cannot be read. */
export function jsonIn(file: string): unknown {
  return parsed(file, settingsOf);
}

/** The same of a TOML file. */
export function tomlIn(file: string): unknown {
  return parsed(file, tomlOf);
}

function parsed(file: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
