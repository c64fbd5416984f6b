import { toolOfAccount } from '@groupless/shared-dto';
import { completionScript, type CompletedProgram } from '../command-line/completion-scripts';
import type { Outcome, Run } from '../program/run';
import { toolOfTarget } from '../targets/tool-target';
import { panelOf } from '../switching/switching';

/** A script for the shell. */
export function completion(shell: string, program: CompletedProgram): Promise<Outcome> {
  const script = completionScript(shell, program);
  return Promise.resolve({ lines: [script], facts: { shell, script } });
}

/** The names of the accounts, of the target's tool where one is named, a line each; nothing if they cannot be had at once. */
export async function accountNames(run: Run): Promise<Outcome> {
  const options = { ...run.options, timeout_ms: Math.min(run.options.timeout_ms, 1_000) };
  const accounts = await Promise.resolve()
    .then(() => panelOf({ ...run, options }).listAccounts())
    .catch(() => []);
  // A name with a line break would be read as two.
  const tool = toolOfTarget(run.options.target);
  const ofTarget = accounts.filter((one) => tool === null || toolOfAccount(one) === tool);
  const names = ofTarget.map(({ name }) => name).filter((name) => !/[\p{Cc}]/u.test(name));
  return { lines: names, facts: { names }, isSilent: names.length === 0 };
}
