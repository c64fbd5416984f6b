import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { memberOf } from '@groupless/shared-dto/session-documents';
import { isObject } from '../files/foreign-json';
import type { IsOurs } from '../installer/hook-entries';
import { ok, warning, type Check } from './check';
import { jsonIn, tomlIn } from './settings-files';

/**
 * Codex runs a hook once a person has trusted it, and says nothing of one that it leaves out. It keeps what was trusted in
 * `config.toml`, by the file, the event and the place in it. Whether a trusted hook was changed since only Codex can tell.
 * @param folder that of `hooks.json`
 * @param user that of the user's `config.toml`
 */
export function codexTrustChecks(folder: string, user: string, isOurs: IsOurs): Check[] {
  const file = join(folder, 'hooks.json');
  const keys = keysOf(file, isOurs);
  if (keys.length === 0) return [];
  const state = memberOf(memberOf(tomlIn(join(user, 'config.toml')), 'hooks'), 'state');
  const files = namesOf(folder);
  const isTrusted = (key: string) =>
    files.some((name) => memberOf(memberOf(state, `${name}:${key}`), 'trusted_hash') !== undefined);
  const untrusted = keys.filter((key) => !isTrusted(key));
  if (untrusted.length === 0)
    return [ok('codex hooks', 'Codex was told to trust them; /hooks in Codex says whether it still does.')];
  const count = untrusted.length === keys.length ? 'its' : `${untrusted.length} of its ${keys.length}`;
  return [
    warning(
      'codex hooks',
      `Codex was not told to trust ${count} hooks, so it does not run them.`,
      'Start codex: at "Hooks need review" choose 2, Trust all and continue; or in Codex /hooks, then t',
    ),
  ];
}

/** As Codex may name the file: by the folder as it is given, or with links followed. It does not follow a link that the file itself is. */
function namesOf(folder: string): string[] {
  return [folder, realpathSync(folder)].map((name) => join(name, 'hooks.json'));
}

/** The events and places of our hooks, as Codex names them. */
function keysOf(file: string, isOurs: IsOurs): string[] {
  const hooks = memberOf(jsonIn(file), 'hooks');
  if (!isObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, index) =>
      listOf(memberOf(group, 'hooks')).flatMap((hook, place) =>
        isOurs(String(memberOf(hook, 'command'))) ? [`${snakeCase(event)}:${index}:${place}`] : [],
      ),
    ),
  );
}

function snakeCase(event: string): string {
  return event.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
