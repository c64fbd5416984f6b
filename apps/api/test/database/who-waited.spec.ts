import { Client } from 'pg';
import { migrationNames } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const MIGRATION = 'SayWhoWaits1796630000000';
const SAID = '2026-01-02T10:00:00.000Z';

/** The status and the role of the last message, with since when somebody waits: for a person, and for anybody. */
const CASES: [status: string, role: string | null, waiting: string | null, unanswered: string | null][] = [
  ['open', 'user', null, SAID],
  ['open', 'assistant', null, null],
  ['needs_human', 'user', SAID, SAID],
  ['needs_human', 'assistant', SAID, SAID],
  ['needs_human', 'operator', null, null],
  ['human', 'user', SAID, SAID],
  ['human', 'operator', null, null],
  ['human', 'assistant', null, null],
  ['closed', 'user', null, null],
];

describe('conversations from before it was kept who waits', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await createTestDatabases({ empty: true });
  });
  afterAll(() => databases.drop());

  it('wait by their status and their last message, and no webhook is told of them', async () => {
    const url = databases.urls.panel.direct_url;
    const names = migrationNames('panel');
    await migrate('panel', url, names.slice(0, names.indexOf(MIGRATION)));
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(`insert into hook_events (type) values ('conversation.updated')`);
      for (const [index, [status, role]] of CASES.entries())
        await client.query(
          `insert into conversations (id, chat_id, channel, status, last_message_role, last_message_at)
           values (gen_random_uuid(), $1, 'chat', $2, $3, $4)`,
          [String(index), status, role, SAID],
        );
      await client.query('delete from hook_outbox');
      await migrate('panel', url);
      const { rows } = await client.query<{ waiting_since: Date | null; unanswered_since: Date | null }>(
        'select waiting_since, unanswered_since from conversations order by chat_id',
      );
      const found = rows.map((row) =>
        [row.waiting_since, row.unanswered_since].map((at) => at?.toISOString() ?? null),
      );
      expect(found).toEqual(CASES.map(([, , waiting, unanswered]) => [waiting, unanswered]));
      expect((await client.query('select from hook_outbox')).rows).toEqual([]);
    } finally {
      await client.end();
    }
  });
});
