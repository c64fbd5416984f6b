import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { parse } from 'yaml';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres';
import { portOf } from '../harness/deployment';
import { environmentOf, PROJECT, readStages } from '../harness/dockerfile';
import { expectProblem } from '../harness/problems';
import { postJson, RunningProgram } from '../harness/running-program';
import { sendRaw } from '../harness/raw-http';

jest.setTimeout(180_000);

const PSQL = ['/usr/bin/psql', '/usr/local/bin/psql', '/opt/homebrew/bin/psql'].find((path) =>
  existsSync(path),
);
if (PSQL === undefined) console.warn('SKIPPED: the first deployment (no psql is installed here).');

interface Compose {
  services: Record<string, { environment: Record<string, string> }>;
}
const compose = parse(readFileSync(join(PROJECT, 'docker/compose.yml'), 'utf8'), { merge: true }) as Compose;

/** All of it but the containers: the secrets, the databases that they open, a server with the settings of compose.yml. */
(PSQL === undefined ? describe.skip : describe)('the first deployment', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groupless-first-'));
    chmodSync(folder, 0o711);
    postgres = await startEmbeddedPostgres({
      data_dir: join(folder, 'data'),
      report: () => undefined,
      transport: 'tcp',
    });
    // As a new server of one's own: without the role and the databases that the embedded one is born with.
    await asSuperuser(async (client) => {
      await client.query('drop database groupless');
      await client.query('drop database assistant_memory');
      await client.query('drop role groupless');
    });
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('makes secrets and databases, and starts a server on them that the first admin can log in to', async () => {
    const secrets = join(folder, 'secrets');
    expect(spawnSync('sh', [join(PROJECT, 'docker/make-secrets.sh'), secrets]).status).toBe(0);
    const { hostname, port, password } = new URL(postgres.superuser_url);
    const script = readFileSync(join(PROJECT, 'docker/postgres/initialise.sh'), 'utf8')
      .replace('/etc/groupless', join(PROJECT, 'docker/postgres'))
      .replace('/run/secrets', secrets);
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
    const [role] = await asSuperuser(async (client) => {
      const { rows } = await client.query(
        `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = 'groupless'`,
      );
      return rows as Record<string, boolean>[];
    });
    expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]));

    for (const name of ['panel_database_url', 'memory_database_url']) {
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
    await program.kill('SIGTERM');
    for (const name of readdirSync(secrets)) {
      expect(program.output).not.toContain(readFileSync(join(secrets, name), 'utf8').trim());
    }
  });

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
    const client = new Client({ connectionString: postgres.superuser_url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
});
