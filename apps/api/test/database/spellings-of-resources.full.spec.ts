import type { Pool } from 'pg';
import { migrationNames } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

/** A million takes four and a half minutes, in which it says how long each slow step took. */
const APPOINTMENTS = Number(process.env['TEST_APPOINTMENTS'] ?? 100_000);
const PEOPLE = 43;

/** People whose names are written in seven ways, each of them booked for each half hour from 500 days ago on. */
const BOOK = `
  with booked as (select array_agg(id) as clients from clients),
    spelt as (
      select n, at, format('perSon %s', n % ${PEOPLE}) as name, (n / ${PEOPLE}) % 8 as way
      from generate_series(0, $1::int - 1) as n,
        lateral (select date_trunc('hour', now()) - interval '500 days' + (n / ${PEOPLE}) * interval '30 minutes' as at) as t
    )
  insert into appointments (id, client_id, starts_at, ends_at, status, source, title, resource)
  select gen_random_uuid(), clients[1 + n % 1000], at, at + interval '30 minutes',
    case when at < now() then 'completed' else 'confirmed' end, 'panel', '',
    case way when 1 then upper(name) when 2 then lower(name) when 3 then replace(name, ' ', '  ')
      when 4 then upper(replace(name, ' ', '   ')) when 5 then lower(replace(name, ' ', '  '))
      when 6 then replace(initcap(name), ' ', '    ') else name end
  from booked, spelt`;

const STORED = `
  select count(*)::int as count,
    md5(string_agg(concat_ws('|', id, client_id, starts_at, ends_at, status, created_at), ' ' order by id)) as digest
  from appointments`;

describe('appointments of version 1.0.0 whose resources are spelt in many ways', () => {
  let databases: TestDatabases;
  let panel: Pool;

  beforeAll(async () => {
    databases = await createTestDatabases({ empty: true });
    panel = openPool(databases.urls.panel.direct_url, 1);
    panel.on('error', () => undefined);
  });
  afterAll(async () => {
    await panel.end();
    await databases.drop();
  });

  const rowsOf = async (statement: string) => (await panel.query<Record<string, unknown>>(statement)).rows;

  it('are all there afterwards, each with the one row that its spelling means', async () => {
    const names = migrationNames('panel');
    await migrate('panel', databases.urls.panel.direct_url, names.slice(0, 1));
    await panel.query(
      `insert into clients (id, name, source) select gen_random_uuid(), 'Client ' || n, 'panel' from generate_series(1, 1000) as n`,
    );
    await panel.query(BOOK, [APPOINTMENTS]);
    const before = await rowsOf(STORED);
    expect(await rowsOf('select count(distinct resource)::int as spellings from appointments')).toEqual([
      { spellings: PEOPLE * 7 },
    ]);

    for (const [index, name] of names.entries()) {
      const start = performance.now();
      await migrate('panel', databases.urls.panel.direct_url, names.slice(0, index + 1));
      const seconds = (performance.now() - start) / 1000;
      if (seconds > 5) process.stderr.write(`${name}: ${seconds.toFixed(0)} s\n`);
    }
    await migrate('panel', databases.urls.panel.direct_url);

    expect(await rowsOf(STORED)).toEqual(before);
    expect(
      await rowsOf(`
        select count(distinct a.resource_id)::int as rows, count(distinct lower(r.name))::int as names,
          count(*) filter (where regexp_replace(lower(a.resource), '\\s+', ' ', 'g') is distinct from regexp_replace(lower(r.name), '\\s+', ' ', 'g'))::int as astray
        from appointments as a left join resources as r on r.id = a.resource_id`),
    ).toEqual([{ rows: PEOPLE, names: PEOPLE, astray: 0 }]);
  }, 1_200_000);
});
