import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { foldName } from '@groupless/shared-dto';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { atOnce } from '../harness/data/times';
import { emptyTables } from '../harness/databases/empty-tables';

interface Row {
  starts_at: string;
  ends_at: string;
  status: string;
  resource: string;
  external_id: string | null;
  made_by_key: string | null;
  client_id: string;
}

const CLIENT = randomUUID();

describe('the table of appointments', () => {
  let databases: TestDatabases;
  let panel: Pool;
  beforeAll(async () => {
    databases = await createTestDatabases();
    panel = openPool(databases.urls.panel.direct_url, 8);
    panel.on('error', () => undefined);
    await panel.query(`insert into clients (id, name, source) values ($1, 'Ada', 'panel')`, [CLIENT]);
  });
  afterAll(async () => {
    await panel.end();
    await databases.drop();
  });
  beforeEach(() => emptyTables(panel, 'appointments'));

  async function insert(row: Partial<Row> = {}): Promise<string> {
    const id = randomUUID();
    const { starts_at = '2026-11-20 09:00Z', ends_at = '2026-11-20 10:00Z', status = 'confirmed' } = row;
    const { resource = 'main', external_id = null, made_by_key = null, client_id = CLIENT } = row;
    await panel.query(
      `insert into appointments (id, client_id, starts_at, ends_at, status, source, resource, external_id, made_by_key)
       values ($1, $2, $3, $4, $5, 'panel', $6, $7, $8)`,
      [id, client_id, starts_at, ends_at, status, resource, external_id, made_by_key],
    );
    return id;
  }
  const refusal = (constraint: string) => expect.objectContaining({ constraint }) as object;
  const inside = { starts_at: '2026-11-20 09:59Z', ends_at: '2026-11-20 10:01Z' };

  it('holds no two live ones of one resource at one time, whoever writes them', async () => {
    const first = await insert({ status: 'pending' });
    for (const status of ['pending', 'confirmed'])
      await expect(insert({ ...inside, status })).rejects.toEqual(refusal('appointments_no_overlap'));
    const later = await insert({ starts_at: '2026-11-20 10:00Z', ends_at: '2026-11-20 11:00Z' });
    await expect(
      panel.query(`update appointments set starts_at = '2026-11-20 09:30Z' where id = $1`, [later]),
    ).rejects.toEqual(refusal('appointments_no_overlap'));
    const elsewhere = await insert({ ...inside, resource: 'room' });
    await expect(
      panel.query(`update appointments set resource = 'main' where id = $1`, [elsewhere]),
    ).rejects.toEqual(refusal('appointments_no_overlap'));
    await panel.query(`update appointments set status = 'cancelled' where id = any($1)`, [[first, later]]);
    await insert(inside);
  });

  it('takes two spellings of a resource for one', async () => {
    await insert({ resource: 'Stand 2' });
    for (const resource of ['stand 2', ' STAND   2', 'Ｓｔａｎｄ　２', 'Stand\u00a02'])
      await expect(insert({ ...inside, resource })).rejects.toEqual(refusal('appointments_no_overlap'));
    await insert({ ...inside, resource: 'Stand2' });
  });

  it('folds names as the program does', async () => {
    const names = [
      'Stand 2',
      ' ＳＴＡＮＤ　 2 ',
      'Straße',
      'STRASSE',
      'STRAẞE',
      'ΟΔΟΣ',
      'οδος',
      'Zoe\u0308',
      'КАБИНЕТ',
      'ﬁve',
    ];
    const { rows } = await panel.query<{ folded: string }>(
      'select folded_name(name) as folded from unnest($1::text[]) with ordinality as n (name, place) order by place',
      [names],
    );
    // One letter for each, where a word ends too: the database's sigma is never a final one.
    expect(rows.map(({ folded }) => folded)).toEqual(
      names.map((name) => foldName(name).replaceAll('ς', 'σ')),
    );
  });

  it.each(['completed', 'cancelled', 'no_show'])('lets one that is %s be in nobody’s way', async (status) => {
    await insert({ status });
    const live = await insert(inside);
    await expect(
      panel.query(`update appointments set status = 'confirmed' where id <> $1`, [live]),
    ).rejects.toEqual(refusal('appointments_no_overlap'));
  });

  it('holds only times that go forward, for at most 31 days', async () => {
    for (const ends_at of ['2026-11-20 09:00Z', '2026-11-20 08:59Z', '2026-12-21 09:01Z'])
      await expect(insert({ ends_at })).rejects.toEqual(refusal('appointments_length'));
    await insert({ ends_at: '2026-12-21 09:00Z' });
  });

  it('knows each external_id once for the key that made it, and any number without', async () => {
    for (const made_by_key of [null, 'one key', 'another key']) {
      await insert({ external_id: 'x', made_by_key, resource: `of ${made_by_key}` });
      await expect(insert({ external_id: 'x', made_by_key, resource: 'room' })).rejects.toEqual(
        refusal('appointments_external_id_of_key'),
      );
    }
    await insert({ resource: 'a' });
    await insert({ resource: 'b' });
  });

  it('knows no other status, source or client', async () => {
    await expect(insert({ status: 'done' })).rejects.toEqual(refusal('appointments_status'));
    await expect(insert({ client_id: randomUUID() })).rejects.toEqual(refusal('appointments_client'));
    await insert();
    await expect(panel.query('delete from clients')).rejects.toEqual(refusal('appointments_client'));
  });

  it('is read by an index for each filter and either order, without sorting', async () => {
    await panel.query(
      `insert into appointments (id, client_id, starts_at, ends_at, status, source, resource)
       select gen_random_uuid(), $1, at, at + interval '1 min', case when n % 100 = 0 then 'pending' else 'completed' end,
         (array['phone', 'chat', 'panel'])[1 + n % 3], 'r' || n % 50
       from generate_series(1, 20000) as n, lateral (select timestamptz '2026-01-01Z' + make_interval(mins => n) as at) as t`,
      [CLIENT],
    );
    await panel.query('analyze appointments');
    const planOf = async (where: string, order: string) => {
      const { rows } = await panel.query<{ 'QUERY PLAN': string }>(
        `explain select id from appointments where ${where} order by starts_at ${order}, id ${order} limit 51`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    for (const [where, index] of [
      ['true', 'appointments_by_start'],
      [`starts_at >= '2026-01-05Z' and starts_at < '2026-01-06Z'`, 'appointments_by_start'],
      [`folded_name(resource) = folded_name('R7')`, 'appointments_of_resource'],
      [`status in ('pending', 'confirmed')`, 'appointments_ahead'],
    ] as const) {
      for (const order of ['asc', 'desc']) {
        const plan = await planOf(where, order);
        expect(plan).toContain(index);
        expect(plan).not.toContain('Sort');
      }
    }
  });

  it('of twenty writers of one time at once takes one', async () => {
    const results = await atOnce(20, () =>
      insert().then(
        () => 'made',
        (error: unknown) => (error as { code: string }).code,
      ),
    );
    expect(results.filter((result) => result === 'made')).toHaveLength(1);
  });
});
