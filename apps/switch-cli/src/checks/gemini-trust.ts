import { dirname, isAbsolute, join, relative } from 'node:path';
import { memberOf } from '@groupless/shared-dto/session-documents';
import { realPath } from '../files/real-path';
import { isObject } from '../files/foreign-json';
import { ok, warning, type Check } from './check';
import { jsonIn } from './settings-files';

const NAME = 'gemini trust';

/**
 * Gemini CLI runs hooks and servers only in folders that a person has trusted, and says nothing of those that it leaves out.
 * What was trusted is in `trustedFolders.json`; of the entries above a folder that of the longest path counts.
 * @param folder Gemini CLI's own, which holds that file and its settings
 */
export function geminiTrustChecks(folder: string, cwd: string): Check[] {
  const isOff = ['security', 'folderTrust', 'enabled'].reduce<unknown>(
    (value, name) => memberOf(value, name),
    jsonIn(join(folder, 'settings.json')),
  );
  if (isOff === false) return [];
  const trust = trustOf(join(folder, 'trustedFolders.json'), realPath(cwd));
  if (trust === 'DO_NOT_TRUST')
    return [
      warning(
        NAME,
        'Gemini CLI was told not to trust this folder: no hook and no server runs here.',
        'In Gemini CLI here: /permissions',
      ),
    ];
  if (trust !== undefined) return [ok(NAME, 'Gemini CLI trusts this folder, so hooks and server run.')];
  return [
    warning(
      NAME,
      'Gemini CLI was not told to trust this folder, so it runs neither hooks nor servers here.',
      'Start gemini here, and press Enter at "Trust folder"; where nobody can answer: gemini --skip-trust',
    ),
  ];
}

function trustOf(file: string, cwd: string): unknown {
  const rules = jsonIn(file);
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
