import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolders } from '../files/places';
import { isAlive } from '../files/process-alive';
import { processPlace } from '../files/process-place';
import { makeFolder } from '../files/safe-folder';
import type { Environment } from '../program/environment';

const TOUCHED_EVERY_MS = 60_000;
const STALE_MS = 15 * 60_000;

/** Notes that a command of `run` works in an account's folder, until the returned function is called. */
export function noteRun(environment: Environment, account_id: string): () => void {
  const folder = notesFolder(environment);
  makeFolder(folder);
  const note = join(folder, `${process.pid}.${processPlace()}.${account_id}`);
  const touch = () => writeFileSync(note, '', { mode: 0o600 });
  touch();
  const touching = setInterval(touch, TOUCHED_EVERY_MS).unref();
  return () => {
    clearInterval(touching);
    rmSync(note, { force: true });
  };
}

/**
 * The accounts in whose folders commands of `run` work. Of another machine or container a note counts as long as it is
 * touched; what was killed there is never heard of again.
 */
export function livingRuns(environment: Environment): string[] {
  const folder = notesFolder(environment);
  return notesIn(folder).flatMap((name) => {
    const [pid = '', place = '', account_id = ''] = name.split('.');
    const isGone = place === processPlace() ? !isAlive(Number(pid)) : isStale(join(folder, name));
    return isGone ? [] : [account_id];
  });
}

function isStale(note: string): boolean {
  const touchedMs = statSync(note, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - touchedMs > STALE_MS;
}

function notesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function notesFolder(environment: Environment): string {
  return join(runFolders(environment), '.living');
}
