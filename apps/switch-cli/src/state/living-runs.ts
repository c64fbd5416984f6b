import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolders } from '../files/places';
import { isAlive } from '../files/process-alive';
import { processPlace } from '../files/process-place';
import { makeFolder } from '../files/safe-folder';
import type { Environment } from '../program/environment';

/** Notes that a command of `run` works in an account's folder, until the returned function is called. */
export function noteRun(environment: Environment, account_id: string): () => void {
  const folder = notesFolder(environment);
  makeFolder(folder);
  const note = join(folder, `${process.pid}.${processPlace()}.${account_id}`);
  writeFileSync(note, '', { mode: 0o600 });
  return () => rmSync(note, { force: true });
}

/** The accounts in whose folders commands of `run` work. Of another machine or container it is not known: it counts. */
export function livingRuns(environment: Environment): string[] {
  return notesIn(notesFolder(environment)).flatMap((name) => {
    const [pid = '', place = '', account_id = ''] = name.split('.');
    const isGone = place === processPlace() && !isAlive(Number(pid));
    return isGone ? [] : [account_id];
  });
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
