import { CachedValue } from './cached-value';

/** A loader that counts, and answers when it is told to. */
function loader() {
  const pending: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const load = () =>
    new Promise<string>((resolve, reject) => {
      pending.push({ resolve, reject });
    });
  return { load, pending };
}

describe('CachedValue', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('lets readers share one load', async () => {
    const { load, pending } = loader();
    const value = new CachedValue(load, 1_000);
    const readers = [value.get(), value.get(), value.get()];
    pending[0]?.resolve('one');
    expect(await Promise.all(readers)).toEqual(['one', 'one', 'one']);
    expect(pending).toHaveLength(1);
  });

  it('answers from memory while it is young', async () => {
    const { load, pending } = loader();
    const value = new CachedValue(load, 1_000);
    const first = value.get();
    pending[0]?.resolve('one');
    await first;
    jest.advanceTimersByTime(499);
    expect(await value.get()).toBe('one');
    expect(pending).toHaveLength(1);
  });

  it('loads in the background past half its age, and makes nobody wait', async () => {
    const { load, pending } = loader();
    const value = new CachedValue(load, 1_000);
    const first = value.get();
    pending[0]?.resolve('one');
    await first;
    jest.advanceTimersByTime(500);
    expect(await value.get()).toBe('one');
    pending[1]?.resolve('two');
    await Promise.resolve();
    expect(await value.get()).toBe('two');
    expect(pending).toHaveLength(2);
  });

  it('is never used past its age: readers wait for the next, or are told that it failed', async () => {
    const { load, pending } = loader();
    const value = new CachedValue(load, 1_000);
    const first = value.get();
    pending[0]?.resolve('one');
    await first;
    jest.advanceTimersByTime(1_000);
    const second = value.get();
    pending[1]?.reject(new Error('away'));
    await expect(second).rejects.toThrow('away');
  });

  it('forgets: a load that began before does not bring the old value back', async () => {
    const { load, pending } = loader();
    const value = new CachedValue(load, 1_000);
    const before = value.get();
    value.expire();
    const after = value.get();
    pending[1]?.resolve('new');
    expect(await after).toBe('new');
    pending[0]?.resolve('old');
    expect(await before).toBe('old');
    expect(await value.get()).toBe('new');
  });
});
