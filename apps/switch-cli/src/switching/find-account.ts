import type { PanelAccount } from '../panel/panel-account';
import { closest } from '../command-line/closest';
import { EXIT } from '../program/exit-codes';
import { Failure, usageFailure } from '../program/failure';
import { plain } from '../program/plain-text';
import { shellWord } from '../program/shell-word';
import { productOf, targetNameOf } from '../targets/tool-target';

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

/** The command that stores a session for an account, here or on another machine. */
export function captureCommand(
  account: PanelAccount,
  accounts: readonly PanelAccount[],
  target: string | null = null,
): string {
  return `assistant-switch capture ${accountWord(account, accounts)}${targetWords(account, target)}`;
}

/**
 * What helps where an account has no session: to store one for it, or to take another account.
 * @param isHere whether its tool has a session on this machine
 */
export function wayWithoutSession(
  account: PanelAccount,
  accounts: readonly PanelAccount[],
  isHere: boolean,
): string {
  const capture = captureCommand(account, accounts);
  if (isHere || account.tool === 'other') return capture;
  return accounts.some(({ has_session }) => has_session)
    ? 'nothing is here to store for it; another account: assistant-switch use <account>'
    : `log in with ${productOf(account.tool ?? 'claude_code')} here, then ${capture}`;
}

/** The command that brings the session of an account. */
export function useCommand(
  account: PanelAccount,
  accounts: readonly PanelAccount[],
  { target = null, isHere = false }: { target?: string | null; isHere?: boolean } = {},
): string {
  const here = isHere ? ' --here' : '';
  return `assistant-switch use ${accountWord(account, accounts)}${here}${targetWords(account, target)}`;
}

/** A session of another tool lies where only its user knows. */
function targetWords({ tool }: PanelAccount, target: string | null): string {
  if (target !== null) return ` --target ${shellWord(target)}`;
  return tool === 'other' ? ' --target <path>' : '';
}

/**
 * What is used for an account without `--target`.
 * @param command what is to be typed where that needs a path
 */
export function requiredTargetName(
  { name, tool }: Pick<PanelAccount, 'name' | 'tool'>,
  command: string,
): string {
  const target = targetNameOf(tool);
  if (target !== null) return target;
  throw usageFailure(
    `${plain(name)} is an account of another tool: its session needs a path.`,
    `Name the file: ${command}`,
  );
}

export function noSession(account: PanelAccount, accounts: readonly PanelAccount[]): Failure {
  return new Failure(
    'no_session',
    `${plain(account.name)} has no session in the panel; nothing was changed.`,
    [
      `Log in with it on a machine and run there: ${captureCommand(account, accounts)}`,
      'Or store one in the panel.',
    ],
    EXIT.nothing_to_write,
  );
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
