import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile, sweepLeftBehind } from '../files/credentials-file';
import { stateHome } from '../files/places';
import type { Environment } from '../program/environment';

/** What is remembered of the machine as a whole. It holds no secret. */
export interface MachineState {
  /** The account that was put here last, and the one before it. */
  current: string | null;
  previous: string | null;
  /** By target: the account that `use --here` has put here, so that hooks do not take it away. */
  here: Record<string, string>;
  /** By account: the machine that held a session when this one took it over, and the session's version. */
  holders: Record<string, { machine: string; since: string; version: number | null }>;
  /** When the panel was asked for its version of this program last, and what it said. */
  checked: { url: string; at: string; version: string | null } | null;
}

const EMPTY: MachineState = { current: null, previous: null, here: {}, holders: {}, checked: null };

/** A missing or broken file remembers nothing. */
export function readMachineState(environment: Environment): MachineState {
  try {
    const state = JSON.parse(readFileSync(fileOf(environment), 'utf8')) as Partial<MachineState>;
    return { ...EMPTY, ...state };
  } catch {
    return EMPTY;
  }
}

export function changeMachineState(environment: Environment, change: Partial<MachineState>): void {
  const state = { ...readMachineState(environment), ...change };
  replaceFile(fileOf(environment), `${JSON.stringify(state, null, 2)}\n`);
}

/** Records the account that is now on this machine, so that `use -` finds the previous one. */
export function rememberUse(
  environment: Environment,
  { target, account_id, isHere }: { target: string; account_id: string; isHere: boolean },
): void {
  const { current, previous, here } = readMachineState(environment);
  const isNew = current !== account_id;
  const others = Object.entries(here).filter(([name]) => name !== target);
  const wanted = Object.fromEntries(isHere ? [...others, [target, account_id]] : others);
  if (!isNew && JSON.stringify(wanted) === JSON.stringify(here)) return;
  changeMachineState(environment, {
    current: account_id,
    previous: isNew ? current : previous,
    here: wanted,
  });
}

/** Removes what killed runs left of the file. */
export function sweepMachineState(environment: Environment): void {
  const file = fileOf(environment);
  sweepLeftBehind(dirname(file), basename(file));
}

function fileOf(environment: Environment): string {
  return join(stateHome(environment), 'machine.json');
}
