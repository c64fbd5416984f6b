import type { DatabaseReportDto, DatabasesReportDto } from '@groupless/shared-dto';
import { whileAway } from '../harness/databases/outage';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { expectProblem } from '../harness/http/problems';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';

const PATH = '/api/settings/database';
const NAMES = ['panel', 'memory'] as const;

describe('the report on the databases', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp({ environment: { DB_POOL_SIZE: '7' } });
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const get = () => t.http.get(PATH).set(admin.bearer);
  const report = async () => (await get().expect(200)).body as DatabasesReportDto;
  const table = ({ tables }: DatabaseReportDto, name: string) => tables.find((one) => one.name === name);

  it('has these facts of each, and no others', async () => {
    const body = await report();
    expect(Object.keys(body)).toEqual(NAMES);
    for (const name of NAMES) {
      expect(body[name]).toEqual({
        name: new URL(t.urls[name].url).pathname.slice(1),
        server_version: expect.stringMatching(/^\d+(\.\d+)?$/),
        size_bytes: expect.any(Number),
        tables: expect.any(Array),
        migrations: { applied: expect.any(Array), pending: [] },
        pool: {
          total: expect.any(Number),
          idle: expect.any(Number),
          waiting: expect.any(Number),
          max: 7,
        },
        round_trip_ms: expect.any(Number),
      });
    }
  });

  it.each(NAMES)('agrees with the %s database itself', async (name) => {
    const body = (await report())[name];
    const { rows } = await t[name].query<{ tables: string[]; migrations: string[] }>(
      `select (select json_agg(tablename) from pg_tables where schemaname = 'public') as tables,
              (select json_agg(name order by id) from migrations) as migrations`,
    );
    expect(body.tables.map((one) => one.name).sort()).toEqual(rows[0]!.tables.sort());
    expect(body.migrations.applied).toEqual(rows[0]!.migrations);
    for (const one of body.tables) {
      expect(Object.keys(one)).toEqual(['name', 'rows', 'rows_are_exact', 'size_bytes']);
    }
    const sizes = body.tables.map((one) => one.size_bytes);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(body.size_bytes).toBeGreaterThan(sizes.reduce((sum, size) => sum + size, 0));
    expect(body.round_trip_ms).toBeGreaterThan(0);
    expect(body.pool.total).toBeGreaterThan(0);
  });

  it('names the migrations that are still to come', async () => {
    const { rows } = await t.panel.query<{ name: string }>(
      'delete from migrations where id = (select max(id) from migrations) returning name',
    );
    expect((await report()).panel.migrations.pending).toEqual([rows[0]!.name]);
  });

  it('counts small tables, and estimates large ones', async () => {
    await t.memory.query(
      `insert into chat_history (chat_id, role, message)
       select 'chat', 'user', 'message ' || number from generate_series(1, 10000) as number`,
    );
    expect(table((await report()).memory, 'chat_history')).toMatchObject({
      rows: 10_000,
      rows_are_exact: true,
    });
    await t.memory.query(
      `insert into chat_history (chat_id, role, message)
       select 'chat', 'user', 'message ' || number from generate_series(1, 15000) as number`,
    );
    await t.memory.query('analyze chat_history');
    const large = table((await report()).memory, 'chat_history');
    expect(large).toMatchObject({ rows_are_exact: false });
    expect(Math.abs(large!.rows - 25_000)).toBeLessThan(2_500);
  });

  it('estimates at least as many rows as it saw, also of a table that was never analysed', async () => {
    await t.memory.query(
      `create table "never ""analysed" as select number from generate_series(1, 20000) as number`,
    );
    await t.memory.query(`alter table "never ""analysed" set (autovacuum_enabled = false)`);
    await t.memory.query(`grant select on "never ""analysed" to public`);
    const large = table((await report()).memory, 'never "analysed');
    await t.memory.query('drop table "never ""analysed"');
    expect(large).toMatchObject({ rows_are_exact: false });
    expect(large!.rows).toBeGreaterThan(10_000);
  });

  it('says neither where the databases are nor how to get in', async () => {
    const { text } = await get();
    for (const name of NAMES) {
      const { host, hostname, password, username, href } = new URL(t.urls[name].url);
      for (const secret of [host, hostname, password, href, `"${username}"`])
        expect(text).not.toContain(secret);
    }
  });

  it.each(['viewer', 'operator'] as const)('is no business of the role of %s', async (role) => {
    const { bearer } = await signIn(t, { role });
    expectProblem(await t.http.get(PATH).set(bearer), 403, 'forbidden');
  });

  it('is 503 while the memory database is away', async () => {
    await whileAway(t, 'memory', async () => {
      expectProblem(await get(), 503, 'database_unavailable');
    });
    await get().expect(200);
  });
});
