import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFEATING, KEYRING } from '../checks/environment-checks';
import { replaceFile } from '../files/credentials-file';
import { BrokenSettings, removed, settingsOf } from '../installer/json-edits';
import { isObject } from '../files/foreign-json';

/** Settings of a tool without what would be used in place of the account's session. */
export interface SettingsWithout {
  text: string;
  names: string[];
}

/** Null where the file defeats no session, so that it can be linked. */
export function settingsDefeat(
  kind: 'claude-code' | 'codex',
  name: string,
  from: string,
): SettingsWithout | null {
  const file = join(from, name);
  if (!existsSync(file)) return null;
  if (kind === 'codex') return name === 'config.toml' ? withoutKeyring(readFileSync(file, 'utf8')) : null;
  if (!name.startsWith('settings.')) return null;
  try {
    return withoutKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    // The assistant itself says what is wrong with its settings.
    if (error instanceof BrokenSettings) return null;
    throw error;
  }
}

function withoutKeys(text: string): SettingsWithout | null {
  const settings = settingsOf(text);
  const env = isObject(settings['env']) ? settings['env'] : {};
  const paths = [
    ...('apiKeyHelper' in settings ? [['apiKeyHelper']] : []),
    ...DEFEATING['claude-code'].filter((name) => name in env).map((name) => ['env', name]),
  ];
  if (paths.length === 0) return null;
  return {
    text: paths.reduce((left, path) => removed(left, path), text),
    names: paths.map((path) => path.at(-1) ?? ''),
  };
}

function withoutKeyring(text: string): SettingsWithout | null {
  if (!KEYRING.test(text)) return null;
  return { text: text.replace(KEYRING, '$1"file"'), names: ['cli_auth_credentials_store'] };
}

export function copySettings(
  own: string,
  from: string,
  name: string,
  { text, names }: SettingsWithout,
): string[] {
  const path = join(own, name);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path);
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) replaceFile(path, text);
  return [
    `${join(from, name)} is taken along as a copy without ${names.join(', ')}, which would come before the session.`,
  ];
}
