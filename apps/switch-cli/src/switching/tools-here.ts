import { activeAccount, toolOfAccount } from '@groupless/shared-dto';
import type { PanelAccount } from '../panel/panel-account';
import type { PanelApi } from '../panel/panel-api';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import type { TargetFiles } from '../targets/target-files';
import { isOfAnotherTool, productOf, toolOfTarget, type TOOL_TARGETS } from '../targets/tool-target';
import { readMachineState } from '../state/machine-state';
import { accountWord, captureCommand, useCommand } from './find-account';
import { heldElsewhere, holderName } from './held-elsewhere';
import type { LocalFacts } from './local-facts';
import { targetOption, toolsWithSession } from './target-option';

/** A tool that a command without `--target` is for. */
export interface ToolHere {
  target: (typeof TOOL_TARGETS)[number];
  /** Of several the run names its target, so that what it proposes does too. */
  run: Run;
}

export interface ToolsHere {
  /** None: the account that was activated last decides, by its tool. */
  tools: ToolHere[];
  /** Active accounts that cannot be brought so. */
  notes: string[];
}

/**
 * The tools of a command without `--target`: those that have an active account and a session on this machine. A tool that
 * was never used here does not get one by the way.
 * @param accounts null where the key may not list them, or the panel gave no answer
 * @param api then tells which tools have an active session; without it, each may have one
 * @param own.isLooking also those for which `use --here` alone has put something here
 */
export async function toolsHere(
  run: Run,
  accounts: readonly PanelAccount[] | null,
  api: PanelApi | null,
  own: { isLooking: boolean } = { isLooking: false },
): Promise<ToolsHere> {
  if (run.options.target !== null) return { tools: [], notes: [] };
  const found: ToolHere['target'][] = [];
  const notes: string[] = [];
  for (const target of toolsWithSession(run)) {
    const tool = toolOfTarget(target);
    const active = accounts === null ? null : activeAccount(accounts, tool);
    const isActive =
      accounts === null
        ? api === null || (await api.activeVersion(tool)) !== null
        : active?.has_session === true;
    const isPinned = own.isLooking && readMachineState(run.environment).here[target] !== undefined;
    if (isActive || isPinned) found.push(target);
    else if (active !== null) notes.push(withoutSession(active, accounts ?? []));
  }
  if (found.length === 0) return { tools: [], notes: [] };
  const tools = found.map((target) => ({
    target,
    run: found.length === 1 ? run : { ...run, options: { ...run.options, target } },
  }));
  return { tools, notes: [...notes, ...ofOtherTools(accounts ?? [])] };
}

/** What the session on this machine should be. */
export interface Wanted {
  /** Null: there is none. */
  account: PanelAccount | null;
  /** Whether `use --here` has put it here: then the active account is none of this machine's business. */
  isPinned: boolean;
  /** The command that brings it. */
  bring: string;
}

/** The account that `use --here` has chosen, as long as it is the one that lies here; else the active one. */
export function wantedHere(
  run: Run,
  { target }: TargetFiles,
  { entry }: LocalFacts,
  active: PanelAccount | null,
  accounts: readonly PanelAccount[],
): Wanted {
  const isPinned =
    entry !== null && readMachineState(run.environment).here[target.named.target] === entry.account_id;
  const option = targetOption(run, target.named.target);
  const isOfOther = active !== null && isOfAnotherTool(active.tool, target.kind);
  const sync = isOfOther ? useCommand(active, accounts) : `assistant-switch sync${option}`;
  if (!isPinned) return { account: active, isPinned, bring: sync };
  const account = accounts.find(({ id }) => id === entry.account_id) ?? null;
  // One that was deleted is put here no more.
  if (account === null) return { account: active, isPinned: false, bring: sync };
  return {
    account,
    isPinned,
    bring: `assistant-switch use ${accountWord(account, accounts)} --here${option}`,
  };
}

/** Other machines that have the session which should be here, or which lies here. */
export function heldBesides(
  run: Run,
  { account, isPinned, bring }: Wanted,
  { account_here }: LocalFacts,
  accounts: readonly PanelAccount[],
): string[] {
  const again = isPinned ? bring : `${bring} here`;
  const held = account === null ? [] : heldElsewhere(run, { account, accounts }, again);
  if (account_here === undefined || account_here.id === account?.id) return held;
  const use = useCommand(account_here, accounts, { target: run.options.target, isHere: true });
  return [...heldElsewhere(run, { account: account_here, accounts }, use), ...held];
}

/** What the panel has of an account whose session here is another one. */
export function newerThanHere(run: Run, { session_version, held_by = null }: PanelAccount): string {
  const holder = held_by === null ? '' : `, which ${holderName(run, held_by)} has`;
  return `the panel has other tokens of it (version ${session_version})${holder}`;
}

/** An account whose session is here, and that the panel has no more: its name. */
export function deletedHere({ entry }: LocalFacts, accounts: readonly PanelAccount[] | null): string | null {
  if (entry === null || accounts === null) return null;
  return accounts.some(({ id }) => id === entry.account_id) ? null : plain(entry.account_name);
}

/** What a person can do about the session of such an account. */
export function waysOfDeleted(state: LocalFacts['state'], option: string): string {
  return (
    `To keep its session: assistant-switch capture <account>${option}; ` +
    `to replace it: assistant-switch sync${state === 'as_written' ? '' : ' --force'}${option}`
  );
}

function withoutSession(account: PanelAccount, accounts: readonly PanelAccount[]): string {
  const product = productOf(toolOfAccount(account) ?? 'claude_code');
  return `${plain(account.name)} is active for ${product} and has no session: ${captureCommand(account, accounts)}`;
}

function ofOtherTools(accounts: readonly PanelAccount[]): string[] {
  const other = activeAccount(accounts, 'other');
  if (other === null) return [];
  if (!other.has_session) return [withoutSession(other, accounts)];
  return [`${plain(other.name)} is active too, for another tool: ${useCommand(other, accounts)}`];
}
