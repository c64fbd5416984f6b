import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryName } from '../files/credentials-file';
import { isAlive } from '../files/process-alive';
import { Failure } from '../program/failure';

const TOUCHED_EVERY_MS = 5_000;
const STALE_MS = 60_000;

/**
 * Lets one run of this program at a time work on a target. The lock of a run that was killed is taken over at
 * once.
 * @param wait_ms how long another run may take
 */
export async function holdOwnLock(path: string, waitMs = 30_000): Promise<() => void> {
  const content = `${process.pid} ${randomBytes(8).toString('hex')}\n`;
  const until = Date.now() + waitMs;
  while (!taken(path, content)) {
    const holder = textOf(path);
    if (holder !== null && isLeftBehind(path, holder)) breakLock(path, holder);
    else if (Date.now() > until)
      throw new Failure('locked', `Another run of this program is at work (${path}).`);
    else await sleep(20);
  }
  const touching = setInterval(() => touch(path), TOUCHED_EVERY_MS).unref();
  return () => {
    clearInterval(touching);
    if (textOf(path) === content) rmSync(path, { force: true });
  };
}

function taken(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new Failure('file_error', `${path} cannot be written (${code}).`);
  }
}

function isLeftBehind(path: string, holder: string): boolean {
  const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // A holder that has made the file but not written its name yet.
  if (holder === '') return ageMs > 1_000;
  return ageMs > STALE_MS || !isAlive(Number(holder.split(' ')[0]));
}

/** Renames it first: of several who break the same lock at once, one must not remove what another has just taken. */
function breakLock(path: string, holder: string): void {
  const aside = join(dirname(path), temporaryName(basename(path)));
  try {
    renameSync(path, aside);
    if (textOf(aside) !== holder) linkSync(aside, path);
  } catch {
    // Another process has taken it already.
  }
  rmSync(aside, { force: true });
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The lock was taken over; the writes are atomic in any case.
  }
}
