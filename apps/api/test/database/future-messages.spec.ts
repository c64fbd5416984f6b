import { Client } from 'pg';
import { migrationNames, type DatabaseName } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const REPAIR = 'DateFutureMessages1796040000000';

describe('messages that were stored with a time in the future', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await createTestDatabases({ empty: true });
  });
  afterAll(() => databases.drop());

  /** Runs the repair of a database that has these rows already. */
  async function repair<Row extends object>(
    name: DatabaseName,
    before: string,
    after: string,
  ): Promise<Row[]> {
    const url = databases.urls[name].direct_url;
    const names = migrationNames(name);
    await migrate(name, url, names.slice(0, names.indexOf(REPAIR)));
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(before);
      await migrate(name, url);
      return (await client.query<Row>(after)).rows;
    } finally {
      await client.end();
    }
  }

  it('stand where they came in their chat', async () => {
    const rows = await repair<{ message: string; at: Date }>(
      'memory',
      `insert into chat_history (chat_id, role, message, timestamp) values
         ('a', 'user', 'first', '2026-01-01T10:00Z'), ('a', 'user', 'second', '2999-01-01'),
         ('a', 'user', 'third', '2026-01-01T12:00Z'), ('b', 'user', 'only', '2999-01-01'),
         ('c', 'user', 'fourth', '2999-01-01'), ('c', 'user', 'fifth', '2026-01-01T13:00Z')`,
      `select message, timestamp as at from chat_history order by chat_id, timestamp, id`,
    );
    expect(rows.map(({ message }) => message)).toEqual([
      'first',
      'second',
      'third',
      'only',
      'fourth',
      'fifth',
    ]);
    expect(rows[1]!.at).toEqual(rows[0]!.at);
    expect(rows.filter(({ at }) => at.getTime() > Date.now())).toEqual([]);
  });

  it('no longer hold their conversation on top of the list, nor back from what comes next', async () => {
    const rows = await repair(
      'panel',
      `insert into conversations (id, chat_id, channel, last_message_at, last_message_id, created_at, updated_at) values
         ('00000000-0000-7000-8000-000000000001', 'a', 'chat', '2999-01-01', 7, '2026-01-01Z', '2026-01-02Z'),
         ('00000000-0000-7000-8000-000000000002', 'b', 'chat', '2026-01-01Z', 8, '2026-01-01Z', '2026-01-02Z')`,
      `select chat_id, last_message_id, last_message_at from conversations order by chat_id`,
    );
    expect(rows).toEqual([
      { chat_id: 'a', last_message_id: null, last_message_at: new Date('2026-01-02') },
      { chat_id: 'b', last_message_id: '8', last_message_at: new Date('2026-01-01') },
    ]);
  });
});
