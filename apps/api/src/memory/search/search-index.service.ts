import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { recorded } from '../../shared/telemetry/recorder';
import { SearchIndexRepository } from './search-index.repository';

/** Changes that are indexed in one transaction: the longest texts need some 0.1 s each. */
const BATCH = 50;
/** How long a search waits for the index. */
const PATIENCE_MS = 1_000;
const PAUSE_MS = 2_000;
/** The background leaves the database to others three quarters of the time; while the server is busy, nearly all of it. */
const REST = { calm: 3, busy: 15 };
/** The share of time in which the event loop works, from which on the server is busy. */
const BUSY = 0.6;

/** Updates the search index after the writes: in small steps, and at once before a search. */
@Injectable()
export class SearchIndexService implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly stop = new AbortController();
  private background: Promise<void> = Promise.resolve();
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;
  private batch = BATCH;

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
   * Indexes what was written before this call, or as much of it as a second allows. Never rejects: what
   * cannot be indexed now is found later.
   */
  catchUp(): Promise<void> {
    // A run that began before this call may have looked before what the caller wants to find was written.
    this.next ??= this.current.then(() => {
      this.next = null;
      this.current = this.indexFor(PATIENCE_MS);
      return this.current;
    });
    return this.next;
  }

  /** Waits until the index has no word of a row that was deleted. */
  async removeDeleted(kind: string, id: number): Promise<void> {
    while ((await this.index.isWaiting(kind, id)).waiting) await this.indexBatch();
  }

  private async indexFor(budgetMs: number): Promise<void> {
    const end = performance.now() + budgetMs;
    try {
      while (performance.now() < end && (await this.index.hasChanges())) await this.indexBatch();
    } catch {
      // The search that waits for this uses the same database, and reports an outage.
    }
  }

  private async indexBatch(): Promise<void> {
    try {
      await recorded('job', 'search index', () => this.index.indexChanges(this.batch));
      this.batch = BATCH;
    } catch (error) {
      // It may have been too much for one statement's time.
      this.batch = 1;
      throw error;
    }
  }

  private async work(): Promise<void> {
    while (!this.stop.signal.aborted) {
      await this.pause(PAUSE_MS);
      try {
        let before = performance.eventLoopUtilization();
        while (!this.stop.signal.aborted && (await this.index.hasChanges())) {
          const start = performance.now();
          await this.indexBatch();
          const { utilization } = performance.eventLoopUtilization(before);
          before = performance.eventLoopUtilization();
          await this.pause((performance.now() - start) * (utilization < BUSY ? REST.calm : REST.busy));
        }
      } catch {
        // The database is away, or busy: the changes wait in their queue. Searches answer that.
      }
    }
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.stop.signal }).catch(() => undefined);
  }
}
