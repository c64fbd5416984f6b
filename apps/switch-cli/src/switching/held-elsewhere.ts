import { isCopied, isOwnName } from '../panel/this-machine';
import type { PanelAccount } from '../panel/panel-account';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { duration } from '../program/times';
import { targetNameOf } from '../targets/tool-target';
import { captureCommand, useCommand } from './find-account';
import { changeMachineState, readMachineState } from '../state/machine-state';
import { isStored } from './account-here';
import { filesOf } from './switching';
import { targetOption } from './target-option';

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

/** An account as the panel listed it, beside the others, without which it has no name that is its own. */
export interface Listed {
  account: PanelAccount;
  accounts: readonly PanelAccount[];
}

/**
 * Refresh tokens work once. If the machine that had the session before this one has renewed it and not captured
 * that, what the panel holds is dead. It is told until the panel has another version of the session.
 * @param again what brings it here after that
 */
export function heldElsewhere(run: Run, listed: Listed, again = againHere(run, listed)): string[] {
  const { account, accounts } = listed;
  const shared = sharedId(account);
  const holder = presentHolder(run, account) ?? rememberedHolder(run, account);
  if (holder === null) return shared;
  const { name, there, isNamesake } = named(run, holder);
  return [
    ...shared,
    `${name} has held the session of ${plain(account.name)} for ${heldFor(run, holder)}. If the assistant has renewed it there, ` +
      `the tokens here are dead: run ${captureCommand(account, accounts)} ${there}, then ${again}.` +
      (isNamesake ? ' ASSISTANT_SWITCH_MACHINE gives a machine another name.' : ''),
  ];
}

/** What a machine is told that stores the session which another one had. */
export function takenOver(run: Run, { account, accounts }: Listed): string[] {
  const shared = sharedId(account);
  const holder = presentHolder(run, account);
  if (holder === null) return shared;
  const { name, there } = named(run, holder);
  const bring = useCommand(account, accounts, { isHere: true });
  return [
    ...shared,
    `${name} had the session of ${plain(account.name)} for ${heldFor(run, holder)}. Where the tokens here were renewed since, those ` +
      `there are dead: run ${bring} ${there}, or another account's there, since two machines with one session end each other's.`,
  ];
}

/** The active account of a path is the one that was activated last: by then it may be one of another tool. */
function againHere(run: Run, { account, accounts }: Listed): string {
  const target = targetNameOf(account.tool);
  if (target === null) return `${useCommand(account, accounts, { target: run.options.target })} here`;
  return `assistant-switch sync${targetOption(run, target)} here`;
}

function named(run: Run, { machine }: Holder): { name: string; there: string; isNamesake: boolean } {
  const isNamesake = isOwnName(machine, run.environment.variables);
  const name = plain(machine);
  return isNamesake
    ? { name: `Another machine called ${name}`, there: 'there', isNamesake }
    : { name, there: `on ${name}`, isNamesake };
}

function heldFor(run: Run, { since }: Holder): string {
  return duration(run.now().getTime() - Date.parse(since));
}

/** The machine that has a session, as it is shown: two may have one name. */
export function holderName({ environment }: Run, { machine, is_caller = null, also_called }: Holder): string {
  const isOwn = isOwnName(machine, environment.variables);
  const other = also_called ? `, or ${plain(also_called)}` : '';
  const which =
    is_caller === true ? ` (this machine${other})` : is_caller === false && isOwn ? ' (another machine)' : '';
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

/** Two machines of one id are not told apart by it: only their names tell. */
function sharedId({ name, held_by = null }: PanelAccount): string[] {
  const other = held_by?.is_caller === true ? (held_by.also_called ?? null) : null;
  if (other === null) return [];
  return [
    `${plain(other)} has the session of ${plain(name)} by the id of this machine. If that is another machine (a copied home, a cloned ` +
      'image), whichever of the two is renewed first ends the other, and this one needs an id of its own: ' +
      'assistant-switch logout --purge, then assistant-switch login. If this one was renamed, nothing is to be done.',
  ];
}

function rememberedHolder(run: Run, { id, session_version }: PanelAccount): Holder | null {
  const { holders } = readMachineState(run.environment);
  const holder = Object.hasOwn(holders, id) ? holders[id] : undefined;
  return holder?.version === session_version ? holder : null;
}
