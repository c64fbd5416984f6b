import type { Pool } from 'pg';
import { SharedConnections } from '../../src/database/shared-connections';
import { openPool } from '../harness/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/test-databases';
import { atOnce, eventually } from '../harness/times';

const NAME = 'shared by the test';

describe('connections that reads share', () => {
  let databases: TestDatabases;
  let memory: Pool;
  let shared: SharedConnections;
  beforeAll(async () => {
    databases = await createTestDatabases();
    memory = openPool(databases.urls.memory.direct_url, 1);
  });
  beforeEach(() => (shared = connect(databases.urls.memory.direct_url)));
  afterEach(() => shared.end());
  afterAll(async () => {
    await memory.end();
    await databases.drop();
  });

  const connect = (connectionString: string) =>
    new SharedConnections({ connectionString, application_name: NAME, query_timeout: 5_000 }, 2);
  const answer = async (text: string, value: unknown) =>
    (await shared.query<{ value: unknown }>({ text, values: [value] }))[0]?.value;
  const same = (value: number) => answer('select $1::int as value', value);
  const backends = async () => {
    const found = await memory.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1',
      [NAME],
    );
    return found.rows.map(({ pid }) => pid);
  };

  it('give each caller the right answer, over no more connections than they may be', async () => {
    const answers = await atOnce(200, same);
    expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => index));
    expect(await backends()).toHaveLength(2);
  });

  it('are no more than are needed', async () => {
    for (let value = 0; value < 5; value++) await same(value);
    expect(await backends()).toHaveLength(1);
  });

  it('keep the fault of a statement from those before and behind it', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, value) =>
        value % 5 === 0 ? answer('select 1 / $1::int as value', 0) : same(value),
      ),
    );
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : null))).toEqual(
      Array.from({ length: 20 }, (_, value) => (value % 5 === 0 ? null : value)),
    );
  });

  it('are replaced when they break; only what was under way fails', async () => {
    await atOnce(10, same);
    const slow = answer('select 1 as value from pg_sleep($1)', 30);
    slow.catch(() => undefined);
    await memory.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      NAME,
    ]);
    await expect(slow).rejects.toThrow();
    // That the other one is gone too is known a moment later.
    await eventually(() =>
      same(1).then(
        () => true,
        () => false,
      ),
    );
    expect(await atOnce(10, same)).toHaveLength(10);
  });

  it('say each time that the database is away', async () => {
    const nowhere = connect('postgres://nobody:x@127.0.0.1:1/none');
    await expect(nowhere.query({ text: 'select 1' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(nowhere.query({ text: 'select 1' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await nowhere.end();
  });

  it('answer what is under way before they end', async () => {
    const last = answer('select $1::int as value from pg_sleep(0.2)', 7);
    await same(1);
    await shared.end();
    expect(await last).toBe(7);
  });
});
