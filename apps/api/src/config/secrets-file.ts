import {
  createPrivateFile,
  makeDataDir,
  readPrivateFile,
  replacePrivateFile,
} from '@groupless/embedded-postgres';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isKey, SettingsError } from './environment-reader';
import { SECRET_NAMES, type SecretName, type Settings } from './settings';

export type Secrets = Record<SecretName, string>;

export function secretsPath(dataDir: string): string {
  return join(dataDir, 'secrets.env');
}

/**
 * The secrets of this start: from the environment, and the missing ones from `<data_dir>/secrets.env`, where the first
 * start generates them. A strict start has all of them in the environment and uses no file.
 * @throws SettingsError if the file cannot be read or parsed; DataDirError
 */
export function completeSecrets(settings: Settings, now = new Date()): Secrets {
  const missing = SECRET_NAMES.filter((name) => settings.secrets[name] === undefined);
  if (missing.length === 0) return settings.secrets as Secrets;
  const kept = keepSecrets(secretsPath(makeDataDir(settings.data_dir, 'DATA_DIR')), missing, now);
  return { ...kept, ...settings.secrets } as Secrets;
}

function keepSecrets(path: string, missing: readonly SecretName[], now: Date): Partial<Secrets> {
  const text = textOf(path);
  const kept = text === null ? null : parseSecrets(path, text);
  if (kept !== null && kept.CREDENTIALS_KEY === undefined && missing.includes('CREDENTIALS_KEY')) {
    // A new key could not decrypt what the old one encrypted.
    throw new SettingsError([
      `CREDENTIALS_KEY is missing, here and in ${path}: put back the one that was used (if it is lost for good: docs/operations.md, A lost key)`,
    ]);
  }
  const secrets: Partial<Secrets> = { ...kept };
  for (const name of missing) secrets[name] ??= generate(name);
  const made = kept?.WORKFLOW_API_KEY === undefined ? now : workflowKeyMadeAt(text ?? '');
  const content = serialise(secrets, secrets.WORKFLOW_API_KEY === undefined ? null : made);
  if (kept === null) return createPrivateFile(path, content) ? secrets : keepSecrets(path, missing, now);
  if (missing.some((name) => kept[name] === undefined)) replacePrivateFile(path, content);
  return secrets;
}

function generate(name: SecretName): string {
  return randomBytes(32).toString(name === 'CREDENTIALS_KEY' ? 'base64' : 'base64url');
}

const MADE = '# WORKFLOW_API_KEY was made at ';

/** When the first start made the workflow key, from the file; null in files of older versions. */
export function workflowKeyMadeAt(text: string): Date | null {
  const line = text.split('\n').find((one) => one.startsWith(MADE));
  const made = new Date(line?.slice(MADE.length) ?? NaN);
  return Number.isNaN(made.getTime()) ? null : made;
}

/** @throws SettingsError if the file cannot be parsed */
export function parseSecrets(path: string, text: string): Partial<Secrets> {
  const secrets: Partial<Secrets> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value = ''] = /^(\w+)=(\S{32,})$/.exec(line) ?? [];
    if (!SECRET_NAMES.includes(name as SecretName) || (name === 'CREDENTIALS_KEY' && !isKey(value))) {
      throw new SettingsError([`the secrets file ${path}, line ${index + 1}: ${faultOf(line)}`]);
    }
    secrets[name as SecretName] = value;
  }
  return secrets;
}

/** Without the value, which may be a secret. */
function faultOf(line: string): string {
  const [, name = ''] = /^([A-Z][A-Z_]+)=/.exec(line) ?? [];
  if (name === '') return 'is not NAME=value';
  if (SECRET_NAMES.includes(name as SecretName))
    return `the value of ${name} is none that the first start makes`;
  return `${name} is no known secret; if it is a setting, it belongs into the environment or .env; here are ${SECRET_NAMES.join(', ')} alone`;
}

/** Null if there is no file. */
function textOf(path: string): string | null {
  try {
    return readPrivateFile(path);
  } catch (error) {
    throw new SettingsError([
      `the secrets file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    ]);
  }
}

function serialise(secrets: Partial<Secrets>, made: Date | null): string {
  const lines = SECRET_NAMES.filter((name) => secrets[name] !== undefined).map(
    (name) => `${name}=${secrets[name]}`,
  );
  return [
    '# Made by the first start. Keep it private, and back it up apart from the database.',
    ...(made === null ? [] : [MADE + made.toISOString()]),
    ...lines,
    '',
  ].join('\n');
}
