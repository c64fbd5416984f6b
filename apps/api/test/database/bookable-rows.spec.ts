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
    const stored = `select to_jsonb(a) - array['resource_id', 'room_id', 'visitor', 'made_in_hours'] as stored from appointments as a order by id`;
    const before = await rowsOf(stored);
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
    expect(await rowsOf(stored)).toMatchObject(before);
    expect(
      await rowsOf(`
        select a.resource, r.name, a.service, s.name as of, l.position, l.duration_minutes as minutes, count(*)::int
        from appointments as a join resources as r on r.id = a.resource_id
          join appointment_services as l on l.appointment_id = a.id join services as s on s.id = l.service_id
        group by 1, 2, 3, 4, 5, 6 order by 1, 3`),
    ).toEqual([
      {
        resource: 'Stand  2',
        name: 'Stand  2',
        service: 'wash',
        of: 'wash',
        position: 1,
        minutes: 20,
        count: 3,
      },
      { resource: 'anna', name: 'Anna', service: 'CUT', of: 'Cut', position: 1, minutes: 30, count: 1 },
      {
        resource: 'stand 2',
        name: 'Stand  2',
        service: 'Wash',
        of: 'wash',
        position: 1,
        minutes: 15,
        count: 1,
      },
    ]);
    for (const [table, name] of [
      ['blocks', 'Dora'],
      ['busy_calendars', 'Emil'],
    ])
      expect(
        await rowsOf(`select r.name from ${table} as t join resources as r on r.id = t.resource_id`),
      ).toEqual([{ name }]);
    // A process that mirrors them has not to read them again.
    expect(await rowsOf('select from changes')).toEqual([]);
    expect(await rowsOf('select closures from bookable_settings()')).toMatchObject([
      { closures: [{ resource: 'Cleo' }] },
    ]);
  });

  it('keeps names and ids alike, whoever writes which', async () => {
    await settle({
      resources: ['Anna', 'Ben'],
      services: [{ name: 'Cut', duration_minutes: 30, buffer_minutes: 5 }],
    });
    await panel.query(`insert into clients (id, name, source) values ($1, 'Ada', 'panel')`, [randomUUID()]);
    await migrate('panel', databases.urls.panel.direct_url);
    const named = (await rowsOf('select id, name from resources')) as { id: string; name: string }[];
    const idOf = (name: string) => named.find((one) => one.name === name)?.id;
    await book('ANNA', 'cut', 45);
    const shown = () =>
      rowsOf(`
        select a.resource, r.name, a.service,
          (select json_agg(json_build_array(s.name, l.duration_minutes) order by l.position)
           from appointment_services as l join services as s on s.id = l.service_id where l.appointment_id = a.id) as services
        from appointments as a join resources as r on r.id = a.resource_id`);
    expect(await shown()).toEqual([
      { resource: 'Anna', name: 'Anna', service: 'cut', services: [['Cut', 30]] },
    ]);
    for (const [set, resource] of [
      [`resource = 'ben'`, 'Ben'],
      [`resource_id = '${idOf('Anna')}'`, 'Anna'],
      [`resource = 'Ben', resource_id = '${idOf('Ben')}'`, 'Ben'],
      [`resource = 'nobody we know'`, 'nobody we know'],
    ] as const) {
      await panel.query(`update appointments set ${set}`);
      expect(await shown()).toMatchObject([{ resource, name: resource }]);
    }
    expect(await rowsOf(`select from resources where archived_at is not null`)).toHaveLength(1);
    await panel.query(`update appointments set service = 'Colour'`);
    expect(await shown()).toMatchObject([{ service: 'Colour', services: [['Colour', 45]] }]);
    await panel.query('update appointments set service = null');
    expect(await shown()).toMatchObject([{ service: null, services: null }]);
    await panel.query(
      `insert into blocks (id, resource_id, starts_at, ends_at) values ($1, $2, now(), now() + interval '1 hour')`,
      [randomUUID(), idOf('Ben')],
    );
    expect(await rowsOf('select resource from blocks')).toEqual([{ resource: 'Ben' }]);
    await panel.query('update blocks set resource = null');
    expect(await rowsOf('select resource_id from blocks')).toEqual([{ resource_id: null }]);
  });

  it('lets a time overlap that was stored under a former name, and none afterwards', async () => {
    await settle({ resources: ['Anna', 'Ben'] });
    await panel.query(`insert into clients (id, name, source) values ($1, 'Ada', 'panel')`, [randomUUID()]);
    for (const name of ['Anna', 'Cleo']) await book(name, null, 30);
    await panel.query(`update appointments set status = 'confirmed'`);
    await settle({ former_resources: [{ name: 'Cleo', resource: 'Anna' }] });
    await migrate('panel', databases.urls.panel.direct_url);
    expect(await rowsOf('select resource, squeezed from appointments order by 1')).toEqual([
      { resource: 'Anna', squeezed: false },
      { resource: 'Cleo', squeezed: true },
    ]);
    // The name of the first is another one, as for a moment in a rename.
    await panel.query(`alter table appointments disable trigger follow_renamed_resource`);
    await panel.query(`update appointments set resource = 'other' where not squeezed`);
    await panel.query(`alter table appointments enable trigger follow_renamed_resource`);
    await expect(
      panel.query(`
        insert into appointments (id, client_id, starts_at, ends_at, status, source, resource)
        select gen_random_uuid(), client_id, starts_at, ends_at, status, source, 'Anna' from appointments where not squeezed`),
    ).rejects.toMatchObject({ constraint: 'appointments_no_overlap' });
  });
});
