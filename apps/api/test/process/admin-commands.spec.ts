import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DatabaseUrls } from '../../src/database/data-source-options';
import { makeReadyDataFolder } from '../harness/databases/ready-data-folder';
import { runInProcess } from '../harness/programs/command-in-process';
import { startCommand, type Ran } from '../harness/programs/running-command';
import { postJson, RunningProgram, type DataFolder } from '../harness/programs/running-program';
import { createTestDatabases } from '../harness/databases/test-databases';
import { eventually } from '../harness/data/times';

const EMAIL = 'Ada@example.com';
const PASSWORD = 'correct horse battery staple';

const admin = (words: string[], environment: Record<string, string>) =>
  startCommand('admin', environment, words).ended;

const passwordIn = ({ output }: Ran) => /: (\S{20}) {3}\(shown this once\)/.exec(output)?.[1] ?? '';

describe('npm run admin', () => {
  let data: DataFolder;
  let environment: Record<string, string>;
  let program: RunningProgram;
  beforeAll(async () => {
    data = await makeReadyDataFolder();
    environment = { DATA_DIR: data.path, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD };
    program = await (await RunningProgram.start(environment)).ready();
  });
  afterAll(async () => {
    await program.kill('SIGTERM');
    await data.remove();
  });

  const logIn = (password: string) =>
    postJson(`${program.base_url}/api/auth/login`, { email: EMAIL, password });

  it('resets a password while the server runs', async () => {
    const { access_token } = (await (await logIn(PASSWORD)).json()) as { access_token: string };
    const me = () =>
      fetch(`${program.base_url}/api/auth/me`, { headers: { authorization: `Bearer ${access_token}` } });
    expect((await me()).status).toBe(200);

    const ran = await admin(['reset', EMAIL.toLowerCase()], environment);
    expect(ran).toMatchObject({ code: 0, errors: '' });
    expect(ran.output).toContain(EMAIL);
    expect((await logIn(PASSWORD)).status).toBe(401);
    expect((await logIn(passwordIn(ran))).status).toBe(200);
    // The server looks once a second whether a session has ended.
    await eventually(async () => (await me()).status === 401);
  });

  it('opens an account that guesses have locked', async () => {
    for (let count = 0; count < 10; count++) await logIn('wrong password 1');
    expect((await logIn('wrong password 1')).status).toBe(429);
    const ran = await runInProcess('admin', environment, ['reset', EMAIL]);
    expect((await logIn(passwordIn(ran))).status).toBe(200);
  });

  it('resets a password while the server does not run', async () => {
    await program.kill('SIGTERM');
    const ran = await admin(['reset', EMAIL], environment);
    expect(ran.code).toBe(0);
    program = await (await RunningProgram.start(environment)).ready();
    expect((await logIn(passwordIn(ran))).status).toBe(200);
  });

  it('says that nobody has an email', async () => {
    const ran = await runInProcess('admin', environment, ['reset', 'nobody@example.com']);
    expect(ran).toEqual({
      code: 1,
      output: '',
      errors: expect.stringContaining('No user has the email nobody@example.com.'),
    });
  });

  it.each([[[]], [['reset']], [['remove', EMAIL]], [['reset', EMAIL, 'more']]])(
    'says how it is used: %j',
    async (args) => {
      expect(await runInProcess('admin', {}, args)).toMatchObject({
        code: 2,
        errors: expect.stringContaining('Usage: npm run admin -- reset <email>'),
      });
    },
  );

  it('makes no database where none is, and says which folder it looked in', async () => {
    const nowhere = join(tmpdir(), `groupless-nowhere-${randomUUID()}`);
    for (const [command, words] of [
      ['admin', ['reset', EMAIL]],
      ['backup', [join(data.path, 'none.backup')]],
      ['demo --remove-rows', []],
      ['keys-rotate', []],
      ['keys-rotate', ['--forget-lost']],
      ['purge', []],
    ] as const) {
      const variables = { ...environment, DATA_DIR: nowhere, BACKUP_KEY: 'b'.repeat(40) };
      const ran = await runInProcess(command, variables, [...words]);
      const errors: unknown = expect.stringContaining(`no database in ${nowhere}`);
      expect([command, ran]).toEqual([command, { code: 1, output: '', errors }]);
      expect(existsSync(nowhere)).toBe(false);
    }
  });

  it('names settings that cannot be used', async () => {
    const wrong = { ...environment, PORT: 'x' };
    const { code, errors } = await runInProcess('admin', wrong, ['reset', EMAIL]);
    expect([code, errors]).toEqual([78, expect.stringContaining('PORT must be')]);
  });

  describe('on databases of its own', () => {
    const onDatabases = (urls: DatabaseUrls) => ({
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: urls.panel.url,
      MEMORY_DATABASE_URL: urls.memory.url,
    });

    it.each(['panel', 'memory'] as const)(
      'migrates nothing: it refuses an older %s database',
      async (name) => {
        const [migrated, empty] = [await createTestDatabases(), await createTestDatabases({ empty: true })];
        const urls = { ...migrated.urls, [name]: empty.urls[name] };
        const { code, output, errors } = await runInProcess('admin', onDatabases(urls), ['reset', EMAIL]);
        const tables = await query(urls[name].url, `select from pg_tables where schemaname = 'public'`);
        await migrated.drop();
        await empty.drop();
        expect([code, output, tables]).toEqual([1, '', 0]);
        expect(errors.trim()).toMatch(
          new RegExp(
            `^The ${name} database lacks \\d+ steps? that this version needs\\. Nothing was done: .*$`,
          ),
        );
      },
    );

    it('names how many steps are missing', async () => {
      const databases = await createTestDatabases();
      await query(
        databases.urls.panel.url,
        'delete from migrations where id = (select max(id) from migrations)',
      );
      const { errors } = await runInProcess('admin', onDatabases(databases.urls), ['reset', EMAIL]);
      await databases.drop();
      expect(errors).toContain('The panel database lacks 1 step that');
    });

    it('works where they are up to date', async () => {
      const databases = await createTestDatabases();
      await query(
        databases.urls.panel.url,
        `insert into users (id, email, name, role) values (gen_random_uuid(), '${EMAIL}', 'Ada', 'admin')`,
      );
      const ran = await runInProcess('admin', onDatabases(databases.urls), ['reset', EMAIL]);
      await databases.drop();
      expect(ran).toMatchObject({ code: 0, errors: '' });
      expect(passwordIn(ran)).not.toBe('');
    });
  });
});

/** @returns how many rows it has read or changed */
async function query(url: string, sql: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(sql);
  await client.end();
  return rowCount ?? 0;
}
