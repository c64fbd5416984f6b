import type { PanelAccount } from '../panel/panel-account';
import { closest } from '../command-line/closest';
import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';
import { shellWord } from '../program/shell-word';

/** The account with this id or exactly this name. */
export function findAccount(accounts: readonly PanelAccount[], wanted: string): PanelAccount {
  const byId = accounts.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId;
  const [found, ...others] = accounts.filter(({ name }) => name === wanted);
  if (found === undefined) throw unknownAccount(accounts, wanted);
  if (others.length === 0) return found;
  throw new Failure(
    'ambiguous_account',
    `The panel has ${others.length + 1} accounts "${plain(wanted)}".`,
    [`Name one by its id: ${[found, ...others].map(({ id }) => id).join(', ')}`],
    EXIT.usage,
  );
}

/**
 * How an account is named in a command to paste: by its id where its name would be read as something else, or is not its
 * own alone.
 */
export function accountWord({ id, name }: PanelAccount, accounts: readonly PanelAccount[]): string {
  const isOthers = accounts.some((one) => one.id !== id && [one.id, one.name].includes(name));
  const isName = name === plain(name) && !name.startsWith('-') && !isOthers;
  return shellWord(isName ? name : id);
}

/** The command that stores a session for an account. One of another tool lies where only its user knows. */
export function captureCommand(account: PanelAccount, accounts: readonly PanelAccount[]): string {
  const path = account.tool === 'other' ? ' --target <path>' : '';
  return `assistant-switch capture ${accountWord(account, accounts)}${path}`;
}

function unknownAccount(accounts: readonly PanelAccount[], wanted: string): Failure {
  const names = accounts.map(({ name }) => name);
  const meant = closest(wanted, names);
  return new Failure(
    'unknown_account',
    `The panel has no account "${plain(wanted)}".`,
    [
      ...(meant === null ? [] : [`Did you mean "${plain(meant)}"?`]),
      names.length === 0
        ? 'It has none at all.'
        : `It has: ${names.map((name) => `"${plain(name)}"`).join(', ')}`,
    ],
    EXIT.usage,
  );
}
