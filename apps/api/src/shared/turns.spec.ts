import { Turns } from './turns';

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { run: () => promise, finish: resolve, fail: reject };
}

describe('turns', () => {
  const make = (limits: Partial<ConstructorParameters<typeof Turns>[0]> = {}) =>
    new Turns({ at_once: 2, waiting: 2, patience_ms: 10_000, ...limits });

  it('run so many at once, and the rest in order', async () => {
    const turns = make({ waiting: 10 });
    const started: number[] = [];
    const works = Array.from({ length: 5 }, work);
    const taken = works.map((one, index) =>
      turns.take(() => {
        started.push(index);
        return one.run();
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    for (const [index, one] of works.entries()) {
      one.finish('done');
      await taken[index];
      expect(started.length).toBe(Math.min(5, index + 3));
    }
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('go on after work that failed', async () => {
    const turns = make({ at_once: 1 });
    const [first, second] = [work(), work()];
    const failed = expect(turns.take(first.run)).rejects.toThrow('no');
    const waiting = turns.take(second.run);
    first.fail(new Error('no'));
    second.finish('done');
    await failed;
    expect(await waiting).toBe('done');
    expect(await turns.take(() => Promise.resolve('again'))).toBe('again');
  });

  it('refuse who finds the line full', async () => {
    const turns = make({ at_once: 1, waiting: 1 });
    const one = work();
    const taken = [turns.take(one.run), turns.take(() => Promise.resolve('second'))];
    await expect(turns.take(one.run)).rejects.toMatchObject({ code: 'too_many_requests' });
    one.finish('first');
    expect(await Promise.all(taken)).toEqual(['first', 'second']);
  });

  it('refuse who has waited too long, and nobody else', async () => {
    const turns = make({ at_once: 1, patience_ms: 10 });
    const one = work();
    const first = turns.take(one.run);
    await expect(turns.take(work().run)).rejects.toMatchObject({
      code: 'too_many_requests',
      extras: { headers: { 'retry-after': expect.stringMatching(/^\d+$/) } },
    });
    one.finish('first');
    expect(await first).toBe('first');
    expect(await turns.take(() => Promise.resolve('next'))).toBe('next');
  });
});
