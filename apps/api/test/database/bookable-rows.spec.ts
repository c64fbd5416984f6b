import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { migrationNames } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const STEP = 'ListWhatCanBeBooked1796480000000';
const COPIES = 'resources, services, schedules, closures, former_resources';

describe('the step that makes rows of what can be booked', () => {
  let databases: TestDatabases;
  let panel: Pool;

  beforeEach(async () => {
    databases = await createTestDatabases({ empty: true });
    panel = openPool(databases.urls.panel.direct_url, 1);
    panel.on('error', () => undefined);
    const names = migrationNames('panel');
    await migrate('panel', databases.urls.panel.direct_url, names.slice(0, names.indexOf(STEP)));
  });
  afterEach(async () => {
    await panel.end();
    await databases.drop();
  });

  const rowsOf = async (statement: string) => (await panel.query<Record<string, unknown>>(statement)).rows;
  const settle = (fields: Record<string, unknown>) =>
    panel.query(
      `update chat_agent_settings set ${Object.keys(fields)
        .map((name, at) => `${name} = $${at + 1}`)
        .join(', ')}`,
      Object.values(fields).map((value) => JSON.stringify(value)),
    );
  const book = (resource: string, service: string | null, minutes: number, times = 1) =>
    panel.query(
      `insert into appointments (id, client_id, starts_at, ends_at, status, source, resource, service)
       select gen_random_uuid(), c.id, at, at + make_interval(mins => $3), 'completed', 'panel', $1, $2
       from clients as c, generate_series(1, $4::int) as n, lateral (select timestamptz '2026-01-01Z' + n * interval '1 day' as at) as t`,
      [resource, service, minutes, times],
    );

  it('offers what the settings offer, and shows them as they were', async () => {
    const document = {
      resources: ['Ben', 'Anna'],
      services: [
        { name: 'Cut', duration_minutes: 30, price: '', buffer_minutes: 0 },
        { name: 'Colour', duration_minutes: 60 },
      ],
      schedules: [
        { resource: 'Anna', working_hours: [], services: [], exceptions: [], colour: '#111111' },
        { resource: 'Ben', working_hours: null, services: ['Cut'], exceptions: [], colour: null },
      ],
      closures: [
        { from: '2026-12-24', to: '2026-12-25', reason: 'x', public: true },
        { from: '2026-12-24', to: '2026-12-25', reason: '', public: false, resource: 'Anna' },
      ],
      former_resources: [{ name: 'Bea', resource: 'Ben' }],
    };
    await settle(document);
    await migrate('panel', databases.urls.panel.direct_url);
    for (const shown of ['bookable_settings()', 'chat_agent_settings'])
      expect(await rowsOf(`select ${COPIES} from ${shown}`)).toEqual([document]);
    expect(await rowsOf('select version from chat_agent_settings')).toEqual([{ version: 1 }]);
  });

  it('archives what only appointments, blocks, calendars and closures have, once for all spellings', async () => {
    await settle({
      resources: ['Anna', 'ANNA'],
      services: [
        { name: 'Cut', duration_minutes: 30 },
        { name: 'cut', duration_minutes: 45 },
      ],
      closures: [{ from: '2026-12-24', to: '2026-12-25', reason: '', resource: 'Cleo' }],
    });
    await panel.query(`insert into clients (id, name, source) values ($1, 'Ada', 'panel')`, [randomUUID()]);
    await book('anna', 'CUT', 30);
    await book('stand 2', 'Wash', 15);
    await book('Stand  2', 'wash', 20, 3);
    await panel.query(
      `insert into blocks (id, resource, starts_at, ends_at) values (gen_random_uuid(), 'Dora', now(), now() + interval '1 hour')`,
    );
    await panel.query(
      `insert into busy_calendars (id, resource, name, url) values (gen_random_uuid(), 'Emil', '', '')`,
    );
    const before = await rowsOf('select * from appointments order by id');
    await migrate('panel', databases.urls.panel.direct_url);
    expect(
      await rowsOf('select name, archived_at is null as present from resources order by 2 desc, 1'),
    ).toEqual([
      { name: 'Anna', present: true },
      ...['Cleo', 'Dora', 'Emil', 'Stand  2'].map((name) => ({ name, present: false })),
    ]);
    expect(
      await rowsOf(
        'select name, duration_minutes, archived_at is null as present from services order by 3 desc, 1',
      ),
    ).toEqual([
      { name: 'Cut', duration_minutes: 30, present: true },
      { name: 'cut (2)', duration_minutes: 45, present: true },
      { name: 'wash', duration_minutes: 20, present: false },
    ]);
    expect(await rowsOf('select * from appointments order by id')).toEqual(before);
    expect(await rowsOf('select closures from bookable_settings()')).toMatchObject([
      { closures: [{ resource: 'Cleo' }] },
    ]);
  });
});
