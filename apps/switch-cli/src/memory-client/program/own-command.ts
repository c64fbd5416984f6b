import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Environment } from '../../program/environment';
import { shellWord } from '../../program/shell-word';
import { storedMemorySettings } from '../server/memory-settings';

const NAMES = process.platform === 'win32' ? ['assistant-memory.cmd'] : ['assistant-memory'];

export const NOT_ON_PATH = 'assistant-memory is not on the PATH, so assistants cannot start it.';

/** Whether assistants find `assistant-memory`: their hooks and MCP entries start it by its name. */
export function isOnPath({ variables }: Environment): boolean {
  const folders = (variables['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => NAMES.some((name) => isExecutable(join(folder, name))));
}

export function howToInstall(environment: Environment): string {
  const url = storedMemorySettings(environment)?.url;
  return `npm install --global ${url === undefined ? '<server>' : shellWord(url)}/install/assistant-cli.tgz`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
