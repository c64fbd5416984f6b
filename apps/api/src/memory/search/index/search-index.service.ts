import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../../platform/errors/database-unavailable';
import { describeError } from '../../../platform/log/describe-error';
import { ThrottledWarnings } from '../../../platform/log/throttled-warnings';
import { recorded } from '../../../platform/telemetry/recorder';
import { restAfter } from './rest-after';
import { SearchIndexRepository, type SearchBacklog, type WaitingChanges } from './search-index.repository';
import { UnindexableRowError } from './unindexable-row.error';

export type { SearchBacklog };

/** Changes that are indexed in one transaction: the longest texts need some 0.1 s each. */
const BATCH = 50;
/** The same far behind: a row costs half as much, because each word is counted once for all of them. */
const LARGE_BATCH = 250;
/** How long a search waits for the index. */
const PATIENCE_MS = 1_000;
/** With so many changes a search does not wait: the index is not there in that time. */
const FAR_BEHIND = 1_000;
/**
 * A search that saw at least half as many changes written as it indexed lets later searches not wait, until so few changes are
 * left or the time below has passed.
 */
const CAUGHT_UP = BATCH;
/** After it the next search waits again, and so finds out whether writes still come as fast. */
const TRY_AGAIN_MS = 30_000;
const PAUSE_MS = 2_000;
/** So long after a search the next one is expected. */
const SEARCHED_MS = 1_000;
/** So often a row may take too long by itself before it is set aside: the database may be busy. */
const MOST_TIMEOUTS = 3;
const STATEMENT_TIMEOUT = '57014';
/** Until a change that others hold is looked for again. */
const LOCKED_MS = 20;

const BEHIND = 'the search index is behind: what has not been judged is held back from assistants';

/** Whether nothing is left of what waited before. Where very many changes wait, it may stand behind those that were counted. */
function hasAll({ earlier, waiting }: WaitingChanges): boolean {
  return earlier === 0 && waiting < FAR_BEHIND;
}

