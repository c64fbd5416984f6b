import type { SearchIndexRepository } from './search-index.repository';
import { SearchIndexService } from './search-index.service';

describe('a search', () => {
  it('waits for all changes that waited when it came', async () => {
    const { index, queue } = indexOf(900);
    expect(await index.catchUp()).toBe(true);
    expect(queue.waiting).toBe(0);
  });

  it('waits for all of them also where newer ones are indexed first', async () => {
    const { index, queue } = indexOf(90, 'newest');
    queue.writtenMeanwhile = 20;
    expect(await index.catchUp()).toBe(true);
    expect(queue.earlier).toBe(0);
  });

  it('does not say that it waited for all where so many came meanwhile that the others are not counted', async () => {
    const { index, queue } = indexOf(900, 'newest');
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 40));
    try {
      queue.writtenMeanwhile = 200;
      expect(await index.catchUp()).toBe(false);
      expect(queue.earlier).toBeGreaterThan(0);
    } finally {
      clock.mockRestore();
    }
  });

  it('waits for none where there are very many, and says so', async () => {
    const { index, queue } = indexOf(2_000);
    expect(await index.catchUp()).toBe(false);
    expect(queue.waiting).toBe(2_000);
  });

  it('waits once where writes never end, and again when few changes are left', async () => {
    const { index, queue } = indexOf(300);
    queue.writtenMeanwhile = 50;
    await index.catchUp();
    expect(queue).toMatchObject({ waiting: 300, batches: 6 });
    expect(await index.catchUp()).toBe(false);
    expect(queue.batches).toBe(6);
    queue.waiting = 40;
    queue.writtenMeanwhile = 0;
    await index.catchUp();
    expect(queue).toMatchObject({ waiting: 0, batches: 7 });
    queue.waiting = 300;
    await index.catchUp();
    expect(queue.waiting).toBe(0);
  });

  it('waits again after half a minute where writes became fewer, and the background did not catch up', async () => {
    const { index, queue } = indexOf(300);
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    try {
      queue.writtenMeanwhile = 50;
      await index.catchUp();
      queue.writtenMeanwhile = 5;
      clock.mockReturnValue(30_000);
      await index.catchUp();
      expect(queue.batches).toBe(6);
      clock.mockReturnValue(32_000);
      await index.catchUp();
      expect(queue).toMatchObject({ waiting: 30, batches: 12 });
    } finally {
      clock.mockRestore();
    }
  });
});

/** So many changes wait; some more are written while a batch of them is indexed, which takes the oldest, or the newest. */
function indexOf(waiting: number, takes: 'oldest' | 'newest' = 'oldest') {
  const queue = { waiting, writtenMeanwhile: 0, batches: 0, earlier: 0 };
  const repository: Pick<SearchIndexRepository, 'waitingChanges' | 'indexChanges'> = {
    waitingChanges: (most, at) => {
      if (at === undefined) queue.earlier = queue.waiting;
      const all = Math.min(most, queue.waiting);
      // The newest stand first, where they are taken first.
      const before = takes === 'newest' ? queue.waiting - queue.earlier : 0;
      const earlier = Math.max(0, Math.min(all - before, queue.earlier));
      return Promise.resolve({ waiting: all, earlier, at: new Date(0) });
    },
    indexChanges: (most) => {
      const indexed = Math.min(most, queue.waiting);
      const newer = takes === 'newest' ? Math.min(indexed, queue.waiting - queue.earlier) : 0;
      queue.earlier = Math.max(0, queue.earlier - (indexed - newer));
      queue.waiting += queue.writtenMeanwhile - indexed;
      queue.batches++;
      return Promise.resolve(indexed);
    },
  };
  return { index: new SearchIndexService(repository as SearchIndexRepository), queue };
}
