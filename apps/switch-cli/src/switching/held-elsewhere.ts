import { machineName } from '../panel/machine-name';
import type { PanelAccount } from '../panel/panel-account';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { duration } from '../program/times';
import { changeMachineState, readMachineState } from '../state/machine-state';

type Holder = NonNullable<PanelAccount['held_by']>;

/**
 * Takes note of the machine that holds a session, before this one reads it: from then on the panel names this one.
 */
export async function rememberHolder(run: Run, account: PanelAccount): Promise<void> {
  const holder = presentHolder(run, account);
  if (holder === null || run.options.dry_run) return;
  const entry = { ...holder, version: account.session_version };
  await changeMachineState(run.environment, ({ holders }) => ({
    holders: { ...holders, [account.id]: entry },
  }));
}

/**
 * Refresh tokens work once. If the machine that had the session before this one has renewed it and not captured
 * that, what the panel holds is dead. It is told until the panel has another version of the session.
 * @param again what brings it here after that
 */
export function heldElsewhere(
  run: Run,
  account: PanelAccount,
  again = 'assistant-switch sync here',
): string[] {
  const holder = presentHolder(run, account) ?? rememberedHolder(run, account);
  if (holder === null) return [];
  const machine = plain(holder.machine);
  const length = duration(run.now().getTime() - Date.parse(holder.since));
  return [
    `${machine} has held the session of ${plain(account.name)} for ${length}. If the ` +
      `assistant has renewed it there, the tokens here are dead: run assistant-switch capture on ${machine}, then ` +
      `${again}.`,
  ];
}

function presentHolder(run: Run, { held_by = null, has_session }: PanelAccount): Holder | null {
  if (!has_session || held_by === null) return null;
  return held_by.machine === machineName(run.environment.variables) ? null : held_by;
}

function rememberedHolder(run: Run, { id, session_version }: PanelAccount): Holder | null {
  const { holders } = readMachineState(run.environment);
  const holder = Object.hasOwn(holders, id) ? holders[id] : undefined;
  return holder?.version === session_version ? holder : null;
}
