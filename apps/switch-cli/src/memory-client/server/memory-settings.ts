import { readCredentials, removeFile, replaceFile } from '../../files/credentials-file';
import { panelUrl } from '../../panel/panel-url';
import { checkedKey, type Settings } from '../../panel/settings';
import type { Environment } from '../../program/environment';
import { EXIT } from '../../program/exit-codes';
import { Failure } from '../../program/failure';
import { memoryConfigFile } from '../places';

interface Config {
  url?: unknown;
  key?: unknown;
  insecure?: unknown;
}

/**
 * The server's address and the key: from the environment where it has both, else from the file that `login` wrote. A
 * key alone in the environment does not count: a shell that was opened long ago may still have one that was replaced.
 */
export function readMemorySettings(environment: Environment): Settings {
  const { ASSISTANT_MEMORY_URL: givenUrl, ASSISTANT_MEMORY_KEY: givenKey } = environment.variables;
  const isGiven = Boolean(givenUrl && givenKey);
  const config = isGiven ? {} : readConfig(environment);
  const url = givenUrl || textOf(config.url);
  if (url === null) {
    throw notLoggedIn(
      givenKey ? 'ASSISTANT_MEMORY_KEY needs ASSISTANT_MEMORY_URL beside it.' : 'No server is set.',
    );
  }
  const isStored = url.replace(/\/+$/, '') === config.url;
  const key = isGiven ? givenKey : isStored ? textOf(config.key) : null;
  if (!key) {
    throw notLoggedIn(
      givenUrl ? 'ASSISTANT_MEMORY_URL needs ASSISTANT_MEMORY_KEY beside it.' : 'No key is set.',
    );
  }
  return { url: panelUrl(url, { insecure: isStored && config.insecure === true }), key: checkedKey(key) };
}

/** What `login` has stored, whatever the environment says; null without it. */
export function storedMemorySettings(environment: Environment): Settings | null {
  const config = readConfig(environment);
  const [url, key] = [textOf(config.url), textOf(config.key)];
  return url === null || key === null ? null : { url, key };
}

export function writeMemoryConfig(
  environment: Environment,
  { url, key }: Settings,
  { insecure }: { insecure: boolean },
): void {
  const config = { url, key, ...(insecure ? { insecure } : {}) };
  replaceFile(memoryConfigFile(environment), `${JSON.stringify(config, null, 2)}\n`);
}

/** Whether there was one. */
export function removeMemoryConfig(environment: Environment): boolean {
  const file = memoryConfigFile(environment);
  const existed = readCredentials(file) !== null;
  if (existed) removeFile(file);
  return existed;
}

function readConfig(environment: Environment): Config {
  const file = memoryConfigFile(environment);
  const found = readCredentials(file);
  if (found === null) return {};
  try {
    const config: unknown = JSON.parse(found.text ?? '');
    if (typeof config === 'object' && config !== null) return config;
  } catch {
    // Reported below.
  }
  throw new Failure('file_error', `${file} is broken.`, ['assistant-memory login <url> writes it anew.']);
}

function notLoggedIn(message: string): Failure {
  const next = ['Run assistant-memory login <url>, or set ASSISTANT_MEMORY_URL and ASSISTANT_MEMORY_KEY.'];
  return new Failure('not_logged_in', message, next, EXIT.not_authorised);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
