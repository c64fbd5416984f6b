import { join } from 'node:path';
import { xdgFolder } from '../files/places';
import type { Environment } from '../program/environment';

const PROGRAM = 'assistant-memory';

/** The file with the server's address and the key. */
export function memoryConfigFile(environment: Environment): string {
  return join(xdgFolder(environment, 'XDG_CONFIG_HOME', '.config', PROGRAM), 'config.json');
}

/** The folder of what is remembered: spool, sessions, attached tools. */
export function memoryState(environment: Environment, ...parts: string[]): string {
  return join(xdgFolder(environment, 'XDG_STATE_HOME', '.local/state', PROGRAM), ...parts);
}

/** The notes of commands that write several files: one that is left was killed. */
export function begunFolder(environment: Environment): string {
  return memoryState(environment, 'begun');
}
