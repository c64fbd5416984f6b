import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, isAbsolute } from 'node:path';
import { isObject, settingsOf } from '../installer/json-edits';
import { memberOf } from '../targets/session-format';
import { ok, warning, type Check } from './check';

/**
 * Gemini CLI runs hooks and servers only in folders that a person has trusted, and says nothing of those that it leaves out.
 * What was trusted is in `trustedFolders.json`; of the entries above a folder that of the longest path counts.
 * @param folder Gemini CLI's own, which holds that file and its settings
 */
export function geminiTrustChecks(folder: string, cwd: string): Check[] {
  const isOff = ['security', 'folderTrust', 'enabled'].reduce<unknown>(
    (value, name) => memberOf(value, name),
    parsedJson(join(folder, 'settings.json')),
  );
  if (isOff === false) return [];
  const trust = trustOf(join(folder, 'trustedFolders.json'), realPath(cwd));
  const [name, here] = ['gemini trust', 'Gemini CLI'];
  if (trust === 'DO_NOT_TRUST')
    return [
      warning(
        name,
        `${here} was told not to trust this folder: no hook and no server runs here.`,
        'In Gemini CLI here: /permissions',
      ),
    ];
  if (trust !== undefined) return [ok(name, `${here} trusts this folder, so hooks and server run.`)];
  return [
    warning(
      name,
      `${here} was not told to trust this folder, so it runs neither hooks nor servers here.`,
      'Start gemini here, and press Enter at "Trust folder"; where nobody can answer: gemini --skip-trust',
    ),
  ];
}

function trustOf(file: string, cwd: string): unknown {
  const rules = parsedJson(file);
  if (!isObject(rules)) return undefined;
  const above = Object.entries(rules).filter(([path, level]) =>
    isBelow(realPath(level === 'TRUST_PARENT' ? dirname(path) : path), cwd),
  );
  return above.sort(([one], [other]) => other.length - one.length)[0]?.[1];
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function parsedJson(file: string): unknown {
  try {
    return settingsOf(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
