import { doesNotCount, filesAbove, type FileAbove } from '../files/files-above';
import { shownPath } from '../files/places';
import type { PanelAccount } from '../panel/panel-account';
import { usageFailure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { readMachineState } from '../state/machine-state';
import { targetOf } from '../targets/target';
import { findAccount } from './find-account';

export const FOLDER_FILE = '.assistant-account';

export interface Chosen {
  account: PanelAccount;
  /** Whether the folder's file named it: a folder never decides for other machines. */
  isOfFolder: boolean;
}

/** The account that is named, that `-` stands for, that the folder names, or that the user picks. */
export async function chooseAccount(
  run: Run,
  accounts: readonly PanelAccount[],
  wanted: string | undefined,
): Promise<Chosen> {
  if (wanted === '-') return { account: previousAccount(run, accounts), isOfFolder: false };
  if (wanted !== undefined) return { account: findAccount(accounts, wanted), isOfFolder: false };
  const { named, leftOut } = choiceOfFolder(run.environment.cwd);
  if (leftOut !== null) run.note(`! ${doesNotCount(leftOut)}`);
  if (named !== null) return { account: findAccount(accounts, named), isOfFolder: true };
  if (!run.ask.is_terminal || run.options.json) {
    throw usageFailure(
      'Which account?',
      `Name it: assistant-switch use <account>, or write its name into ${FOLDER_FILE} in this folder.`,
    );
  }
  return { account: await pick(run, accounts), isOfFolder: false };
}

/** What `.assistant-account` says in this folder, or in the nearest one above it; not that of another user. */
export function accountOfFolder(folder: string): string | null {
  return choiceOfFolder(folder).named;
}

/** With the nearest file that would have decided, were it not another user's. */
function choiceOfFolder(folder: string): { named: string | null; leftOut: FileAbove | null } {
  let leftOut: FileAbove | null = null;
  for (const file of filesAbove(folder, FOLDER_FILE)) {
    if (!file.isOwn) leftOut ??= file;
    const [line = ''] = (file.isOwn ? file.text.slice(0, 1_000) : '').split(/\r?\n/);
    if (line.trim() !== '') return { named: line.trim(), leftOut };
  }
  return { named: null, leftOut };
}

/** The one before of the target that is named, or else of the one that was used last. */
function previousAccount({ environment, options }: Run, accounts: readonly PanelAccount[]): PanelAccount {
  const { recent, previous = null } = readMachineState(environment);
  const target =
    options.target === null ? recent[0]?.target : targetOf(options.target, environment).named.target;
  const [, before] = recent.filter((one) => one.target === target);
  const id = before?.account_id ?? (recent.length === 0 ? previous : null);
  if (id !== null) return findAccount(accounts, id);
  const of = target === undefined ? '' : ` for ${shownPath(target, environment)}`;
  throw usageFailure(
    `There was no other account${of} on this machine before.`,
    'Name one: assistant-switch use <account>',
  );
}

async function pick(run: Run, accounts: readonly PanelAccount[]): Promise<PanelAccount> {
  const lines = accounts.map(({ name, is_active, has_session }, index) => {
    const marks = [is_active ? 'active' : '', has_session ? '' : 'no session'].filter(Boolean).join(', ');
    return `  ${index + 1}  ${plain(name)}${marks === '' ? '' : `  (${marks})`}`;
  });
  run.note(lines.join('\n'));
  const answer = await run.ask.line(`Which account? [1-${accounts.length}] `);
  return accounts[Number(answer) - 1] ?? findAccount(accounts, answer);
}
