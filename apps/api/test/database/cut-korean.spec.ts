import { Client } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks';
import { migrationOptions } from '../../src/database/data-source-options';
import { CutKorean1796306000000 } from '../../src/database/migrations/memory/1796306000000-cut-korean';
import { eventually } from '../harness/data/times';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const LOCKS = `
  select granted from pg_locks where locktype = 'advisory' and classid = $1 and pid = $2
    and database = (select oid from pg_database where datname = current_database())`;

describe('the migration that cuts Korean into syllables', () => {
  let databases: TestDatabases;
  let dataSource: DataSource;
  let runner: QueryRunner;
  let other: Client;
  beforeAll(async () => {
    databases = await createTestDatabases();
    const url = databases.urls.memory.direct_url;
    dataSource = await new DataSource(migrationOptions('memory', url)).initialize();
    runner = dataSource.createQueryRunner();
    other = new Client({ connectionString: url });
    await other.connect();
  });
  beforeEach(() => runner.startTransaction());
  afterEach(() => runner.rollbackTransaction());
  afterAll(async () => {
    await other.end();
    await runner.release();
    await dataSource.destroy();
    await databases.drop();
  });

  const migration = new CutKorean1796306000000();

  it('indexes what has Korean in it again, the newest first', async () => {
    await runner.query(`
      insert into assistant_sessions (id, summary)
      values (101, '첫 회의'), (102, 'A meeting'), (103, '둘째 회의'), (104, '셋째 회의')`);
    await runner.query('delete from search_queue');
    await migration.up(runner);
    expect(await runner.query('select kind, id::int as id from search_queue order by ctid')).toEqual(
      [104, 103, 101].map((id) => ({ kind: 'session', id })),
    );
  });

  it('waits for what a process indexes at that moment by the function before', async () => {
    const [{ pid }] = (await runner.query('select pg_backend_pid() as pid')) as [{ pid: number }];
    const granted = () => dataSource.query<{ granted: boolean }[]>(LOCKS, [ADVISORY_LOCKS.searchIndex, pid]);
    await other.query(`begin; select pg_advisory_xact_lock(${ADVISORY_LOCKS.searchIndex}, 0)`);
    const migrated = migration.up(runner);
    await eventually(async () => (await granted()).length === 1);
    expect(await granted()).toEqual([{ granted: false }]);
    await other.query('commit');
    await migrated;
    expect(await granted()).toEqual([{ granted: true }]);
  });
});
