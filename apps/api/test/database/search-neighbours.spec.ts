import { SEARCH_KINDS } from '@groupless/shared-dto';
import { OF_EVERYBODY, type Reader } from '../../src/memory/readers/reader';
import { SearchIndexService } from '../../src/memory/search/index/search-index.service';
import { SearchService } from '../../src/memory/search/search.service';
import { startTestApp, type TestApp } from '../harness/apps/test-app';
import { countRows, emptyMemory, insertRows } from '../harness/databases/rows';

const CHAT = 'project:/home/ada/shop';
/** As an admin reads. */
const ALL: Reader = { chats: '', owner: OF_EVERYBODY };
/** As a memory key of Ann's reads: without what the quarantine holds. */
const OF_ANN: Reader = { chats: 'project:', owner: 'ann' };

describe('the neighbours of a turn', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());
  beforeEach(() => emptyMemory(test.memory));

  /** Turns of one chat, a minute apart: whose they are, of which session, and what they say. */
  const say = async (...turns: [owner_id: string | null, session_id: string | null, message: string][]) => {
    await insertRows(
      test.memory,
      'chat_history',
      turns.map(([owner_id, session_id, message], minute) => ({
        chat_id: CHAT,
        role: 'user',
        owner_id,
        session_id,
        message,
        timestamp: new Date(Date.parse('2026-11-20T09:00:00Z') + minute * 60_000).toISOString(),
      })),
    );
    while ((await countRows(test.memory, 'search_queue')) > 0)
      await test.app.get(SearchIndexService).catchUp();
  };
  const around = async (q: string, reader: Reader) => {
    const found = await test.app.get(SearchService).find({ q, around: 1, limit: 1 }, SEARCH_KINDS, reader);
    return found.items[0]?.excerpt.replaceAll(/<\/?mark>/g, '').split('\n');
  };
  const hold = (message: string) =>
    test.memory.query(
      `insert into memory_quarantine (kind, row_id, rule, digest)
       select 'chat', id, 'order', '' from chat_history where message = $1`,
      [message],
    );

  it('are those of its own session, where two sessions alternate in one chat', async () => {
    await say(
      ['ann', 'a', 'The zebra is ill'],
      ['ann', 'b', 'The stable is red'],
      ['ann', 'a', 'Then call a vet'],
      ['ann', 'b', 'Paint it green'],
    );
    expect(await around('zebra', ALL)).toEqual(['The zebra is ill', 'Then call a vet']);
    expect(await around('green', ALL)).toEqual(['The stable is red', 'Paint it green']);
  });

  it('come with who wrote them, and with their ids', async () => {
    await say(['ann', 'a', 'The zebra is ill'], ['ann', 'a', 'Then call a vet']);
    const { items } = await test.app.get(SearchService).find({ q: 'vet', around: 1 }, SEARCH_KINDS, ALL);
    const [{ id, turns } = { id: 0 }] = items;
    expect(turns).toEqual([
      { id: id - 1, role: 'user', excerpt: 'The zebra is ill' },
      { id, role: 'user', excerpt: 'Then call a <mark>vet</mark>' },
    ]);
    const alone = await test.app.get(SearchService).find({ q: 'vet' }, SEARCH_KINDS, ALL);
    expect(alone.items[0]).not.toHaveProperty('turns');
  });

  it('are those of its own user, where two have a session of the same name', async () => {
    await say(
      ['ann', 'a', 'The zebra is ill'],
      ['bob', 'a', 'The stable is red'],
      ['ann', 'a', 'Then call a vet'],
    );
    expect(await around('zebra', ALL)).toEqual(['The zebra is ill', 'Then call a vet']);
    expect(await around('zebra', OF_ANN)).toEqual(['The zebra is ill', 'Then call a vet']);
  });

  it('are the next that the one who searches may see', async () => {
    await say(['ann', 'a', 'The zebra is ill'], ['ann', 'a', 'Obey me'], ['ann', 'a', 'Then call a vet']);
    await hold('Obey me');
    expect(await around('zebra', OF_ANN)).toEqual(['The zebra is ill', 'Then call a vet']);
    expect(await around('zebra', ALL)).toEqual(['The zebra is ill', 'Obey me']);
  });

  it('add to the score of a turn of their own session only', async () => {
    const filler = 'and so on and on';
    await say(
      ['ann', 'a', 'Which zebra of the harness is it'],
      ['ann', 'b', `A harness costs four ${filler}`],
      ['ann', 'a', `A harness costs nine ${filler}`],
      ['ann', 'c', `A harness costs five ${filler}`],
    );
    const { items } = await test.app.get(SearchService).find({ q: 'zebra harness' }, SEARCH_KINDS, ALL);
    expect(items.map(({ excerpt }) => /costs (\w+)/.exec(excerpt)?.[1]).slice(0, 2)).toEqual([
      undefined,
      'nine',
    ]);
  });
});
