import { toolOfAccount } from '@groupless/shared-dto';
import { askedAccount } from '../command-line/completed-line';
import { completionScript, type CompletedProgram } from '../command-line/completion-scripts';
import type { PanelAccount } from '../panel/panel-account';
import type { Outcome, Run } from '../program/run';
import { toolOfTarget } from '../targets/tool-target';
import { panelOf } from '../switching/switching';

/** A script for the shell. */
export function completion(shell: string, program: CompletedProgram): Promise<Outcome> {
  const script = completionScript(shell, program);
  return Promise.resolve({ lines: [script], facts: { shell, script } });
}

/**
 * The names of the accounts that a line may go on with, a line each; nothing if they cannot be had at once.
 * @param line its words; none: all accounts, of the target's tool where one is named
 */
export async function accountNames(
  run: Run,
  line: readonly string[],
  commands: readonly string[],
): Promise<Outcome> {
  const asked = line.length === 0 ? { tool: toolOfTarget(run.options.target) } : askedAccount(line, commands);
  const accounts = asked === null ? [] : await accountsAtOnce(run);
  const names = accounts
    .filter((one) => asked?.tool === null || toolOfAccount(one) === asked?.tool)
    .map(({ name }) => name)
    // A name with a line break would be read as two.
    .filter((name) => !/[\p{Cc}]/u.test(name));
  return { lines: names, facts: { names }, isSilent: names.length === 0 };
}

function accountsAtOnce(run: Run): Promise<PanelAccount[]> {
  const options = { ...run.options, timeout_ms: Math.min(run.options.timeout_ms, 1_000) };
  return Promise.resolve()
    .then(() => panelOf({ ...run, options }).listAccounts())
    .catch(() => []);
}
