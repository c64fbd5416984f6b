import type { AccountHolderDto } from '@groupless/shared-dto';
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../platform/access/caller';
import type { CallingMachine } from '../platform/access/calling-machine';
import { ownerOf } from '../platform/access/write-source';

/** The machine that has the session of an account, as it is stored. */
export interface StoredHolder {
  machine: string;
  since: string;
  /** What its log-in made, and whose it is: the person whose key it has, or else the key's name. */
  machine_id?: string;
  owner?: string;
  /** The name that came with that id before. */
  before?: string;
  also_called?: string;
}

/** Who calls, on which machine; null: it did not say. */
export interface MachineUser {
  caller: Caller;
  machine: CallingMachine | null;
}

export function toHolderDto(held_by: StoredHolder | null, user: MachineUser | null): AccountHolderDto | null {
  if (held_by === null) return null;
  const { machine, since, also_called = null } = held_by;
  return { machine, since, is_caller: user === null ? null : isSameMachine(held_by, user), also_called };
}

/**
 * Who holds a session that a machine reads or stores: null for one without a name. A machine that has it already keeps its
 * time. The name is a label: where two come with one id in turn, they may be two machines.
 * @returns the same object where nothing changes
 */
export function holderAfter(held_by: StoredHolder | null, user: MachineUser, at: Date): StoredHolder | null {
  if (user.machine === null) return null;
  const { name, id } = user.machine;
  const ids = id === null ? {} : { machine_id: id, owner: nameOf(user.caller) };
  const isSame = held_by !== null && (isSameMachine(held_by, user) ?? held_by.machine === name);
  if (!isSame) return { machine: name, since: at.toISOString(), ...ids };
  const renamed = held_by.machine === name ? {} : { before: held_by.machine };
  const isInTurn = held_by.before === name || (held_by.also_called !== undefined && held_by.machine !== name);
  const next = {
    ...held_by,
    ...ids,
    machine: name,
    ...renamed,
    ...(isInTurn && { also_called: held_by.machine }),
  };
  return isDeepStrictEqual(next, held_by) ? held_by : next;
}

/** Null where the id of one of them is not known. */
function isSameMachine(
  { machine_id, owner }: StoredHolder,
  { caller, machine }: MachineUser,
): boolean | null {
  if (machine_id === undefined || (machine?.id ?? null) === null) return null;
  return machine_id === machine?.id && owner === nameOf(caller);
}

function nameOf(caller: Caller): string {
  return ownerOf(caller) ?? caller.name;
}
