import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeDataDir } from './data-dir';
import { isKey, SettingsError } from './environment-reader';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from './private-file';
import { SECRET_NAMES, type SecretName, type Settings } from './settings';

export type Secrets = Record<SecretName, string>;

export function secretsPath(dataDir: string): string {
  return join(dataDir, 'secrets.env');
}

/**
 * The secrets of this start: the environment's, and for those that it leaves out the ones kept in
 * `<data_dir>/secrets.env`, made there at the first start. A strict start has them all from the
 * environment and touches no file.
 * @throws SettingsError if the file cannot be read or understood; DataDirError
 */
export function completeSecrets(settings: Settings): Secrets {
  const missing = SECRET_NAMES.filter((name) => settings.secrets[name] === undefined);
  if (missing.length === 0) return settings.secrets as Secrets;
  const kept = keepSecrets(secretsPath(makeDataDir(settings.data_dir)), missing);
  return { ...kept, ...settings.secrets } as Secrets;
}

function keepSecrets(path: string, missing: readonly SecretName[]): Partial<Secrets> {
  const kept = readSecrets(path);
  if (kept !== null && kept.CREDENTIALS_KEY === undefined && missing.includes('CREDENTIALS_KEY')) {
    // With a new one, what the old one encrypted would be lost in silence.
    throw new SettingsError([
      `CREDENTIALS_KEY is missing, here and in ${path}: put back the one that was used`,
    ]);
  }
  const secrets: Partial<Secrets> = { ...kept };
  for (const name of missing) secrets[name] ??= generate(name);
  if (kept === null)
    return createPrivateFile(path, serialise(secrets)) ? secrets : keepSecrets(path, missing);
  if (missing.some((name) => kept[name] === undefined)) replacePrivateFile(path, serialise(secrets));
  return secrets;
}

function generate(name: SecretName): string {
  return randomBytes(32).toString(name === 'CREDENTIALS_KEY' ? 'base64' : 'base64url');
}

/** Null where there is no file yet. */
function readSecrets(path: string): Partial<Secrets> | null {
  const text = textOf(path);
  return text === null ? null : parseSecrets(path, text);
}

/** @throws SettingsError if the text of the file cannot be understood */
export function parseSecrets(path: string, text: string): Partial<Secrets> {
  const secrets: Partial<Secrets> = {};
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value = ''] = /^(\w+)=(\S{32,})$/.exec(line) ?? [];
    if (!SECRET_NAMES.includes(name as SecretName) || (name === 'CREDENTIALS_KEY' && !isKey(value))) {
      throw new SettingsError([
        `the secrets file ${path} has a line that is not NAME=value of a known secret`,
      ]);
    }
    secrets[name as SecretName] = value;
  }
  return secrets;
}

function textOf(path: string): string | null {
  try {
    return readPrivateFile(path);
  } catch (error) {
    throw new SettingsError([
      `the secrets file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    ]);
  }
}

function serialise(secrets: Partial<Secrets>): string {
  const lines = SECRET_NAMES.filter((name) => secrets[name] !== undefined).map(
    (name) => `${name}=${secrets[name]}`,
  );
  return [
    '# Made by the first start. Keep it private, and back it up apart from the database.',
    ...lines,
    '',
  ].join('\n');
}
