import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { parse } from 'yaml';
import { type EmbeddedServer, startEmbeddedServer } from '../../src/database/embedded-server';
import { portOf } from '../harness/programs/deployment';
import { environmentOf, PROJECT, readStages } from '../harness/programs/dockerfile';
import { expectProblem } from '../harness/http/problems';
import { postJson, RunningProgram } from '../harness/programs/running-program';
import { sendRaw } from '../harness/http/raw-http';

const PSQL = ['/usr/bin/psql', '/usr/local/bin/psql', '/opt/homebrew/bin/psql'].find((path) =>
  existsSync(path),
);
if (PSQL === undefined) console.warn('SKIPPED: the first deployment (no psql is installed here).');

interface Compose {
  services: Record<string, { environment: Record<string, string> }>;
}
const compose = parse(readFileSync(join(PROJECT, 'docker/compose.yml'), 'utf8'), { merge: true }) as Compose;

const FORBIDDEN_TO_SERVE = [
  'drop table clients',
  'alter table audit_events disable trigger all',
  "update audit_events set action = 'nothing'",
  'truncate audit_events',
  "insert into migrations (timestamp, name) values (1, 'x')",
  'create table mine (id int)',
  'set role groupless',
];
const FORBIDDEN_TO_AUDIT = [
  'select from users',
  'select from clients',
  'select from migrations',
  'select from audit_events',
  'delete from audit_events',
  "insert into audit_events (id, at, action) values (gen_random_uuid(), now(), 'x')",
  'create table mine (id int)',
];

/** All of it but the containers: the secrets, the databases that they open, a server with the settings of compose.yml. */
(PSQL === undefined ? describe.skip : describe)('the first deployment', () => {
  let folder: string;
  let postgres: EmbeddedServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groupless-first-'));
    chmodSync(folder, 0o711);
    postgres = await startEmbeddedServer({
      dataDir: join(folder, 'data'),
      report: () => undefined,
      transport: 'tcp',
    });
    // As a new server of one's own: without the role and the databases that the embedded one is born with.
    await asSuperuser(async (client) => {
      await client.query('drop database groupless');
      await client.query('drop database assistant_memory');
      await client.query('drop role groupless, groupless_server');
    });
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('makes secrets and databases, and starts a server on them that the first admin can log in to', async () => {
    const secrets = join(folder, 'secrets');
    expect(spawnSync('sh', [join(PROJECT, 'docker/make-secrets.sh'), secrets]).status).toBe(0);
    const { hostname, port, password } = new URL(postgres.urls.superuser);
    const script = readFileSync(join(PROJECT, 'docker/postgres/initialise.sh'), 'utf8')
      .replace('/etc/groupless', join(PROJECT, 'docker/postgres'))
      .replaceAll('/run/secrets', secrets);
    const made = spawnSync('sh', ['-c', script], {
      env: {
        PATH: process.env['PATH'],
        PGHOST: hostname,
        PGPORT: port,
        PGPASSWORD: password,
        POSTGRES_USER: 'postgres',
      },
      encoding: 'utf8',
    });
    expect([made.status, made.stderr]).toEqual([0, '']);
    const roles = await asSuperuser(async (client) => {
      const { rows } = await client.query(
        `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname like 'groupless%'`,
      );
      return rows as Record<string, boolean>[];
    });
    expect(roles).toHaveLength(3);
    expect(new Set(roles.flatMap((role) => Object.values(role)))).toEqual(new Set([false]));

    for (const name of readdirSync(secrets).filter((one) => one.endsWith('_url'))) {
      const url = readFileSync(join(secrets, name), 'utf8').replace('@postgres:5432', `@${hostname}:${port}`);
      writeFileSync(join(secrets, name), url);
    }
    const program = await RunningProgram.start(settings(secrets));
    await program.ready();
    const here = `http://127.0.0.1:${portOf(program)}`;
    const admin = {
      email: 'admin@localhost',
      password: readFileSync(join(secrets, 'admin_password'), 'utf8').trim(),
    };
    expect((await postJson(`${here}/api/auth/login`, admin)).status).toBe(200);
    expectProblem(await sendRaw(portOf(program), { path: '/api/users' }), 401, 'unauthenticated');
    expect(program.output).not.toContain('DATABASE_OWNER_URL');

    // The roles, by trying.
    const serving = readFileSync(join(secrets, 'panel_database_url'), 'utf8').trim();
    const audit = new URL(serving);
    audit.username = 'groupless_audit';
    audit.password = readFileSync(join(secrets, 'groupless_audit_password'), 'utf8').trim();
    expect(await refusals(serving, FORBIDDEN_TO_SERVE)).toEqual(FORBIDDEN_TO_SERVE);
    expect(await refusals(audit.href, FORBIDDEN_TO_AUDIT)).toEqual(FORBIDDEN_TO_AUDIT);
    expect(await refusals(audit.href, ['select from audit_without_persons'])).toEqual([]);
    const otherDatabase = audit.href.replace(/groupless$/, 'assistant_memory');
    await expect(refusals(otherDatabase, [])).rejects.toMatchObject({ code: '42501' });

    await program.kill('SIGTERM');
    for (const name of readdirSync(secrets)) {
      expect(program.output).not.toContain(readFileSync(join(secrets, name), 'utf8').trim());
    }
  });

  /** Those of the statements that a role has no right to. */
  async function refusals(url: string, statements: readonly string[]): Promise<string[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const refused: string[] = [];
    for (const statement of statements) {
      const code = await client.query(statement).then(
        () => null,
        (failure: unknown) => (failure as { code?: string }).code,
      );
      if (code === '42501') refused.push(statement);
    }
    await client.end();
    return refused;
  }

  /** What the image and compose.yml set, with the secrets where they are here. */
  function settings(secrets: string): Record<string, string> {
    const { PORT: _port, ...image } = environmentOf(readStages('api.Dockerfile').at(-1)!);
    const all = { ...image, ...compose.services['api-1']?.environment, HOST: '127.0.0.1' };
    return Object.fromEntries(
      Object.entries(all).map(([name, value]) => [
        name,
        value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace('/run/secrets', secrets),
      ]),
    );
  }

  async function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: postgres.urls.superuser });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
});
