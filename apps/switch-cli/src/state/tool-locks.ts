import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../program/failure';
import type { ToolLock } from '../targets/target';

const TOUCHED_EVERY_MS = 5_000;
/** Longer than a lock needs to become stale. */
const WAIT_MS = 70_000;
const NOTICE_AFTER_MS = 1_500;

interface Note {
  path: string;
  since_ms: number;
}

/**
 * Holds the assistant's own locks, as it does itself while it renews its tokens: it makes a folder, touches it,
 * and removes it. A note tells the next run which of them a killed run has made, so that nobody has to wait for
 * them to become stale. Only for who holds our own lock.
 */
export class ToolLocks {
  private held: Note[] = [];
  private touching: NodeJS.Timeout | undefined;

  constructor(
    private readonly note_file: string,
    private readonly onWait: (path: string) => void,
  ) {}

  /** Removes the locks that a killed run of this program has left. */
  clearLeftovers(): void {
    for (const { path, since_ms } of this.readNotes()) {
      const made_ms = statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
      // Only what was made right after the note; what is younger is somebody else's. The clock of the file
      // system is a few milliseconds coarse.
      if (made_ms > since_ms - 20 && made_ms < since_ms + 500) remove(path);
    }
    rmSync(this.note_file, { force: true });
  }

  async hold(locks: readonly ToolLock[]): Promise<void> {
    for (const lock of locks) await this.holdOne(lock);
  }

  release(path: string): void {
    this.held = this.held.filter((note) => note.path !== path);
    remove(path);
  }

  releaseAll(): void {
    clearInterval(this.touching);
    for (const { path } of this.held.toReversed()) remove(path);
    this.held = [];
    rmSync(this.note_file, { force: true });
  }

  private async holdOne({ path, stale_ms }: ToolLock): Promise<void> {
    const began_ms = Date.now();
    let is_noticed = false;
    while (!this.taken(path)) {
      const touched_ms = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      const waited_ms = Date.now() - began_ms;
      if (touched_ms !== undefined && Date.now() - touched_ms > stale_ms) remove(path);
      else if (waited_ms > WAIT_MS) throw lockedFailure(path);
      else {
        if (!is_noticed && waited_ms > NOTICE_AFTER_MS) this.onWait(path);
        is_noticed ||= waited_ms > NOTICE_AFTER_MS;
        await sleep(25);
      }
    }
    this.touching ??= setInterval(() => this.touch(), TOUCHED_EVERY_MS).unref();
  }

  private taken(path: string): boolean {
    const note = { path, since_ms: Date.now() };
    this.writeNotes([...this.held, note]);
    try {
      mkdirSync(path, { mode: 0o700 });
      this.held.push(note);
      return true;
    } catch (error) {
      this.writeNotes(this.held);
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw new Failure('file_error', `The lock ${path} cannot be made.`);
    }
  }

  private touch(): void {
    for (const { path } of this.held) {
      try {
        utimesSync(path, new Date(), new Date());
      } catch {
        // Taken from us after a long sleep of the machine: what we write is atomic all the same.
      }
    }
  }

  private readNotes(): Note[] {
    try {
      return JSON.parse(readFileSync(this.note_file, 'utf8')) as Note[];
    } catch {
      return [];
    }
  }

  private writeNotes(notes: Note[]): void {
    writeFileSync(this.note_file, JSON.stringify(notes), { mode: 0o600 });
  }
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
