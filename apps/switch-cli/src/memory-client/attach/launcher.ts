import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { promisify } from 'node:util';
import { replaceFile } from '../../files/credentials-file';
import { onPath } from '../../files/on-path';
import { makeFolder } from '../../files/safe-folder';
import type { Environment } from '../../program/environment';
import { shellWord } from '../../program/shell-word';
import { memoryState } from '../places';

/** How people start the program, and files that a team shares. */
export const NAME = 'assistant-memory';

const TIMEOUT_MS = 10_000;

/**
 * What the user's own files start: an assistant that was started from a dock or an editor has a PATH without the Node.js of nvm, volta or
 * fnm. Windows has no such scripts; there it is the name.
 */
export function launcherOf(environment: Environment): string {
  return environment.platform === 'win32' ? NAME : launcherFile(environment);
}

/** Whether a file starts this program, by its name or from whatever place. */
export function isLauncher(command: unknown): boolean {
  return typeof command === 'string' && (command === NAME || command.endsWith(`/bin/${NAME}`));
}

/** Writes the script. Where this Node.js or program is no longer there, the one on the PATH is started. */
export function writeLauncher(environment: Environment, node: string, program: string): void {
  if (environment.platform === 'win32') return;
  const file = launcherFile(environment);
  makeFolder(memoryState(environment, 'bin'));
  replaceFile(
    file,
    [
      '#!/bin/sh',
      '# Made by assistant-memory attach: starts it also where the PATH has no Node.js.',
      `node=${shellWord(node)}`,
      `program=${shellWord(program)}`,
      '[ -x "$node" ] && [ -f "$program" ] && exec "$node" "$program" "$@"',
      `exec ${NAME} "$@"`,
      '',
    ].join('\n'),
  );
  chmodSync(file, 0o700);
}

/** Whether the script starts the program for an assistant whose PATH is empty; null: there is no script. */
export async function startsWithoutPath(environment: Environment): Promise<boolean | null> {
  const file = launcherFile(environment);
  if (onPath([memoryState(environment, 'bin')], NAME) === null) return null;
  try {
    const env = { ...environment.variables, PATH: '' };
    await promisify(execFile)(file, ['--version'], { env, timeout: TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

function launcherFile(environment: Environment): string {
  return memoryState(environment, 'bin', NAME);
}
