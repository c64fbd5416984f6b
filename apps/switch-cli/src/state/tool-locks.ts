import { readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { temporaryName } from '../files/credentials-file';
import { keepOwner } from '../files/owners';
import { fileFailure } from '../files/safe-folder';
import { Failure } from '../program/failure';
import type { ToolLock } from '../targets/target';

const TOUCHED_EVERY_MS = 5_000;
/** Longer than a lock needs to become stale. */
const WAIT_MS = 70_000;
const NOTICE_AFTER_MS = 1_500;

/** A lock that is about to be made, and what tells it from others once it is. */
interface Note {
  path: string;
  since_ms: number;
  inode?: number;
  /** Missing where the file system keeps no such time, and in notes of earlier versions. */
  birth_ms?: number;
}

/**
 * Holds the assistant's own locks while we work, as it does itself while it renews its tokens: folders as
 * `proper-lockfile` makes them. A note names those that we have made, so that the run after a killed one removes
 * them at once; nobody has to wait until they are stale. Only for a run that holds our own lock.
 */
export class ToolLocks {
  private held: (Note & { release: () => Promise<void> })[] = [];

  constructor(
    private readonly noteFile: string,
    private readonly onWait: (path: string) => void,
    private readonly waitMs = WAIT_MS,
  ) {}

  /** Removes the locks that a killed run of this program has left. */
  clearLeftovers(): void {
    for (const note of this.readNotes()) if (isOurs(note)) remove(note.path);
    rmSync(this.noteFile, { force: true });
  }

  async hold(locks: readonly ToolLock[]): Promise<void> {
    for (const one of locks) await this.holdOne(one);
  }

  async release(path: string): Promise<void> {
    const note = this.held.find((one) => one.path === path);
    this.held = this.held.filter((one) => one !== note);
    await note?.release();
  }

  async releaseAll(): Promise<void> {
    for (const { path } of this.held.toReversed()) await this.release(path);
    rmSync(this.noteFile, { force: true });
  }

  private async holdOne({ path, stale_ms }: ToolLock): Promise<void> {
    const beganMs = Date.now();
    let isNoticed = false;
    while (!(await this.take(path, stale_ms))) {
      const waitedMs = Date.now() - beganMs;
      if (waitedMs > this.waitMs) throw lockedFailure(path);
      if (!isNoticed && waitedMs > NOTICE_AFTER_MS) this.onWait(path);
      isNoticed ||= waitedMs > NOTICE_AFTER_MS;
      await sleep(25);
    }
  }

  private async take(path: string, stale: number): Promise<boolean> {
    const note: Note = { path, since_ms: Date.now() };
    this.writeNotes([...this.held, note]);
    try {
      const release = await lock(path, {
        lockfilePath: path,
        realpath: false,
        stale,
        update: TOUCHED_EVERY_MS,
        // The lock was taken over, for example after the machine slept; the writes are atomic in any case.
        onCompromised: () => undefined,
      });
      this.held.push({ ...note, ...marksOf(path), release });
      this.writeNotes(this.held);
      return true;
    } catch (error) {
      this.writeNotes(this.held);
      if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return false;
      throw new Failure('file_error', `The lock ${path} cannot be made.`);
    }
  }

  private readNotes(): Note[] {
    try {
      return JSON.parse(readFileSync(this.noteFile, 'utf8')) as Note[];
    } catch {
      return [];
    }
  }

  private writeNotes(notes: Note[]): void {
    const plain = notes.map(({ path, since_ms, inode, birth_ms }) => ({ path, since_ms, inode, birth_ms }));
    // In one step: a run that is killed between the emptying of the file and the writing would leave no note at all.
    const aside = join(dirname(this.noteFile), temporaryName(basename(this.noteFile)));
    try {
      writeFileSync(aside, JSON.stringify(plain), { mode: 0o600 });
      keepOwner(aside, statSync(dirname(aside)));
      renameSync(aside, this.noteFile);
    } catch (error) {
      rmSync(aside, { force: true });
      throw fileFailure(this.noteFile, 'written', error);
    }
  }
}

/**
 * The inode alone does not tell: many file systems give that of a removed folder to the next one. Where times of birth
 * are unknown, the time of the last change may stand in their place, which moves whenever the lock is touched. It does
 * so for the folder around the lock too, which has just changed and is older.
 */
function marksOf(path: string): Pick<Note, 'inode' | 'birth_ms'> {
  const { ino: inode, birthtimeMs: birth_ms } = statSync(path);
  const around = statSync(dirname(path));
  return around.birthtimeMs === around.ctimeMs ? { inode } : { inode, birth_ms };
}

/**
 * Whether the lock is the one that the note was made for. A run that was killed before it noted the inode has
 * made the lock right after the note; a younger one is somebody else's. The clock of the file system is a few
 * milliseconds coarse.
 */
function isOurs({ path, since_ms, inode, birth_ms }: Note): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (inode !== undefined) {
    return found.ino === inode && (birth_ms === undefined || found.birthtimeMs === birth_ms);
  }
  return found.birthtimeMs > since_ms - 20 && found.birthtimeMs < since_ms + 500;
}

function remove(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Gone already, or not ours.
  }
}

function lockedFailure(path: string): Failure {
  return new Failure('locked', `The assistant holds its lock: ${path}`, [
    'Wait until it has renewed its tokens, or close it, and run this again.',
  ]);
}
