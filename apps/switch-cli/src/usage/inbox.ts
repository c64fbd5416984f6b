import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileText } from '../files/file-text';
import type { Environment } from '../program/environment';
import { statusLineInput, type StatusLineInput } from './reading';
import { inboxFolder } from './usage-places';

/** Of status lines that were stopped half way. */
const LEFT_BEHIND_MS = 3_600_000;

/** What a status line was given, and whose session the machine had in that moment. */
export interface Received extends StatusLineInput {
  at_ms: number;
  /** The account that had been written last; null where that was not taken note of. */
  account: string | null;
  /** The folder of Claude Code's configuration; null for the usual one. */
  config_folder: string | null;
  identity: string | null;
}

/** Takes what lies in the inbox, the oldest first. */
export function takeInbox(environment: Environment, nowMs: number): Received[] {
  const folder = inboxFolder(environment);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const received = names.flatMap((name) => {
    const [base = ''] = name.split('.');
    const part = (end: string) => join(folder, `${base}.${end}`);
    const found = statSync(part('json'), { throwIfNoEntry: false });
    if (!name.endsWith('.ready')) {
      if (found === undefined || Math.abs(nowMs - found.mtimeMs) > LEFT_BEHIND_MS)
        rmSync(join(folder, name), { force: true });
      return [];
    }
    // The user's own status line has opened it by now, and reads on.
    const input = statusLineInput(fileText(part('json')));
    const whose = whoseOf(fileText(part('whose')));
    for (const end of ['ready', 'json', 'whose']) rmSync(part(end), { force: true });
    return input === null || found === undefined ? [] : [{ ...input, ...whose, at_ms: found.mtimeMs }];
  });
  return received.sort((one, other) => one.at_ms - other.at_ms);
}

/** The line of the state file with the account, the configuration folder, and the ids of Claude Code's own file. */
function whoseOf(text: string): Pick<Received, 'account' | 'config_folder' | 'identity'> {
  const [account = '', folder = '', ...ids] = text.split('\n');
  const idOf = (name: string) => {
    const found = new Set(ids.flatMap((id) => new RegExp(`"${name}": *"([^"]*)"`).exec(id)?.[1] ?? []));
    // Several tell nothing.
    return found.size === 1 ? [...found] : [];
  };
  const person = idOf('accountUuid');
  return {
    account: /"account_id": *"([^"]*)"/.exec(account)?.[1] ?? null,
    config_folder: folder === '' ? null : folder,
    identity: person.length === 0 ? null : [...person, ...idOf('organizationUuid')].join('/'),
  };
}
