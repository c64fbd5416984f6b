import { randomUUID } from 'node:crypto';
import { PERSON_SORTS, PROJECT_SORTS, SESSION_SORTS, STATE_SORTS, TASK_SORTS } from '@groupless/shared-dto';
import { insertRows } from '../../harness/databases/rows';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const ROWS = 23;

const SORTS = {
  projects: PROJECT_SORTS,
  people: PERSON_SORTS,
  state: STATE_SORTS,
  tasks: TASK_SORTS,
  sessions: SESSION_SORTS,
  chats: [],
} as const;
type ListName = keyof typeof SORTS;

describe('the lists of the memory', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    operator = await signIn(t, { role: 'operator' });
    // Many equal keys: three rows share each time, priority and category.
    const row = `from generate_series(0, ${ROWS - 1}) as n`;
    const time = `timestamptz '2026-01-01' + make_interval(secs => n / 3)`;
    await t.memory.query(
      `insert into assistant_projects (name, priority, updated_at) select 'p' || n, 1 + n % 4, ${time} ${row}`,
    );
    await t.memory.query(
      `insert into assistant_people (name, updated_at) select 'Ann ' || n % 8, ${time} ${row}`,
    );
    await t.memory.query(
      `insert into assistant_state (key, value, category, updated_at) select 'k' || n, 'v', 'c' || n % 3, ${time} ${row}`,
    );
    await t.memory.query(
      `insert into assistant_tasks (task, priority, status, created_at, updated_at)
       select 't' || n, 1 + n % 4, case when n % 5 = 0 then 'completed' else 'pending' end, ${time}, ${time} ${row}`,
    );
    await t.memory.query(
      `insert into assistant_sessions (summary, session_date) select 's' || n, ${time} ${row}`,
    );
    await t.memory.query(
      `insert into chat_history (chat_id, role, message, timestamp)
       select 'chat ' || n, 'user', 'message ' || m, ${time} + make_interval(mins => m) ${row}, generate_series(1, 3) as m`,
    );
  });
  afterAll(() => t.close());

  const list = (name: string, query: Record<string, string | number> = {}) =>
    t.http.get(`/api/memory/${name}`).query(query).set(operator.bearer);

  /** All rows, page by page. */
  async function walk(name: string, query: Record<string, string>): Promise<object[]> {
    const items: object[] = [];
    let cursor: string | null = null;
    do {
      const { status, body } = await list(name, {
        ...query,
        limit: 4,
        ...(cursor === null ? {} : { cursor }),
      });
      expect([status, body.total, body.total_is_exact]).toEqual([200, ROWS, true]);
      items.push(...(body.items as object[]));
      cursor = body.next_cursor as string | null;
    } while (cursor !== null);
    return items;
  }

  const cases = Object.entries(SORTS).flatMap(([name, sorts]) =>
    [undefined, ...sorts].map(
      (sort) => [name, sort ?? 'nothing', sort === undefined ? {} : { sort }] as const,
    ),
  );

  it.each(cases)(
    'page through %s sorted by %s without losing or repeating a row',
    async (name, _sort, query) => {
      const answer = await list(name, { ...(query as object), limit: 200 });
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      const whole = answer.body.items as object[];
      expect(whole).toHaveLength(ROWS);
      expect(await walk(name, query as Record<string, string>)).toEqual(whole);
    },
  );

  it('keep their place while rows come and go', async () => {
    const first = (await list('sessions', { limit: 5 })).body;
    await t.memory.query(`insert into assistant_sessions (summary, session_date) values ('newer', now())`);
    const second = (await list('sessions', { limit: 5, cursor: first.next_cursor })).body;
    await t.memory.query(`delete from assistant_sessions where summary = 'newer'`);
    const whole = (await list('sessions', { limit: 10 })).body.items;
    expect([...first.items, ...second.items]).toEqual(whole);
  });

  it('filter tasks by one status or several, and state by category', async () => {
    const count = async (name: ListName, query: Record<string, string>) =>
      (await list(name, query)).body.total as number;
    expect(await count('tasks', { status: 'completed' })).toBe(5);
    expect(await count('tasks', { status: 'pending' })).toBe(18);
    expect(await count('tasks', { status: 'completed,pending' })).toBe(23);
    expect(await count('state', { category: 'c1' })).toBe(8);
  });

  it('show of a chat its newest message, and who writes there', async () => {
    await insertRows(t.panel, 'conversations', [
      {
        id: randomUUID(),
        chat_id: 'chat 22',
        channel: 'web',
        contact_name: 'Ann',
        contact_phone: '+4915112345678',
      },
    ]);
    const { body } = await list('chats', { limit: 2 });
    const newest = { last_message_role: 'user', last_message_preview: 'message 3' };
    expect(body.items).toEqual([
      {
        chat_id: 'chat 22',
        last_message_at: '2026-01-01T00:03:07.000Z',
        ...newest,
        contact_name: 'Ann',
        contact_phone: '+4915112345678',
      },
      {
        chat_id: 'chat 21',
        last_message_at: '2026-01-01T00:03:07.000Z',
        ...newest,
        contact_name: null,
        contact_phone: null,
      },
    ]);
  });

  it('page through more chats than are counted in the same order', async () => {
    const few = (await list('chats', { limit: 200 })).body.items as object[];
    await t.memory.query(
      `insert into chat_history (chat_id, role, message, timestamp)
       select 'old ' || n, 'user', 'hello', timestamptz '2025-01-01' from generate_series(1, 10000) as n`,
    );
    const many: object[] = [];
    let query: Record<string, string | number> = { limit: 4 };
    while (many.length < ROWS) {
      const { body } = await list('chats', query);
      expect([body.total, body.total_is_exact]).toEqual([10_000, false]);
      many.push(...(body.items as object[]));
      query = { limit: 4, cursor: body.next_cursor as string };
    }
    await t.memory.query(`delete from chat_history where chat_id like 'old %'`);
    expect(many.slice(0, ROWS)).toEqual(few);
  });

  it('refuse a cursor of another list, sort or filter, and one that is broken', async () => {
    const { next_cursor } = (await list('tasks', { limit: 2 })).body as { next_cursor: string };
    const refused: [string, Record<string, string>][] = [
      ['people', { cursor: next_cursor }],
      ['tasks', { cursor: next_cursor, sort: '-created_at' }],
      ['tasks', { cursor: next_cursor, status: 'pending' }],
      ['tasks', { cursor: `${next_cursor}x` }],
      ['tasks', { cursor: 'x' }],
      ['chats', { cursor: next_cursor }],
      ['tasks', { cursor: forged(next_cursor, ['1; drop table', '2026-01-01 00:00:00+00', '1']) }],
      ['tasks', { cursor: forged(next_cursor, ['1', 'yesterday', '1']) }],
      ['tasks', { cursor: forged(next_cursor, ['1', '2026-01-01 00:00:00+00', '1e3']) }],
      ['tasks', { cursor: forged(next_cursor, ['1', '2026-13-41 00:00:00+00', '1']) }],
    ];
    for (const [name, query] of refused) expectProblem(await list(name, query), 400, 'invalid_cursor');
  });

  it.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', '5x'],
    ['sort', 'mood'],
    ['status', 'done'],
    ['offset', '5'],
  ])('refuse %s=%s', async (name, value) => {
    expectProblem(await list('tasks', { [name]: value }), 400, 'invalid_request');
  });

  it('count no further than ten thousand', async () => {
    await t.memory.query(
      `insert into assistant_people (name) select 'many ' || n from generate_series(1, 10001) as n`,
    );
    const { body } = await list('people', { limit: 1 });
    expect([body.total, body.total_is_exact]).toEqual([10_000, false]);
    await t.memory.query(`delete from assistant_people where name like 'many %'`);
  });

  function forged(cursor: string, keys: string[]): string {
    const [fingerprint] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    return Buffer.from(JSON.stringify([fingerprint, ...keys])).toString('base64url');
  }
});
