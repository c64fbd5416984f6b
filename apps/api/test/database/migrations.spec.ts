import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { TooOldDatabaseError } from '../../src/database/adoption/adopt';
import { migrationNames, migrationOptions, type DatabaseName } from '../../src/database/data-source-options';
import { demandKnownMigrations, migrate, NewerDatabaseError } from '../../src/database/migrate';
import { toStartFailure } from '../../src/programs/start-failure';
import { entitiesOf } from '../harness/apps/entities';
import { schemaOf } from '../harness/http/schema-of';
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

  it('can each be taken back, down to an empty database, and applied again', async () => {
    const applied = await migrate(name, url);
    await withDataSource(url, async (dataSource) => {
      for (const _ of applied) await dataSource.undoLastMigration({ transaction: 'each' });
    });
    expect(await tables(url)).toEqual(['migrations']);
    expect(await migrate(name, url)).toEqual(applied);
  });

  it('leave alone what a newer version has added', async () => {
    await migrate(name, url);
    await query(url, NEWER);
    await demandKnownMigrations(name, url);
    expect(await migrate(name, url)).toEqual([]);
    expect(await applied(url)).toContain('OfANewerVersion');
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

/** A dump of what the oldest version that is adopted made, with some rows. */
const dumpOf = (name: DatabaseName) => readFileSync(join(__dirname, `version-0.1.0/${name}.sql`), 'utf8');

const KEPT_ROWS = {
  panel: `select (select count(*)::int from clients) as clients, (select count(*)::int from appointments) as appointments,
            (select string_agg(name, ', ' order by name) from clients) as names,
            (select count(*)::int from workflows where id = 'ac9c1182-0474-4c63-bd53-5009bd123292') as workflows`,
  memory: `select (select value from assistant_state) as state, (select summary from assistant_sessions) as summary,
             (select count(*)::int from memory_versions) as versions, (select count(*)::int from chat_history) as messages`,
};

/** What a step brings that looks at the rows which are there. */
const MADE_FROM_ROWS = {
  panel: {
    question: 'select word as made from client_words order by word',
    answer: ['blumenladen', 'muller', 'tomasz', 'zaneta'],
  },
  memory: {
    question: 'select kind as made from search_queue order by kind',
    answer: ['chat', 'session'],
  },
};

describe.each(NAMES)('the %s database of a version before 1.0.0', (name) => {
  let databases: TestDatabases;
  let url: string;

  beforeEach(async () => {
    databases = await createTestDatabases({ empty: true });
    url = databases.urls[name].direct_url;
    await query(url, dumpOf(name));
  });
  afterEach(() => databases.drop());

  it('keeps its rows, and has then what a new database has', async () => {
    const before = await query(url, KEPT_ROWS[name]);
    const fresh = await createTestDatabases({ empty: true });
    const expected = await migrate(name, fresh.urls[name].direct_url);
    expect(await migrate(name, url)).toEqual(expected);
    expect(await schema(url)).toEqual(await schema(fresh.urls[name].direct_url));
    await fresh.drop();
    expect(await query(url, KEPT_ROWS[name])).toEqual(before);
    const { question, answer } = MADE_FROM_ROWS[name];
    expect((await query<{ made: string }>(url, question)).map(({ made }) => made)).toEqual(answer);
    expect(await applied(url)).toEqual(migrationNames(name));
    expect(await migrate(name, url)).toEqual([]);
  });

  it('is adopted once when four processes start at the same time', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(name, url)));
    expect(runs.filter((ran) => ran.length > 0)).toHaveLength(1);
  });

  it('is left as it was when a step fails', async () => {
    const before = await schema(url);
    const taken = { panel: 'saved_replies', memory: 'assistant_runs' }[name];
    await query(url, `create view ${taken} as select 1 as one`);
    await expect(migrate(name, url)).rejects.toThrow('already exists');
    await query(url, `drop view ${taken}`);
    expect(await schema(url)).toEqual(before);
    expect(await applied(url)).not.toContain(migrationNames(name)[0]);
  });

  it('is refused in one line when it is older than those that are adopted', async () => {
    await query(url, 'delete from migrations where id = (select max(id) from migrations)');
    const before = await applied(url);
    await demandKnownMigrations(name, url);
    const refusal: unknown = await migrate(name, url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TooOldDatabaseError);
    expect(toStartFailure(refusal)).toMatchObject({
      exit_code: 78,
      message: expect.stringMatching(
        new RegExp(`^The ${name} database is older.* before 1\\.0\\.0 once.*\\.$`),
      ),
    });
    expect(await applied(url)).toEqual(before);
  });
});

it('of a version before 1.0.0 a database that has some of the later steps gets the others', async () => {
  const databases = await createTestDatabases({ empty: true });
  const url = databases.urls.panel.direct_url;
  await query(url, dumpOf('panel'));
  await query(
    url,
    `create index hook_deliveries_waiting on hook_deliveries (hook_id, place) where status = 'pending';
     insert into migrations (timestamp, name) values (1795378000000, 'ClaimDeliveriesByPlace1795378000000')`,
  );
  expect(await migrate('panel', url)).toEqual(migrationNames('panel'));
  await databases.drop();
});

function schema(url: string): Promise<string[]> {
  return withClient(url, schemaOf);
}

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
