import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, type QueryRunner } from 'typeorm';
import { migrationOptions, type DatabaseName } from '../../src/database/data-source-options';
import { FUNCTIONS } from '../../src/database/functions/functions';
import { namesIn, putFunctions } from '../../src/database/functions/put-functions';
import { migrate } from '../../src/database/migrate';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

/** What an index, a constraint or a generated column needs, also through another function. */
const NEEDED = `
  with recursive needed (classid, objid) as (
    select classid, objid from pg_depend
    where classid in ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass)
    union
    select refclassid, refobjid from pg_depend join needed using (classid, objid) where refclassid = 'pg_proc'::regclass
  )
  select distinct proname::text as name from needed join pg_proc on oid = objid
  where classid = 'pg_proc'::regclass and pronamespace = current_schema()::regnamespace`;

/** What migrations after 1.0.0 make as it was then, since they change rows with it. A database keeps what ran last. */
const MADE_ON_THE_WAY = {
  panel: ['function conversation_keys', 'trigger conversations_keys on conversations'],
  memory: ['function project_named', 'function link_projects'],
};

const COUNTED = `
  create or replace function counted() returns trigger language plpgsql as $$ begin return helped(); end $$;
  create or replace trigger counted_added after insert or update of name
    on things for each row execute function counted();`;
const HELPED = `create or replace function helped() returns trigger language plpgsql as $$ begin return null; end $$`;

describe.each(['panel', 'memory'] as const)('the functions of the %s database', (name) => {
  let databases: TestDatabases;
  let dataSource: DataSource;
  let runner: QueryRunner;

  beforeAll(async () => {
    databases = await createTestDatabases();
    dataSource = await new DataSource(migrationOptions(name, url(name))).initialize();
    runner = dataSource.createQueryRunner();
    await runner.query('create table things (name text)');
    await runner.query('create function of_somebody_else() returns integer language sql return 1');
  });
  afterEach(() => putFunctions(runner, FUNCTIONS[name]));
  afterAll(async () => {
    await dataSource.destroy();
    await databases.drop();
  });

  it('are none that an index, a constraint or a generated column needs', async () => {
    const needed = await namesOf(NEEDED);
    expect(needed).toContain('sort_name');
    const replaced = FUNCTIONS[name].flatMap(namesIn).map((one) => one.replace(/^function /, ''));
    expect(replaced.filter((one) => needed.includes(one))).toEqual([]);
  });

  it('are each made by one text, and all that the texts say is there', async () => {
    const names = FUNCTIONS[name].flatMap(namesIn);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(FUNCTIONS[name].join('\n').match(/\bcreate\s/g)!.length);
    expect(await put()).toEqual(names.sort());
  });

  it('are made by no migration, too', () => {
    const folder = join(__dirname, '../../src/database/migrations', name);
    const later = globSync('[0-9]*.ts', { cwd: folder }).filter((file) => !file.startsWith('1795390000000'));
    const made = later
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .flatMap((text) => namesIn(text.replace(/create (?=function|trigger)/g, 'create or replace ')));
    const names = new Set(FUNCTIONS[name].flatMap(namesIn));
    expect(made.filter((one) => names.has(one))).toEqual(MADE_ON_THE_WAY[name]);
  });

  it('are put again where their text has changed, and dropped with it; what others made stays', async () => {
    await putFunctions(runner, [...FUNCTIONS[name], COUNTED, HELPED]);
    const names = ['function counted', 'function helped', 'trigger counted_added on things'];
    expect(await put()).toEqual(expect.arrayContaining(names));
    const before = await version('counted');
    await putFunctions(runner, [...FUNCTIONS[name], COUNTED, HELPED.replace('null', 'new')]);
    expect(await source('helped')).toContain('return new');
    expect(await version('counted')).toBe(before);
    await putFunctions(runner, FUNCTIONS[name]);
    expect(await put()).not.toEqual(expect.arrayContaining([expect.stringMatching(/counted|helped/)]));
    expect(await version('of_somebody_else')).not.toBeNull();
  });

  it('all stay as they are when one cannot be put', async () => {
    const before = await put();
    const broken = 'create or replace function broken() returns nothing language sql return 1';
    await expect(putFunctions(runner, [HELPED, broken])).rejects.toThrow('nothing');
    expect(await put()).toEqual(before);
  });

  it('stay those of a newer version while an older one migrates', async () => {
    await putFunctions(runner, [...FUNCTIONS[name], HELPED]);
    await runner.query(
      `insert into migrations (timestamp, name) values (9999999999999, 'OfANewerVersion9999999999999')`,
    );
    await migrate(name, url(name));
    expect(await put()).toContain('function helped');
    await runner.query('delete from migrations where timestamp = 9999999999999');
    await migrate(name, url(name));
    expect(await put()).not.toContain('function helped');
  });

  const url = (of: DatabaseName) => databases.urls[of].direct_url;

  async function namesOf(sql: string): Promise<string[]> {
    return ((await runner.query(sql)) as { name: string }[]).map((row) => row.name);
  }

  /** What has been put, sorted. */
  async function put(): Promise<string[]> {
    const names = await namesOf(`
      select coalesce('function ' || proname, format('trigger %s on %s', tgname, relname)) as name
      from pg_description
        left join pg_proc on classoid = 'pg_proc'::regclass and objoid = pg_proc.oid
        left join pg_trigger on classoid = 'pg_trigger'::regclass and objoid = pg_trigger.oid
        left join pg_class on pg_class.oid = tgrelid
      where description ~ '^groupless [0-9a-f]{64}$'`);
    return names.sort();
  }

  async function source(called: string): Promise<string> {
    return (await namesOf(`select prosrc as name from pg_proc where proname = '${called}'`))[0]!;
  }

  /** Changes when it is put again; null: there is none. */
  async function version(called: string): Promise<string | null> {
    return (await namesOf(`select xmin::text as name from pg_proc where proname = '${called}'`))[0] ?? null;
  }
});
