import { Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { CallBatch } from './call-buffer';
import type { ExecutionsRepository } from './executions.repository';
import { ExecutionsService, WRITE_INTERVAL_MS } from './executions.service';

/** Stands in for the database: remembers what it was given, or refuses it. */
class Tables {
  readonly batches: CallBatch[] = [];
  isAway = false;

  async addCalls(batch: CallBatch): Promise<void> {
    if (this.isAway) throw new Error('connection terminated');
    this.batches.push(batch);
  }

  get calls(): number[] {
    return this.batches.map(({ hours }) => hours.reduce((sum, { calls }) => sum + calls, 0));
  }
}

describe('the writing of executions', () => {
  let tables: Tables;
  let executions: ExecutionsService;
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    jest.useFakeTimers();
    tables = new Tables();
    executions = new ExecutionsService(tables as Partial<ExecutionsRepository> as never, new Clock());
  });
  afterEach(() => jest.useRealTimers());

  const call = () =>
    executions.note({
      workflow_path: 'chat-history',
      called_at: new Date(),
      status: 200,
      duration_ms: 1,
      error_code: null,
    });

  it('happens at most every five seconds, however many calls there are', async () => {
    for (let elapsedMs = 0; elapsedMs < 60_000; elapsedMs += 10) {
      call();
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(WRITE_INTERVAL_MS).toBe(5_000);
    expect(tables.batches).toHaveLength(12);
    await executions.flush();
    expect(tables.calls.reduce((sum, calls) => sum + calls, 0)).toBe(6_000);
  });

  it('waits for no second call', async () => {
    call();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(tables.calls).toEqual([1]);
  });

  it('does not happen while nobody calls', async () => {
    call();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(tables.batches).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is tried again until it succeeds', async () => {
    tables.isAway = true;
    call();
    await jest.advanceTimersByTimeAsync(20_000);
    call();
    tables.isAway = false;
    await jest.advanceTimersByTimeAsync(WRITE_INTERVAL_MS);
    expect(tables.calls).toEqual([2]);
  });

  it('happens a last time at the end, after which there is no timer left', async () => {
    call();
    await executions.onApplicationShutdown();
    expect(tables.calls).toEqual([1]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
