import { ConcurrencyLimit } from './concurrency-limit';

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { run: () => promise, finish: resolve, fail: reject };
}

describe('a concurrency limit', () => {
  const make = (limits: Partial<ConstructorParameters<typeof ConcurrencyLimit>[0]> = {}) =>
    new ConcurrencyLimit({ at_once: 2, waiting: 2, patience_ms: 10_000, refusal: 'Busy.', ...limits });

  it('runs so many at once, and the rest in order', async () => {
    const limit = make({ waiting: 10 });
    const started: number[] = [];
    const works = Array.from({ length: 5 }, work);
    const taken = works.map((one, index) =>
      limit.run(() => {
        started.push(index);
        return one.run();
      }),
    );
    await new Promise(setImmediate);
    expect(started).toEqual([0, 1]);
    for (const [index, one] of works.entries()) {
      one.finish('done');
      await taken[index];
      await new Promise(setImmediate);
      expect(started.length).toBe(Math.min(5, index + 3));
    }
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('goes on after work that failed', async () => {
    const limit = make({ at_once: 1 });
    const [first, second] = [work(), work()];
    const failed = expect(limit.run(first.run)).rejects.toThrow('no');
    const waiting = limit.run(second.run);
    first.fail(new Error('no'));
    second.finish('done');
    await failed;
    expect(await waiting).toBe('done');
    expect(await limit.run(() => Promise.resolve('again'))).toBe('again');
  });

  it('refuses what finds too many waiting', async () => {
    const limit = make({ at_once: 1, waiting: 1 });
    const one = work();
    const taken = [limit.run(one.run), limit.run(() => Promise.resolve('second'))];
    await expect(limit.run(one.run)).rejects.toMatchObject({ code: 'overloaded' });
    one.finish('first');
    expect(await Promise.all(taken)).toEqual(['first', 'second']);
  });

  it('refuses what has waited too long, and nothing else', async () => {
    const limit = make({ at_once: 1, patience_ms: 10 });
    const one = work();
    const first = limit.run(one.run);
    await expect(limit.run(work().run)).rejects.toMatchObject({ code: 'overloaded' });
    one.finish('first');
    expect(await first).toBe('first');
    expect(await limit.run(() => Promise.resolve('next'))).toBe('next');
  });
});
