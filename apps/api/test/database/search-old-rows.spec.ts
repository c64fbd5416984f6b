import { SEARCH_KINDS, type SearchKind } from '@groupless/shared-dto';
import type { Reader } from '../../src/memory/readers/reader';
import { SearchIndexService } from '../../src/memory/search/index/search-index.service';
import { SearchService } from '../../src/memory/search/search.service';
import { startTestApp, type TestApp } from '../harness/apps/test-app';
import { countRows, emptyMemory, insertRows } from '../harness/databases/rows';

/** As a memory key of one user reads: rows of others are left out. */
const OF_ANN: Reader = { chats: 'project:', owner: 'ann' };

describe('a search finds old rows that say it best', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  async function indexAll(): Promise<void> {
    while ((await countRows(test.memory, 'search_queue')) > 0)
      await test.app.get(SearchIndexService).catchUp();
    await test.memory.query('analyze search_documents');
  }

  /** Sessions a minute apart, the first of them the oldest. */
  const store = (from: string, summaries: string[], projects_touched = '') =>
    insertRows(
      test.memory,
      'assistant_sessions',
      summaries.map((summary, minute) => ({
        summary,
        projects_touched,
        session_date: new Date(Date.parse(from) + minute * 60_000).toISOString(),
      })),
    );
  const times = <T>(length: number, made: (n: number) => T) => Array.from({ length }, (_, n) => made(n));

  const titles = async (
    q: string,
    more: { kind?: string; project?: string; since?: string; limit?: number } = {},
    reader?: Reader,
    kinds: readonly SearchKind[] = SEARCH_KINDS,
  ) =>
    (await test.app.get(SearchService).find({ q, ...more }, kinds, reader)).items.map(({ title }) => title);

  describe('among thousands of newer ones with the same words', () => {
    beforeAll(async () => {
      await emptyMemory(test.memory);
      await store('2026-01-01T09:00:00Z', [
        'Database backup',
        `Backup plan. ${'The backup of the office is checked each week, and each backup is kept. '.repeat(8)}`,
      ]);
      await store(
        '2026-02-01T09:00:00Z',
        times(
          2_600,
          (n) =>
            `Meeting ${n}: talked of prices, of the garden, the database of clients and, at its end, of a backup for the kitchen`,
        ),
      );
      await store('2026-03-01T09:00:00Z', [
        ...times(1_100, (n) => `The safe of house ${n} has no key`),
        ...times(1_100, (n) => `House ${n} lost the key of its safe`),
      ]);
      await store('2026-01-02T09:00:00Z', ['The database backup is in the safe, its key with Eve']);
      await indexAll();
    });

    it.each(['backup', 'database backup', '"database backup"'])('%s', async (q) => {
      expect(await titles(q, { limit: 3 })).toContain('Database backup');
    });

    it('also a long one that repeats the word', async () => {
      expect(await titles('backup', { limit: 3 })).toContain('Backup plan.');
    });

    it('also for a reader who does not see all rows, where the row with all words is the only one', async () => {
      const [best] = await titles('database backup safe key', {}, OF_ANN);
      expect(best).toContain('The database backup is in the safe');
    });
  });

  describe('where others are left out', () => {
    beforeAll(async () => {
      await emptyMemory(test.memory);
      await insertRows(test.memory, 'assistant_projects', [{ name: 'shop' }, { name: 'garden' }]);
      await store(
        '2026-01-01T09:00:00Z',
        times(5, (n) => `Kubernetes at house ${n}`),
        'garden',
      );
      await store(
        '2026-01-02T09:00:00Z',
        times(5, (n) => `Deploy the shop, part ${n}`),
        'shop',
      );
      await store(
        '2026-02-01T09:00:00Z',
        times(3_300, (n) => `Deploy part ${n} of the garden`),
        'garden',
      );
      await insertRows(test.memory, 'assistant_tasks', [
        ...times(5, (n) => ({ task: `Kubernetes ${n}`, created_at: '2026-01-01', updated_at: '2026-01-01' })),
        ...times(600, (n) => ({ task: `Deploy ${n}`, created_at: '2026-05-01', updated_at: '2026-05-01' })),
      ]);
      await indexAll();
    });

    it('by their time, what has but a frequent word', async () => {
      const since = { kind: 'task', since: '2026-04-01', limit: 10 };
      expect(await titles('deploy', since)).toHaveLength(10);
      expect(await titles('kubernetes deploy', since)).toHaveLength(10);
    });

    it('by their project, what has but a frequent word', async () => {
      expect(await titles('kubernetes deploy', { project: 'shop' })).toHaveLength(5);
    });
  });
});
