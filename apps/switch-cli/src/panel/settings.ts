import { readCredentials, removeFile, replaceFile } from '../files/credentials-file';
import { EXIT } from '../program/exit-codes';
import { Failure, usageFailure } from '../program/failure';
import { panelUrl } from './panel-url';
import { configFile } from '../files/places';
import type { Environment } from '../program/environment';

/** How to reach the panel. */
export interface Settings {
  url: string;
  key: string;
}

interface Config {
  url?: unknown;
  key?: unknown;
}

/** From the environment, else from the file that `login` wrote. */
export function readSettings(environment: Environment, { insecure }: { insecure: boolean }): Settings {
  const { ASSISTANT_SWITCH_URL, ASSISTANT_SWITCH_KEY } = environment.variables;
  // The file counts only for what the environment does not say, so a broken one cannot stand in the way.
  const config = ASSISTANT_SWITCH_URL && ASSISTANT_SWITCH_KEY ? {} : readConfig(environment);
  const url = textOr(ASSISTANT_SWITCH_URL, config.url);
  const key = textOr(ASSISTANT_SWITCH_KEY, keyFor(url, config));
  if (key === null && ASSISTANT_SWITCH_URL && config.key !== undefined) {
    throw new Failure(
      'not_logged_in',
      'ASSISTANT_SWITCH_URL needs ASSISTANT_SWITCH_KEY beside it: the stored key is for another address.',
      ['Set both, or neither; or log in there: assistant-switch login <url>'],
      EXIT.not_authorised,
    );
  }
  if (key === null) {
    throw new Failure(
      'not_logged_in',
      'No key is set.',
      ['Run assistant-switch login, or set ASSISTANT_SWITCH_URL and ASSISTANT_SWITCH_KEY.'],
      EXIT.not_authorised,
    );
  }
  if (url === null) {
    throw usageFailure(
      "The panel's address is not set.",
      'Run assistant-switch login, or set ASSISTANT_SWITCH_URL.',
    );
  }
  return { url: panelUrl(url, { insecure }), key: checkedKey(key) };
}

/** The stored key is sent only to the address that it was stored with. */
function keyFor(url: string | null, config: Config): unknown {
  const isSameAddress = url !== null && url.replace(/\/+$/, '') === config.url;
  return isSameAddress ? config.key : undefined;
}

/** What `login` has stored, or null. */
export function storedSettings(environment: Environment): Settings | null {
  const { url, key } = readConfig(environment);
  return typeof url === 'string' && typeof key === 'string' ? { url, key } : null;
}

export function writeConfig(environment: Environment, settings: Settings): void {
  replaceFile(configFile(environment), `${JSON.stringify(settings, null, 2)}\n`);
}

/** Whether there was one. */
export function removeConfig(environment: Environment): boolean {
  const file = configFile(environment);
  const existed = readCredentials(file) !== null;
  if (existed) removeFile(file);
  return existed;
}

/** A key is sent in a header, which holds visible ASCII characters only. */
export function checkedKey(key: string): string {
  if (/^[\x21-\x7e]{1,1000}$/.test(key)) return key;
  throw usageFailure('The key holds spaces, line breaks or other characters that no key has.');
}

function readConfig(environment: Environment): Config {
  const file = configFile(environment);
  const text = readCredentials(file)?.text;
  if (text === undefined) return {};
  try {
    const config: unknown = JSON.parse(text ?? '');
    if (typeof config === 'object' && config !== null) return config;
  } catch {
    // Said below.
  }
  throw new Failure('file_error', `${file} is broken.`, ['Run assistant-switch login to write it anew.']);
}

function textOr(first: string | undefined, second: unknown): string | null {
  if (first) return first;
  return typeof second === 'string' && second !== '' ? second : null;
}
