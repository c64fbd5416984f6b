import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { asSuperuser, createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

describe('several processes on external databases', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let environment: Record<string, string>;

  beforeAll(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases({ empty: true });
    environment = {
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: databases.urls.panel.url,
      MEMORY_DATABASE_URL: databases.urls.memory.url,
    };
  });
  afterAll(async () => {
    await databases.drop();
    await data.remove();
  });

  it('migrate empty databases once, agree on their secrets and make one admin, when they start at once', async () => {
    const programs = await Promise.all([1, 2, 3].map(() => RunningProgram.start(environment)));
    await Promise.all(programs.map((program) => program.ready()));
    const outputs = programs.map((program) => program.output);
    expect(
      outputs
        .join('')
        .match(/Migrated the (panel|memory) database/g)
        ?.sort(),
    ).toEqual(['Migrated the memory database', 'Migrated the panel database']);
    expect(outputs.filter((output) => output.includes('Password:'))).toHaveLength(1);
    const addresses = programs.map((program) => new URL(program.webhook('assistant-task')).pathname);
    expect(new Set(addresses).size).toBe(1);

    const made = await Promise.all(
      programs.map((program) =>
        postJson(program.webhook('assistant-task'), { action: 'create', task: 'one' }),
      ),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    for (const program of programs) expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('wait for a database that does not take connections yet, and say so', async () => {
    // Of this database, not of the role: other specs use that at the same time.
    const name = new URL(databases.urls.panel.url).pathname.slice(1);
    const limit = (connections: number) =>
      asSuperuser((client) => client.query(`alter database ${name} connection limit ${connections}`));
    await limit(0);
    const program = await RunningProgram.start(environment);
    await program.prints(/Waiting for the panel database \(.*: 53300/);
    await limit(-1);
    await program.ready();
    expect(program.output).not.toContain(new URL(databases.urls.panel.url).password);
    expect(name).toMatch(/^test_/);
    await program.kill('SIGTERM');
  });

  it('stop with one clear line where the log-in is wrong', async () => {
    const url = new URL(databases.urls.memory.url);
    url.password = 'not-the-password';
    const program = await RunningProgram.start({ ...environment, MEMORY_DATABASE_URL: url.href });
    expect((await program.exited).code).toBe(1);
    expect(program.output.trim().split('\n')).toEqual([
      'The memory database cannot be used:',
      '  the server refuses this user, password or address (pg_hba.conf)',
    ]);
  });

  it('answer 503 while the database is away, and work again by themselves', async () => {
    const program = await (await RunningProgram.start(environment)).ready();
    const names = [databases.urls.panel.url, databases.urls.memory.url].map((url) =>
      new URL(url).pathname.slice(1),
    );
    const setAllowed = (allowed: boolean) =>
      asSuperuser(async (client) => {
        for (const name of names) {
          await client.query(`alter database ${name} with allow_connections ${String(allowed)}`);
          if (allowed) continue;
          await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
            name,
          ]);
        }
      });
    await setAllowed(false);
    const answer = await fetch(`${program.base_url}/api/health/ready`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await fetch(`${program.base_url}/api/health/live`)).status).toBe(200);
    const refused = await postJson(program.webhook('assistant-task'), { action: 'create', task: 'two' });
    expect(await refused.json()).toMatchObject({ code: 'database_unavailable' });
    await setAllowed(true);
    const accepted = await postJson(program.webhook('assistant-task'), { action: 'create', task: 'two' });
    expect(accepted.status).toBe(201);
    await program.kill('SIGTERM');
  });
});
