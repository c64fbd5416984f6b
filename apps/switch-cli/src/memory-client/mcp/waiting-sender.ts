import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { memoryState } from '../places';
import { MemoryApi } from '../server/memory-api';
import { readMemorySettings } from '../server/memory-settings';
import { entryOf, waitingNames } from '../store/spool';
import { switchedOff } from '../switched-off';

const EVERY_MS = 5_000;
const LIMIT_MS = 5_000;
/** After what was tried in vain first, twice as long after each time more, and at most. */
const PAUSE_MS = { first: 10_000, most: 300_000 };

interface Pause {
  ms: number;
  until: number;
}

/**
 * Sends what hooks have left in the spool. Codex and Gemini CLI run no hook in the background, and the one at the end of a turn has
 * a moment only, in which a server that is far away has not answered: the turn would wait for the end of the session.
 */
export class WaitingSender {
  /** What was tried in vain, by entry. What comes meanwhile is tried at once. */
  private readonly pauses = new Map<string, Pause>();
  private isSending = false;

  /** @param now in milliseconds */
  constructor(
    private readonly environment: Environment,
    private readonly now: () => number = Date.now,
  ) {}

  /** As long as the process has something else to do. */
  start(): void {
    setInterval(() => void this.send(), EVERY_MS).unref();
  }

  /** Never fails: what cannot be sent must not end the server of the tools. The hooks try again, and `doctor` tells what waits. */
  async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      await this.sendDue();
    } catch {
      // See above.
    } finally {
      this.isSending = false;
    }
  }

  private async sendDue(): Promise<void> {
    const { environment } = this;
    const names = waitingNames(environment);
    const waiting = new Set(names.map(entryOf));
    for (const entry of this.pauses.keys()) if (!waiting.has(entry)) this.pauses.delete(entry);
    const due = names.filter((name) => this.now() >= (this.pauses.get(entryOf(name))?.until ?? 0));
    if (due.length === 0 || switchedOff(environment, environment.cwd) !== null) return;
    const release = await this.lockOrNull();
    if (release === null) return;
    const tried = new Set<string>();
    try {
      await this.sendAll(due, (name) => tried.add(name));
      // What is left of these waits for another server or key; what came behind the time limit was not tried.
      this.pause([...tried]);
    } catch (failure) {
      const left = new Set(waitingNames(environment));
      const isSome = [...tried].some((name) => !left.has(name));
      // Where none was sent, the server is away for all of them.
      this.pause(isSome ? [...tried] : due);
      throw failure;
    } finally {
      release();
    }
  }

  private async sendAll(names: readonly string[], onTaken: (name: string) => void): Promise<void> {
    const until = performance.now() + LIMIT_MS;
    const remainingMs = () => until - performance.now();
    const api = new MemoryApi(this.environment, readMemorySettings(this.environment), remainingMs);
    // Loaded here: an assistant waits for the server to start.
    const { sendSpooled } = await import('../store/send-spooled');
    await sendSpooled(this.environment, api, () => remainingMs() > 0, { names, onTaken });
  }

  /** Each assistant has such a server: a task that two of them send could come back after its end. Null: another one is sending. */
  private async lockOrNull(): Promise<(() => void) | null> {
    const { holdOwnLock } = await import('../../state/own-lock');
    try {
      return await holdOwnLock(memoryState(this.environment, 'sending.lock'), 0);
    } catch (failure) {
      if (failure instanceof Failure && failure.code === 'locked') return null;
      throw failure;
    }
  }

  /** Those that were sent are forgotten the next time. */
  private pause(names: readonly string[]): void {
    for (const entry of names.map(entryOf)) {
      const before = this.pauses.get(entry);
      const ms = before === undefined ? PAUSE_MS.first : Math.min(before.ms * 2, PAUSE_MS.most);
      this.pauses.set(entry, { ms, until: this.now() + ms });
    }
  }
}
