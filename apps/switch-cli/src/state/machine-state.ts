import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { replaceFile, sweepLeftBehind } from '../files/credentials-file';
import { stateHome } from '../files/places';
import { makeFolder } from '../files/safe-folder';
import type { Environment } from '../program/environment';
import { holdOwnLock } from './own-lock';

/** What is remembered of the machine as a whole. It holds no secret. */
export interface MachineState {
  /** The accounts that were put here last, two of each target at most, the newest first. */
  recent: { target: string; account_id: string }[];
  /** What a version that did not tell the targets apart has left: the account before. */
  previous?: string | null;
  /** By target: the account that `use --here` has put here, so that hooks do not take it away. */
  here: Record<string, string>;
  /** By account: the machine that held a session when this one took it over, and the session's version. */
  holders: Record<string, { machine: string; since: string; version: number | null }>;
  /** The settings files that hold our hooks. */
  hooks?: string[];
  /** When the panel was asked for its version of this program last, and what it said. */
  checked: { url: string; at: string; version: string | null; told_at?: string } | null;
}

const EMPTY: MachineState = { recent: [], here: {}, holders: {}, checked: null };

/** A missing or broken file remembers nothing. */
export function readMachineState(environment: Environment): MachineState {
  try {
    const state = JSON.parse(readFileSync(fileOf(environment), 'utf8')) as Partial<MachineState>;
    return { ...EMPTY, ...state };
  } catch {
    return EMPTY;
  }
}

/**
 * Changes what is remembered, one run at a time: the locks of the targets let runs for two of them in at once. It waits
 * for nothing while it holds this lock, so a run that holds one of those may call it.
 */
export async function changeMachineState(
  environment: Environment,
  change: (state: MachineState) => Partial<MachineState>,
): Promise<void> {
  const file = fileOf(environment);
  makeFolder(dirname(file));
  const release = await holdOwnLock(lockOf(file));
  try {
    const before = readMachineState(environment);
    const after = { ...before, ...change(before) };
    if (isDeepStrictEqual(before, after)) return;
    replaceFile(file, `${JSON.stringify(after, null, 2)}\n`);
  } finally {
    release();
  }
}

/**
 * Records the account that is now on this machine, so that `use -` finds the one before it.
 * @param used.isChosen whether a person named it: then its target is the one used last, also where it was there already
 */
export function rememberUse(
  environment: Environment,
  used: { target: string; account_id: string; isHere: boolean; isChosen?: boolean },
): Promise<void> {
  const { target, account_id, isHere, isChosen = false } = used;
  return changeMachineState(environment, ({ recent, here: { [target]: _, ...others } }) => {
    const [newest, ...before] = recent.filter((one) => one.target === target);
    const isNew = newest?.account_id !== account_id;
    const ofTarget = isNew
      ? [{ target, account_id }, ...(newest === undefined ? [] : [newest])]
      : [newest, ...before];
    return {
      recent: isNew || isChosen ? [...ofTarget, ...recent.filter((one) => one.target !== target)] : recent,
      here: isHere ? { ...others, [target]: account_id } : others,
    };
  });
}

/** Removes what killed runs left of the file and of its lock. */
export function sweepMachineState(environment: Environment): void {
  const file = fileOf(environment);
  for (const left of [file, lockOf(file)]) sweepLeftBehind(dirname(left), basename(left));
}

function fileOf(environment: Environment): string {
  return join(stateHome(environment), 'machine.json');
}

function lockOf(file: string): string {
  return `${file}.lock`;
}
