import { onPath, pathFolders } from '../../files/on-path';
import type { Environment } from '../../program/environment';
import { shellWord } from '../../program/shell-word';
import { storedMemorySettings } from '../server/memory-settings';

const NAME = process.platform === 'win32' ? 'assistant-memory.cmd' : 'assistant-memory';

export const NOT_ON_PATH = 'assistant-memory is not on the PATH, so assistants cannot start it.';

/** Whether assistants find `assistant-memory`: their hooks and MCP entries start it by its name. */
export function isOnPath({ variables }: Environment): boolean {
  return onPath(pathFolders(variables['PATH']), NAME) !== null;
}

export function howToInstall(environment: Environment): string {
  const url = storedMemorySettings(environment)?.url;
  return `npm install --global ${url === undefined ? '<server>' : shellWord(url)}/install/assistant-cli.tgz`;
}
