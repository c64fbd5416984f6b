import { isCopied, isOwnName } from '../panel/this-machine';
import type { PanelAccount } from '../panel/panel-account';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { duration } from '../program/times';
import { targetNameOf } from '../targets/tool-target';
import { changeMachineState, readMachineState } from '../state/machine-state';
import { isStored } from './secure';
import { filesOf } from './switching';

type Holder = NonNullable<PanelAccount['held_by']>;

/**
 * Takes note of the machine that holds a session, before this one reads it: from then on the panel names this one.
 * @returns the account, without its holder where that was this machine before it forgot what it had
 */
export async function rememberHolder(run: Run, account: PanelAccount): Promise<PanelAccount> {
  if (isFormerSelf(run, account)) return { ...account, held_by: null };
  const holder = presentHolder(run, account);
  if (holder === null || run.options.dry_run) return account;
  const { machine, since } = holder;
  const entry = { machine, since, version: account.session_version };
  await changeMachineState(run.environment, ({ holders }) => ({
    holders: { ...holders, [account.id]: entry },
  }));
  return account;
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
  const shared = sharedId(account);
  const holder = presentHolder(run, account) ?? rememberedHolder(run, account);
  if (holder === null) return shared;
  const isNamesake = isOwnName(holder.machine, run.environment.variables);
  const name = plain(holder.machine);
  const [machine, there] = isNamesake ? [`Another machine called ${name}`, 'there'] : [name, `on ${name}`];
  // Its account: whichever tool that machine has used since.
  const capture = `assistant-switch capture --target ${targetNameOf(account.tool) ?? '<path>'}`;
  const length = duration(run.now().getTime() - Date.parse(holder.since));
  return [
    ...shared,
    `${machine} has held the session of ${plain(account.name)} for ${length}. If the ` +
      `assistant has renewed it there, the tokens here are dead: run ${capture} ${there}, then ` +
      `${again}.${isNamesake ? ' ASSISTANT_SWITCH_MACHINE gives a machine another name.' : ''}`,
  ];
}

/** The machine that has a session, as it is shown: two may have one name. */
export function holderName({ environment }: Run, { machine, is_caller = null }: Holder): string {
  const isOwn = isOwnName(machine, environment.variables);
  const which =
    is_caller === true ? ' (this machine)' : is_caller === false && isOwn ? ' (another machine)' : '';
  return `${plain(machine)}${which}`;
}

/** By the ids; an older panel, or a machine without one, tells the name alone. */
function presentHolder(run: Run, account: PanelAccount): Holder | null {
  const { held_by = null, has_session } = account;
  if (!has_session || held_by === null || isFormerSelf(run, account)) return null;
  return (held_by.is_caller ?? isOwnName(held_by.machine, run.environment.variables)) ? null : held_by;
}

/**
 * One of this name, whose very tokens lie here though nothing here remembers them: this one, before it was uninstalled. A log-in
 * of the same person by hand has others.
 */
function isFormerSelf(run: Run, account: PanelAccount): boolean {
  const { tool, owner = null, held_by = null } = account;
  const target = targetNameOf(tool);
  const isNamesake = held_by !== null && isOwnName(held_by.machine, run.environment.variables);
  if (isCopied(run.environment)) return false;
  if (!isNamesake || held_by.is_caller !== false || owner === null || !target) return false;
  try {
    const files = filesOf(run, target);
    const local = files.read();
    return (
      files.state.readEntry() === null &&
      local.kind === 'session' &&
      isStored(local, account) &&
      local.owner === owner
    );
  } catch (failure) {
    if (failure instanceof Failure) return false;
    throw failure;
  }
}

/** Two machines that cannot be told apart are not warned of each other. */
function sharedId({ held_by = null }: PanelAccount): string[] {
  const other = held_by?.is_caller === true ? (held_by.also_called ?? null) : null;
  if (held_by === null || other === null) return [];
  return [
    `The id of this machine came from ${plain(held_by.machine)} and from ${plain(other)} in turn. If those are two ` +
      'machines (a cloned image), each needs its own: assistant-switch logout --purge, then login, on one of them.',
  ];
}

function rememberedHolder(run: Run, { id, session_version }: PanelAccount): Holder | null {
  const { holders } = readMachineState(run.environment);
  const holder = Object.hasOwn(holders, id) ? holders[id] : undefined;
  return holder?.version === session_version ? holder : null;
}
