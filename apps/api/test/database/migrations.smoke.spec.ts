import { Client } from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { pgboss } from 'pg-boss/package.json';
import { DataSource } from 'typeorm';
import { migrationOptions, type DatabaseName } from '../../src/database/data-source-options';
import { openDatabases } from '../../src/database/opening/open-databases';
import { programTables } from '../../src/database/program-tables';
import { demandKnownMigrations, migrate, NewerDatabaseError } from '../../src/database/migrate';
import { readSettings } from '../../src/config/settings';
import { toStartFailure } from '../../src/programs/start-failure';
import { entitiesOf } from '../harness/apps/entities';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const NAMES: DatabaseName[] = ['panel', 'memory'];

describe.each(NAMES)('the migrations of the %s database', (name) => {
  let databases: TestDatabases;
  let url: string;

  beforeEach(async () => {
    databases = await createTestDatabases({ empty: true });
    url = databases.urls[name].direct_url;
  });
  afterEach(() => databases.drop());

  it('leave no difference between the tables and the entities', async () => {
    await migrate(name, url);
    const drift = await withDataSource(url, async (dataSource) => {
      const sql = await dataSource.driver.createSchemaBuilder().log();
      return sql.upQueries.map(({ query }) => query);
    });
    expect(drift).toEqual([]);
  });

  it('make the tables that are known to be of the program', async () => {
    await migrate(name, url);
    expect(await tables(url)).toEqual(programTables(name).sort());
  });

  if (name === 'panel')
    it('bring the tables of an older job engine up to date', async () => {
      await migrate(name, url);
      const version = () => query(url, 'select version from jobs.version');
      const now = await version();
      await query(url, getRollbackPlans('jobs', pgboss.schema));
      expect(await version()).toEqual([{ version: pgboss.schema - 1 }]);
      await migrate(name, url);
      expect(await version()).toEqual(now);
    });

  it('leave alone what a newer version has added', async () => {
    await migrate(name, url);
    await query(url, NEWER);
    expect(await demandKnownMigrations(name, url)).toEqual(['OfANewerVersion']);
    expect(await migrate(name, url)).toEqual([]);
    expect(await applied(url)).toContain('OfANewerVersion');
  });

  it('are told by the start that leaves functions as another version has them', async () => {
    await migrate(name, url);
    await query(url, NEWER);
    const lines: string[] = [];
    const { panel, memory } = databases.urls;
    const settings = readSettings({
      PANEL_DATABASE_URL: panel.direct_url,
      MEMORY_DATABASE_URL: memory.direct_url,
    });
    const opened = await openDatabases(settings, (line) => lines.push(line));
    await opened.close();
    expect(lines.filter((line) => line.includes('functions'))).toEqual([
      `Left the functions of the ${name} database as they are: it has steps of another version (OfANewerVersion).`,
    ]);
  });

  it('refuse a database from which a newer version has taken something away, in one line', async () => {
    await migrate(name, url);
    await query(url, `${NEWER}; comment on table migrations is 'OfANewerVersion'`);
    const refusal: unknown = await demandKnownMigrations(name, url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NewerDatabaseError);
    expect(toStartFailure(refusal)).toMatchObject({
      exit_code: 78,
      message: expect.stringMatching(
        new RegExp(`^The ${name} database was migrated by a newer version.*\\.$`),
      ),
    });
  });

  it('run once when four processes start at the same time', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(name, url)));
    expect(runs.filter((applied) => applied.length > 0)).toHaveLength(1);
  });

  it('leave nothing half done when one of them fails', async () => {
    await query(url, 'create table users (taken text)');
    await query(url, 'create table chat_history (taken text)');
    const before = await tables(url);
    await expect(migrate(name, url)).rejects.toThrow('already exists');
    expect((await tables(url)).filter((table) => table !== 'migrations')).toEqual(before);
  });

  async function withDataSource<T>(at: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
    const dataSource = await new DataSource({
      ...migrationOptions(name, at),
      entities: entitiesOf(name),
    }).initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }
});

const NEWER = `insert into migrations (timestamp, name) values (9999999999999, 'OfANewerVersion')`;

async function applied(url: string): Promise<string[]> {
  const rows = await query<{ name: string }>(url, 'select name from migrations order by id');
  return rows.map((row) => row.name);
}

async function tables(url: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  return rows.map((row) => row.name);
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql)).rows);
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
