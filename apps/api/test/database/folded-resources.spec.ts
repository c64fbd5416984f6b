import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { migrationNames } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const STEP = 'FoldResources1796030000000';

/** What the step makes of databases in which one resource has several spellings. */
describe('the step that compares resources folded', () => {
  let databases: TestDatabases;
  let panel: Pool;
  const client = randomUUID();

  beforeEach(async () => {
    databases = await createTestDatabases({ empty: true });
    panel = openPool(databases.urls.panel.direct_url, 1);
    panel.on('error', () => undefined);
    const names = migrationNames('panel');
    await migrate('panel', databases.urls.panel.direct_url, names.slice(0, names.indexOf(STEP)));
    await panel.query(`update chat_agent_settings set resources = '["Stand 2", "Anna"]'`);
    await panel.query(`insert into clients (id, name, source) values ($1, 'Ada', 'panel')`, [client]);
  });
  afterEach(async () => {
    await panel.end();
    await databases.drop();
  });

  /** Of the hour that is named: nine is 09:00 to 10:00. */
  const insert = (title: string, resource: string, hour: number, status = 'confirmed') =>
    panel.query(
      `insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource, created_at, updated_at)
       select gen_random_uuid(), $1, $2, at, at + interval '1 hour', $5, 'panel', $3,
              timestamptz '2026-01-01Z' + make_interval(secs => (select count(*) from appointments)), '2026-01-01Z'
       from (select timestamptz '2026-11-20Z' + make_interval(hours => $4) as at) as times`,
      [client, title, resource, hour, status],
    );
  const rows = async () => {
    const { rows: found } = await panel.query<{ title: string; resource: string; squeezed: boolean }>(
      'select title, resource, squeezed from appointments order by title',
    );
    return Object.fromEntries(found.map(({ title, resource, squeezed }) => [title, [resource, squeezed]]));
  };

  it('spells them as the settings do, and others not at all', async () => {
    await insert('a', 'Stand 2', 9);
    await insert('b', 'stand  2', 10);
    await insert('c', 'dr. nobody', 9);
    await insert('d', 'STAND 2', 9, 'cancelled');
    await panel.query(
      `insert into conversations (id, chat_id, channel, client_id) values (gen_random_uuid(), 'chat', 'web', $1)`,
      [client],
    );
    await panel.query(`insert into hook_events values ('appointment.updated'), ('conversation.updated')`);
    await migrate('panel', databases.urls.panel.direct_url);
    expect((await panel.query('select from hook_outbox')).rowCount).toBe(0);
    expect((await panel.query('select name, client_tied_by from conversations')).rows).toEqual([
      { name: 'Ada', client_tied_by: 'number' },
    ]);
    expect(await rows()).toEqual({
      a: ['Stand 2', false],
      b: ['Stand 2', false],
      c: ['dr. nobody', false],
      d: ['Stand 2', false],
    });
    const { rows: changed } = await panel.query(
      `select title from appointments where version = 2 and updated_at > '2026-01-01Z' order by title`,
    );
    expect(changed).toEqual([{ title: 'b' }, { title: 'd' }]);
  });

  it('changes nothing of what is booked at one time under two spellings, and marks the later one', async () => {
    await insert('a', 'Stand 2', 9);
    await insert('b', 'stand 2', 9);
    await insert('c', 'STAND 2', 9);
    await insert('d', 'stand 2', 11);
    await migrate('panel', databases.urls.panel.direct_url);
    expect(await rows()).toEqual({
      a: ['Stand 2', false],
      b: ['stand 2', true],
      c: ['STAND 2', true],
      d: ['Stand 2', false],
    });
    await expect(insert('e', 'Stand  2', 9)).rejects.toMatchObject({ constraint: 'appointments_no_overlap' });
  });

  it('decides nothing where the settings have both spellings', async () => {
    await panel.query(`update chat_agent_settings set resources = '["Anna", "anna"]'`);
    await insert('a', 'Anna', 9);
    await insert('b', 'anna', 10);
    await insert('c', 'ANNA', 11);
    await migrate('panel', databases.urls.panel.direct_url);
    expect(await rows()).toEqual({ a: ['Anna', false], b: ['anna', false], c: ['ANNA', false] });
  });
});