/** Updates the search index after the writes: in small steps, and at once before a search. */
@Injectable()
export class SearchIndexService implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly stop = new AbortController();
  private background: Promise<void> = Promise.resolve();
  private current: Promise<boolean> = Promise.resolve(true);
  private next: Promise<boolean> | null = null;
  private batch = BATCH;
  /** Until then searches do not wait. */
  private behindUntilMs = 0;
  private searchedAtMs = -Infinity;
  /** Whether no document is left from before lengths were kept. */
  private isMeasured = false;
  /** The row that took too long by itself, and how often. */
  private slow = { row: '', times: 0 };
  private readonly log = new Logger(SearchIndexService.name);
  private readonly warnings = new ThrottledWarnings(SearchIndexService.name);

  constructor(private readonly index: SearchIndexRepository) {}

  onApplicationBootstrap(): void {
    this.background = this.work();
  }

  onModuleDestroy(): void {
    this.stop.abort();
  }

  /** Not before the server has stopped taking connections: a batch may wait for a lock for as long as the limit. */
  async onApplicationShutdown(): Promise<void> {
    await this.background;
    await this.current;
  }

  /**
   * Indexes what was written before this call, or as much of it as a second allows; nothing where that would not be enough, or
   * was not enough a moment ago.
   * Never rejects: what cannot be indexed now is found later.
   * @returns whether all of it is indexed
   */
  catchUp(): Promise<boolean> {
    this.searchedAtMs = performance.now();
    // A run that began before this call may have looked before what the caller wants to find was written.
    this.next ??= this.current.then(() => {
      this.next = null;
      this.current = this.indexFor(PATIENCE_MS);
      return this.current;
    });
    return this.next;
  }

  backlog(): Promise<SearchBacklog> {
    return this.index.backlog();
  }

  /** Waits until the index has no word of a row that was deleted. */
  async removeDeleted(kind: string, ids: readonly number[]): Promise<void> {
    for (;;) {
      const { waiting, ready } = await this.index.changesOf(kind, ids);
      if (waiting === 0) return;
      if (ready === 0) throw new Error(`The index keeps ${kind} ${ids.join()}, which were set aside.`);
      // Another process may have taken the change meanwhile, or a writer holds it until its commit.
      if ((await this.indexBatch(BATCH)) === 0) await sleep(LOCKED_MS);
    }
  }

  private async indexFor(budgetMs: number): Promise<boolean> {
    const start = performance.now();
    try {
      const before = await this.index.waitingChanges(FAR_BEHIND);
      if (before.waiting <= CAUGHT_UP) this.behindUntilMs = 0;
      if (before.waiting === FAR_BEHIND || start < this.behindUntilMs) return before.waiting === 0;
      // Only what waited before: under sustained writes there is always more, and some of that is indexed first.
      let [indexed, left] = [0, before];
      for (let done = 1; done > 0 && !hasAll(left) && performance.now() < start + budgetMs;) {
        done = await this.indexBatch(BATCH);
        indexed += done;
        left = await this.index.waitingChanges(FAR_BEHIND, before.at);
      }
      const written = left.waiting - (before.waiting - indexed);
      if (left.waiting > CAUGHT_UP && written > indexed / 2)
        this.behindUntilMs = performance.now() + TRY_AGAIN_MS;
      return hasAll(left);
    } catch (error) {
      this.warnings.warn(error, BEHIND);
      return false;
    }
  }

  /** How many changes there were. */
  private async indexBatch(most: number): Promise<number> {
    const batch = Math.min(most, this.batch);
    try {
      const indexed = await recorded('job', 'search index', () => this.index.indexChanges(batch));
      this.batch = Math.min(LARGE_BATCH, batch * 2);
      return indexed;
    } catch (error) {
      // It may have been too much for one statement's time, or one of the rows cannot be indexed: fewer tell which.
      this.batch = Math.max(1, Math.floor(batch / 4));
      if (error instanceof UnindexableRowError && this.isRowsFault(error)) await this.setAside(error);
      throw error;
    }
  }

  private isRowsFault({ row, cause }: UnindexableRowError): boolean {
    if ((cause as { code?: unknown }).code !== STATEMENT_TIMEOUT) return !isDatabaseUnavailable(cause);
    const name = `${row.kind} ${row.id}`;
    this.slow = { row: name, times: this.slow.row === name ? this.slow.times + 1 : 1 };
    return this.slow.times >= MOST_TIMEOUTS;
  }

  private async setAside({ row, cause }: UnindexableRowError): Promise<void> {
    const err = describeError(cause);
    await this.index.setAside(row, err.code ?? err.type);
    const what =
      'a row could not be indexed nor judged: assistants do not see it until it can, or is changed';
    this.log.error({ err, kind: row.kind, id: row.id }, what);
  }

  private async work(): Promise<void> {
    while (!this.stop.signal.aborted) {
      await this.pause(PAUSE_MS);
      try {
        let before = performance.eventLoopUtilization();
        let isBehind = false;
        for (let done = 1; done > 0 && !this.stop.signal.aborted;) {
          const start = performance.now();
          const { waiting } = await this.index.waitingChanges(FAR_BEHIND);
          const wasBehind: boolean = isBehind || start < this.behindUntilMs;
          isBehind = waiting > (wasBehind ? CAUGHT_UP : FAR_BEHIND - 1);
          done = await this.workOnce(waiting, isBehind ? LARGE_BATCH : BATCH);
          const { utilization } = performance.eventLoopUtilization(before);
          before = performance.eventLoopUtilization();
          const isSearched = performance.now() - this.searchedAtMs < SEARCHED_MS;
          await this.pause((performance.now() - start) * restAfter({ utilization, isBehind, isSearched }));
        }
      } catch (error) {
        // The changes wait in their queue.
        this.warnings.warn(error, BEHIND);
      }
    }
  }

  /** How many rows there were to work on: changes before documents from before lengths were kept. */
  private async workOnce(waiting: number, most: number): Promise<number> {
    if (waiting > 0) return this.indexBatch(most);
    if (this.isMeasured) return 0;
    const measured = await this.index.measureDocuments(BATCH);
    this.isMeasured = measured === 0;
    return measured;
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.stop.signal }).catch(() => undefined);
  }
}
