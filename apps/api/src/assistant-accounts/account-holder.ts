import type { AccountHolderDto } from '@groupless/shared-dto';
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../platform/access/caller';
import type { CallingMachine } from '../platform/access/calling-machine';
import { ownerOf } from '../platform/access/write-source';

/** What tells a machine from another of its name: what its log-in made, and the person whose key it has, or else the key's name. */
export interface StoredMachine {
  machine_id?: string;
  owner?: string;
}

/** The machine that has the session of an account, as it is stored. */
export interface StoredHolder extends StoredMachine {
  machine: string;
  since: string;
  /** The name that came with that id before, and until when. */
  before?: string;
  named_at?: string;
  also_called?: string;
}

/** Enough to tell the machines of a team apart, and too little to pass for one. */
const SHOWN_OF_ID = 8;

/** A name that has come alone for so long is the name of one machine, whatever it was called before. */
const IN_TURN_MS = 7 * 86_400_000;

/** Who calls, on which machine; null: it did not say. */
export interface MachineUser {
  caller: Caller;
  machine: CallingMachine | null;
}

export function toHolderDto(
  held_by: StoredHolder | null,
  user: MachineUser | null,
  now: Date,
): AccountHolderDto | null {
  if (held_by === null) return null;
  const { machine, since } = held_by;
  const is_caller = user === null ? null : isSameMachine(held_by, user);
  const name = (is_caller === true ? user?.machine?.name : null) ?? machine;
  // By its first question: where the caller is a copy of the other, the session lies there.
  const isOther = name !== machine;
  const also_called = isOther ? machine : wasNamedLately(held_by, now) ? (held_by.also_called ?? null) : null;
  const id_end = held_by.machine_id?.slice(-SHOWN_OF_ID) ?? null;
  return { machine: name, since, is_caller, also_called, id_end };
}

/**
 * Who holds a session that a machine reads or stores: null for one without a name. A machine that has it already keeps its
 * time. The name is a label: where two come with one id in turn, they may be two machines.
 * @returns the same object where nothing changes
 */
export function holderAfter(held_by: StoredHolder | null, user: MachineUser, at: Date): StoredHolder | null {
  if (user.machine === null) return null;
  const { name } = user.machine;
  const ids = storedMachine(user);
  const isSame = held_by !== null && (isSameMachine(held_by, user) ?? held_by.machine === name);
  if (!isSame) return { machine: name, since: at.toISOString(), ...ids };
  if (held_by.machine === name) {
    const next = { ...held_by, ...ids };
    return isDeepStrictEqual(next, held_by) ? held_by : next;
  }
  const { before, also_called, ...rest } = held_by;
  const isInTurn = wasNamedLately(held_by, at) && (before === name || also_called !== undefined);
  return {
    ...{ ...rest, ...ids, machine: name, before: held_by.machine, named_at: at.toISOString() },
    ...(isInTurn && { also_called: held_by.machine }),
  };
}

function wasNamedLately({ since, named_at = since }: StoredHolder, now: Date): boolean {
  return now.getTime() - Date.parse(named_at) < IN_TURN_MS;
}

export function storedMachine({ caller, machine }: MachineUser): StoredMachine {
  const id = machine?.id ?? null;
  return id === null ? {} : { machine_id: id, owner: nameOf(caller) };
}

/** Null where the id of one of them is not known. */
export function isSameMachine(
  { machine_id, owner }: StoredMachine,
  { caller, machine }: MachineUser,
): boolean | null {
  if (machine_id === undefined || (machine?.id ?? null) === null) return null;
  return machine_id === machine?.id && owner === nameOf(caller);
}

function nameOf(caller: Caller): string {
  return ownerOf(caller) ?? caller.name;
}
