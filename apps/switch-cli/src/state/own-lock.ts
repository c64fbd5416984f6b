import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryName } from '../files/credentials-file';
import { keepOwner } from '../files/owners';
import { isAlive } from '../files/process-alive';
import { processPlace } from '../files/process-place';
import { Failure } from '../program/failure';

const TOUCHED_EVERY_MS = 5_000;
const STALE_MS = 60_000;
/** What a lock counts as holding that another user wrote and this one may not read. Only its age tells of it. */
const UNREADABLE = '?';

/**
 * Lets one run of this program at a time work on a target. The lock of a run that was killed is taken over at
 * once; one of another machine or container that shares the folder, once it has not been touched for a minute.
 * @param wait_ms how long another run may take
 */
export async function holdOwnLock(path: string, waitMs = 30_000): Promise<() => void> {
  const content = `${process.pid} ${randomBytes(8).toString('hex')} ${processPlace()}\n`;
  const until = Date.now() + waitMs;
  while (!taken(path, content)) {
    const holder = textOf(path);
    if (holder !== null && isLeftBehind(path, holder)) breakLock(path, holder);
    else if (Date.now() > until)
      throw new Failure('locked', `Another run of this program is at work (${path}).`);
    else await sleep(20);
  }
  const touching = setInterval(() => touch(path, content), TOUCHED_EVERY_MS).unref();
  return () => {
    clearInterval(touching);
    if (textOf(path) === content) rmSync(path, { force: true });
  };
}

function taken(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    keepOwner(path, statSync(dirname(path)));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new Failure('file_error', `${path} cannot be written (${code}).`);
  }
}

function isLeftBehind(path: string, holder: string): boolean {
  const [pid, , place = processPlace()] = holder.trim().split(' ');
  // A process number says nothing about another machine's process.
  if (![UNREADABLE, ''].includes(holder) && place === processPlace() && !isAlive(Number(pid))) return true;
  const touchedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (touchedMs === undefined) return false;
  // A holder that has made the file but not written its name yet.
  const limitMs = holder === '' ? 1_000 : STALE_MS;
  const ageMs = Date.now() - touchedMs;
  // A time to come is of another clock.
  const isPerhapsOld = ageMs > limitMs || ageMs < 0;
  return isPerhapsOld && timeOfFolder(path) - touchedMs > limitMs;
}

/** The present time by the clock that dates the files there: on a network drive that is another machine's. */
function timeOfFolder(path: string): number {
  const probe = join(dirname(path), temporaryName(basename(path)));
  try {
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
    return statSync(probe).mtimeMs;
  } catch {
    return 0;
  } finally {
    rmSync(probe, { force: true });
  }
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
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? UNREADABLE : null;
  }
}

/** Written anew, so that the drive dates it by its own clock. */
function touch(path: string, content: string): void {
  try {
    if (textOf(path) === content) writeFileSync(path, content, { flag: 'r+' });
  } catch {
    // The lock was taken over; the writes are atomic in any case.
  }
}
