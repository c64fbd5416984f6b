import { Refetcher } from './refetcher';

describe('a refetcher', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Notes when it reads; each read takes `length_ms`. */
  function make(lengthMs: number, requests = 1) {
    const times: number[] = [];
    const start = performance.now();
    const refetcher = new Refetcher(async () => {
      times.push(Math.round(performance.now() - start));
      await new Promise((resolve) => setTimeout(resolve, lengthMs));
      return requests;
    });
    return { refetcher, times };
  }

  it('reads at once, and at most once a second under a storm of events', async () => {
    const { refetcher, times } = make(10);
    for (let told = 0; told < 20 * 60; told++) {
      refetcher.ask();
      await jest.advanceTimersByTimeAsync(50);
    }

    expect(times[0]).toBe(0);
    expect(times.length).toBeGreaterThan(55);
    expect(times.length).toBeLessThanOrEqual(61);
  });

  it('reads once more after the last event', async () => {
    const { refetcher, times } = make(10);
    refetcher.ask();
    await jest.advanceTimersByTimeAsync(5);
    refetcher.ask();
    await jest.advanceTimersByTimeAsync(5_000);

    expect(times).toEqual([0, 1_000]);
  });

  it('lets a slow read finish while events go on', async () => {
    const { refetcher, times } = make(3_000);
    for (let told = 0; told < 100; told++) {
      refetcher.ask();
      await jest.advanceTimersByTimeAsync(100);
    }

    expect(times).toHaveLength(4);
  });

  it('waits longer after a read that took several requests', async () => {
    const { refetcher, times } = make(10, 5);
    refetcher.ask();
    await jest.advanceTimersByTimeAsync(5);
    refetcher.ask();
    await jest.advanceTimersByTimeAsync(10_000);

    expect(times).toEqual([0, 5_000]);
  });

  it('reads again after a read that failed', async () => {
    let reads = 0;
    const refetcher = new Refetcher(() =>
      ++reads === 1 ? Promise.reject(new Error('A fault.')) : Promise.resolve(1),
    );
    refetcher.ask();
    await jest.advanceTimersByTimeAsync(0);
    refetcher.ask();
    await jest.advanceTimersByTimeAsync(2_000);

    expect(reads).toBe(2);
  });

  it('reads no more once it is stopped', async () => {
    const { refetcher, times } = make(10);
    refetcher.ask();
    refetcher.stop();
    await jest.advanceTimersByTimeAsync(5_000);

    expect(times).toEqual([]);
  });
});
