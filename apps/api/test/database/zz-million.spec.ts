import { Client } from 'pg';
import { migrationNames } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { createTestDatabases } from '../harness/databases/test-databases';

jest.setTimeout(1_500_000);
it('1.0.0 with many rows goes up', async () => {
  const databases = await createTestDatabases({ empty: true });
  const took: Record<string, unknown> = {};
  for (const [name, rows] of [
    ['panel', `
      set session_replication_role = replica;
      insert into clients (id, name, phone, email, source, name_key, search_text) select md5('c' || i)::uuid, 'Client ' || i, '+1212' || 1000000 + i, 'c' || i || '@example.com', 'panel', 'client ' || i, 'client ' || i from generate_series(1, 1000000) as i;
      insert into appointments (id, client_id, starts_at, ends_at, status, source, resource, notes) select md5('a' || i)::uuid, md5('c' || i)::uuid, timestamptz '2026-06-01' + (i / 20) * interval '1 hour', timestamptz '2026-06-01' + (i / 20) * interval '1 hour' + interval '30 min', 'confirmed', 'panel', 'Chair ' || i % 20, case when i % 10 = 0 then 'note' else '' end from generate_series(1, 300000) as i;
      insert into conversations (id, chat_id, channel, contact_phone, client_id, status, last_message_at, last_message_role) select md5('v' || i)::uuid, 'chat' || i, 'web', '+1212' || 1000000 + i, md5('c' || i)::uuid, (array['open', 'needs_human', 'closed'])[i % 3 + 1], now(), 'user' from generate_series(1, 100000) as i;
      set session_replication_role = origin`],
    ['memory', `
      set session_replication_role = replica;
      insert into assistant_projects (name, url) select 'Project ' || i, case when i % 2 = 0 then 'git@github.com:o/p' || i || '.git' else 'https://github.com/o/p' || i end from generate_series(1, 200) as i;
      insert into assistant_sessions (summary, projects_touched, decisions_made) select 'Did ' || i, 'Project ' || i % 200 + 1, case when i % 4 = 0 then '- Use thing ' || i % 1000 || E'\\n- Not that ' || i else '' end from generate_series(1, 200000) as i;
      insert into chat_history (chat_id, role, message) select 'chat' || i % 10000, 'user', 'hello ' || i from generate_series(1, 1000000) as i;
      set session_replication_role = origin`],
  ] as const) {
    const url = databases.urls[name].direct_url;
    await migrate(name, url, migrationNames(name).slice(0, 1));
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(rows);
    const from = Date.now();
    await migrate(name, url);
    took[name] = (Date.now() - from) / 1000;
    const checks = name === 'panel'
      ? `select (select count(*) from clients) as clients, (select count(*) from appointments where resource_id is not null) as appts, (select count(*) from conversations where name is not null) as convs, (select count(*) from conversations where waiting_since is not null) as waits, (select count(*) from resources) as resources`
      : `select (select count(*) from assistant_sessions where projects <> '{}') as sessions, (select count(*) from assistant_decisions) as decisions, (select count(*) from project_identities) as identities, (select count(*) from search_queue) as queue`;
    took[`${name}_rows`] = (await client.query(checks)).rows[0];
    if (name === 'panel') {
      await client.query(`update clients set name = 'Renamed' where id = md5('c1')::uuid`);
      took['renamed'] = (await client.query(`select name from conversations where chat_id = 'chat1'`)).rows[0];
    }
    await client.end();
  }
  require('node:fs').writeFileSync('/tmp/million.json', JSON.stringify(took, null, 1));
  await databases.drop();
});
