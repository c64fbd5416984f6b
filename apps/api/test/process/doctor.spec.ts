import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../harness/http/free-port';
import { runInProcess } from '../harness/programs/command-in-process';
import { doctor, failures } from '../harness/programs/doctor';
import { startCommand } from '../harness/programs/running-command';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/programs/running-program';
import { asSuperuser, createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

describe('npm run doctor', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let environment: Record<string, string>;
  let program: RunningProgram;
  beforeAll(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases();
    environment = {
      DATA_DIR: data.path,
      PORT: String(await freePort()),
      PANEL_DATABASE_URL: databases.urls.panel.direct_url,
      MEMORY_DATABASE_URL: databases.urls.memory.direct_url,
    };
    program = await (await RunningProgram.start(environment)).ready();
  });
  afterAll(async () => {
    await program.kill('SIGTERM');
    await databases.drop();
    await data.remove();
  });

  async function inPanel(sql: string, values: unknown[] = []): Promise<void> {
    const client = new Client({ connectionString: databases.urls.panel.direct_url });
    await client.connect();
    await client.query(sql, values);
    await client.end();
  }

  const withUrl = (change: (url: URL) => void) => {
    const url = new URL(databases.urls.panel.direct_url);
    change(url);
    return { ...environment, PANEL_DATABASE_URL: url.href };
  };

  it('finds nothing that failed where all is well, and changes nothing', async () => {
    const files = () => readdirSync(data.path).map((name) => [name, statSync(join(data.path, name)).mtimeMs]);
    const before = files();
    const seen = await doctor(environment);
    expect([seen.code, failures(seen)]).toEqual([0, []]);
    for (const name of ['panel database', 'memory database', 'panel rights', 'panel migrations'])
      expect(seen.of(name)).toMatch(/^ok: /);
    for (const name of [
      'panel clock',
      'panel connections',
      'credentials key',
      'users',
      'data folder',
      'disk',
    ])
      expect(seen.of(name)).toMatch(/^ok: /);
    expect(seen.of('server')).toMatch(/^ok: Ready on 127\.0\.0\.1:/);
    expect(files()).toEqual(before);
  });

  it('says each check in one line', async () => {
    const { output } = await startCommand('doctor', environment).ended;
    const { checks } = await doctor(environment);
    const lines = output.trimEnd().split('\n');
    expect(lines).toHaveLength(checks.length);
    expect(lines.filter((line) => !/^(ok|warning|failure) +\w/.test(line))).toEqual([]);
  });

  it('names all settings that cannot be used, with exit code 78 and no value', async () => {
    const bad = { ...environment, PORT: 'secret-port', LOG_LEVEL: 'secret-level' };
    const seen = await doctor(bad);
    expect(seen.code).toBe(78);
    expect(failures(seen).map(({ message }) => message.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL']);
    expect(seen.output).not.toContain('secret-');
  });

  it('says that a password is wrong, and looks at the rest all the same', async () => {
    const password = 'a-wrong-password-for-the-doctor';
    const seen = await doctor(withUrl((url) => (url.password = password)));
    expect(seen.code).toBe(1);
    expect(seen.of('panel database')).toMatch(/^failure: \w+ at \S+ refuses this user, password or address/);
    expect(seen.of('memory database')).toMatch(/^ok: /);
    expect(seen.output).not.toContain(password);
    expect(seen.output).not.toContain(new URL(databases.urls.panel.direct_url).password);
  });

  it('says that a database is away, or does not exist', async () => {
    const away = String(await freePort());
    const nowhere = await doctor(withUrl((url) => (url.port = away)));
    expect([nowhere.code, nowhere.of('panel database')]).toEqual([
      1,
      expect.stringContaining(`:${away} does not answer (ECONNREFUSED)`),
    ]);
    const gone = await doctor(withUrl((url) => (url.pathname = 'no_such_database')));
    expect(gone.of('panel database')).toContain('failure: no_such_database at');
  });

  it('tells of pending migrations, which are no failure', async () => {
    const older = await createTestDatabases();
    const client = new Client({ connectionString: older.urls.panel.direct_url });
    await client.connect();
    await client.query('delete from migrations where id = (select max(id) from migrations)');
    await client.end();
    const url = older.urls.panel.direct_url;
    const seen = await doctor({ ...environment, PANEL_DATABASE_URL: url });
    expect([seen.code, seen.of('panel migrations')]).toEqual([
      0,
      expect.stringMatching(/^warning: \d+ of \d+ are pending\. Back up/),
    ]);
    await older.drop();
  });

  it('tells of a database that a newer version has migrated', async () => {
    await inPanel(`insert into migrations (timestamp, name) values (9, 'FromTheFuture9')`);
    const servable = await doctor(environment);
    await inPanel(`comment on table migrations is 'FromTheFuture9'`);
    const seen = await doctor(environment);
    await inPanel(`delete from migrations where name = 'FromTheFuture9'`);
    expect(servable.of('panel migrations')).toMatch(/^warning: A newer version.*can serve it too/s);
    expect(seen.of('panel migrations')).toMatch(/^failure: A newer version/);
  });

  it('says what a role may not do', async () => {
    const [role, password] = [`weak_${randomBytes(4).toString('hex')}`, randomBytes(12).toString('hex')];
    const empty = await createTestDatabases({ empty: true });
    await asSuperuser((client) =>
      client.query(`create role ${role} login password '${password}' connection limit 5`),
    );
    const asRole = (address: string) => {
      const url = new URL(address);
      [url.username, url.password] = [role, password];
      return { ...environment, PANEL_DATABASE_URL: url.href };
    };
    const onEmpty = await doctor(asRole(empty.urls.panel.direct_url));
    const onFull = await doctor(asRole(databases.urls.panel.direct_url));
    await empty.drop();
    await asSuperuser((client) => client.query(`drop role ${role}`));

    expect(onEmpty.code).toBe(1);
    const says = failures(onEmpty).map(({ message }) => message);
    expect(says).toContainEqual(expect.stringContaining(`the role ${role} may not create tables`));
    expect(says).toContainEqual(expect.stringContaining('may not create the extension pg_trgm'));
    expect(onFull.of('panel rights')).toMatch(/^failure: \d+ tables belong to another role/);
    expect(onFull.of('panel connections')).toMatch(/^failure: Room for 5, .* may open 23, so 0 fit/);
  });

  it('tells of what somebody else has made in the database', async () => {
    const { direct_url } = databases.urls.panel;
    await asSuperuser((client) => client.query('create table reports (id serial)'), direct_url);
    const seen = await doctor(environment);
    await asSuperuser((client) => client.query('drop table reports'), direct_url);
    expect([seen.code, failures(seen)]).toEqual([0, []]);
    expect(seen.of('panel rights')).toMatch(
      /^warning: 1 table belongs to another role than groupless: reports\./,
    );
  });

  it('tells of keys that have ended or soon will', async () => {
    const expired = { ...environment, WORKFLOW_API_KEY_EXPIRES_AT: '2020-01-01T00:00:00Z' };
    const seen = await doctor(expired);
    expect([seen.code, seen.of('workflow key')]).toEqual([
      1,
      expect.stringContaining('failure: WORKFLOW_API_KEY has been refused since 2020-01-01'),
    ]);
    const soon = { ...environment, WORKFLOW_API_KEY_EXPIRES_AT: new Date(Date.now() + 9e8).toISOString() };
    expect((await doctor(soon)).of('workflow key')).toMatch(/^warning: /);

    await inPanel(
      `insert into api_keys (id, name, scopes, prefix, digest, expires_at, created_by, created_at)
       values ($1, $2, '{agent}', 'gl_00000000', '', now() + interval '3 days', $1, now())`,
      [randomUUID(), 'The website\u001b[31m'],
    );
    const { of } = await doctor(environment);
    expect(of('panel keys')).toMatch(/^warning: "The website�\[31m" ends \d{4}-/);
  });

  it('tells of a session that has ended or is missing in the active account of each tool', async () => {
    await inPanel(
      `insert into assistant_accounts (id, name, type, tool, is_active) values ($1, 'Ada''s', 'pro', 'codex', true)`,
      [randomUUID()],
    );
    await inPanel(
      `update assistant_accounts set session_data = 'x', session_version = 1, session_updated_at = now(),
         session_expires_at = '2020-01-01T00:00:00Z' where is_active and tool is distinct from 'codex'`,
    );
    const { checks } = await doctor(environment);
    const ofAccounts = checks.filter(({ name }) => name === 'active account');
    expect(ofAccounts).toMatchObject([
      {
        level: 'warning',
        message: '"Ada\'s" has no session.',
        next: "npm run switch -- capture 'Ada'\\''s'",
      },
      { level: 'warning', message: expect.stringContaining(' ended 2020-01-01') as string },
    ]);
  });

  it('tells of a key that cannot read what is stored', async () => {
    const seen = await doctor({ ...environment, CREDENTIALS_KEY: randomBytes(32).toString('base64') });
    expect([seen.code, seen.of('credentials key')]).toEqual([1, expect.stringContaining('cannot be read')]);
  });

  it('names files that others can read, and leaves them so', async () => {
    const secrets = join(data.path, 'secrets.env');
    chmodSync(secrets, 0o644);
    const seen = await doctor(environment);
    expect([seen.code, seen.of('data folder')]).toEqual([
      1,
      expect.stringMatching(/^failure: Other users .* secrets\.env in .* chmod 600 '/),
    ]);
    expect(statSync(secrets).mode & 0o777).toBe(0o644);
    chmodSync(secrets, 0o600);
  });

  it.each<[string, string, string]>([
    ['is a file', 'notes.txt', 'failure: PLACE is no folder'],
    ['lies below a file', 'notes.txt/backups', 'failure: PLACE cannot be written (ENOTDIR)'],
    ['is not there yet', 'backups', 'ok: PLACE is not there yet; the first backup makes it.'],
    ['is there', '', 'ok: PLACE can be written.'],
  ])('tells of a folder of backups that %s', async (_, name, says) => {
    const folder = mkdtempSync(join(tmpdir(), 'backups-'));
    writeFileSync(join(folder, 'notes.txt'), '');
    const BACKUP_DIR = join(folder, name);
    const seen = await doctor({ ...environment, BACKUP_DIR, BACKUP_KEY: randomBytes(20).toString('hex') });
    expect(seen.of('backups')).toContain(says.replace('PLACE', BACKUP_DIR));
    rmSync(folder, { recursive: true });
  });

  it('tells of an address that leads to another server, and of a proxy that is not trusted', async () => {
    const own = `http://127.0.0.1:${environment['PORT']}`;
    expect((await doctor({ ...environment, PUBLIC_URL: own })).of('public url')).toMatch(/^ok: /);
    const other = `http://127.0.0.1:${await freePort()}`;
    const seen = await doctor({ ...environment, PUBLIC_URL: other });
    expect(seen.of('public url')).toMatch(/^warning: .* does not answer from this machine \(ECONNREFUSED\)/);
    expect(seen.of('proxy')).toMatch(/^warning: /);
  });

  it('says how it is used', async () => {
    const usage = { code: 2, output: expect.stringContaining('Usage: npm run doctor') };
    expect(await startCommand('doctor', environment, ['--yaml']).ended).toMatchObject(usage);
    expect(await runInProcess('doctor', environment, ['--json', 'more'])).toMatchObject(usage);
  });
});
