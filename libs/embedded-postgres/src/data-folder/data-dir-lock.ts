import { randomUUID } from 'node:crypto';
import { closeSync, fchmodSync, fstatSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirError, makeDataDir } from './data-dir';
import { EmbeddedPostgresError } from '../embedded-postgres-error';
import type { Naming } from '../naming';
import { isRunning, startMark } from '../server/running-processes';

/** Another process uses the same data folder. */
export class DataDirInUseError extends EmbeddedPostgresError {
  override readonly name = 'DataDirInUseError';

  /** @param pid null: a process in another PID namespace (container) */
  constructor(
    dataDir: string,
    setting: string,
    readonly pid: number | null,
  ) {
    const [who, what] =
      pid === null
        ? ['a program in another container, whose database server answers', 'it']
        : [`process ${pid}`, 'that process'];
    super(
      `The data folder ${dataDir} is in use by ${who}: stop ${what}, or set ${setting} to another folder.`,
    );
  }
}

interface Claim {
  readonly token: string;
  readonly pid: number;
  readonly started?: string | undefined;
  readonly withdrawn?: boolean;
}

/**
 * Locks the data folder for this process until `release()`, or until the process ends in any way. `withdraw()` releases
 * the lock but keeps the file, which another process uses.
 *
 * Throws a DataDirInUseError if a living process holds the lock, and a DataDirError if the folder is not writable.
 */
export function lockDataDir(
  dataDir: string,
  { program, dataDirSetting }: Pick<Naming, 'program' | 'dataDirSetting'>,
): { release(): void; withdraw(): void } {
  const folder = makeDataDir(dataDir, dataDirSetting);
  const path = join(folder, `${program}.lock`);
  const claim: Claim = { token: randomUUID(), pid: process.pid, started: startMark(process.pid) };
  try {
    while (!holdsAfterClaiming({ folder, path, setting: dataDirSetting }, claim)) continue;
  } catch (error) {
    throw error instanceof DataDirInUseError ? error : new DataDirError(folder, dataDirSetting, error);
  }
  return { release: () => releaseLock(path, claim), withdraw: () => withdraw(path, claim) };
}

// Each process appends a line to the lock file and reads it: the first line of a living process holds the lock. Appends
// are atomic, so of two processes the later one sees the earlier one, and stale locks need not be removed (two
// processes that do so at once would remove each other's). Only the holder removes the file; the winner checks that its
// file is still the one at that path.
function holdsAfterClaiming(
  { folder, path, setting }: Record<'folder' | 'path' | 'setting', string>,
  claim: Claim,
): boolean {
  const file = openSync(path, 'a+', 0o600);
  try {
    fchmodSync(file, 0o600);
    append(file, claim);
    const holder = firstOfLivingProcess(claimsIn(file));
    if (holder !== undefined && holder.token !== claim.token) {
      append(file, { ...claim, withdrawn: true });
      throw new DataDirInUseError(folder, setting, holder.pid);
    }
    return isFileAt(path, file);
  } finally {
    closeSync(file);
  }
}

function append(file: number, claim: Claim): void {
  writeSync(file, `${JSON.stringify(claim)}\n`);
}

function claimsIn(file: number): Claim[] {
  const content = Buffer.alloc(fstatSync(file).size);
  const length = readSync(file, content, 0, content.length, 0);
  const claims = content.toString('utf8', 0, length).split('\n').flatMap(parsedClaim);
  const withdrawn = new Set(claims.filter((claim) => claim.withdrawn).map((claim) => claim.token));
  return claims.filter((claim) => !withdrawn.has(claim.token));
}

/** Ignores a line that a power failure or a full disk has truncated. */
function parsedClaim(line: string): Claim[] {
  try {
    const claim = JSON.parse(line) as Partial<Claim> | null;
    const isClaim = typeof claim?.token === 'string' && Number.isInteger(claim.pid);
    return isClaim ? [claim as Claim] : [];
  } catch {
    return [];
  }
}

function firstOfLivingProcess(claims: readonly Claim[]): Claim | undefined {
  return claims.find(({ pid, started }) => {
    if (!isRunning(pid)) return false;
    const mark = started === undefined ? undefined : startMark(pid);
    // Process ids are reused. If the start time is unknown, the living process counts as the holder.
    return mark === undefined || mark === started;
  });
}

function withdraw(path: string, claim: Claim): void {
  const file = openSync(path, 'a');
  try {
    append(file, { ...claim, withdrawn: true });
  } finally {
    closeSync(file);
  }
}

function isFileAt(path: string, file: number): boolean {
  const atPath = statSync(path, { bigint: true, throwIfNoEntry: false });
  const opened = fstatSync(file, { bigint: true });
  return atPath?.ino === opened.ino && atPath.dev === opened.dev;
}

function releaseLock(path: string, claim: Claim): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return;
  }
  try {
    // Somebody may have deleted the file, and another process may hold the lock since.
    if (firstOfLivingProcess(claimsIn(file))?.token === claim.token) rmSync(path, { force: true });
  } finally {
    closeSync(file);
  }
}
