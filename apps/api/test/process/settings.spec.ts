import { randomBytes } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from '../../src/config/settings';
import { toStartFailure } from '../../src/programs/start-failure';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const random = () => randomBytes(32).toString('base64url');

describe('the settings of the program', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let external: Record<string, string>;
  /** All that a strict start needs. */
  let strict: Record<string, string>;

  beforeAll(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases();
    external = {
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: databases.urls.panel.url,
      MEMORY_DATABASE_URL: databases.urls.memory.url,
    };
    strict = {
      ...external,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://panel.business.test',
      JWT_SECRET: random(),
      CREDENTIALS_KEY: randomBytes(32).toString('base64'),
      SWITCH_API_KEY: random(),
      AGENT_API_KEY: random(),
      WORKFLOW_API_KEY: random(),
      MEMORY_API_KEY: random(),
    };
  });
  afterAll(async () => {
    await databases.drop();
    await data.remove();
  });

  async function refused(environment: Record<string, string>): Promise<string> {
    const program = await RunningProgram.start(environment);
    expect(await program.exited).toEqual({ code: 78, signal: null });
    return program.output;
  }

  /** The same without a process, whose start takes a second: every start reads them first. */
  function refusedWhenRead(environment: Record<string, string>): string {
    try {
      readSettings(environment);
    } catch (error) {
      const { message, exit_code } = toStartFailure(error);
      expect(exit_code).toBe(78);
      return message;
    }
    throw new Error('These settings are not refused.');
  }

  it('are refused together, by name and without a value, with exit code 78', async () => {
    const output = await refused({
      ...external,
      PORT: '99999',
      MEMORY_DATABASE_URL: 'mysql://root:hunter2@db/x',
      LOG_LEVEL: 'loud-value',
      JWT_SECRET: 'short-value',
      CREDENTIALS_KEY: 'not-a-key-value',
      WORKFLOW_API_KEY_EXPIRES_AT: '2030-01-01',
      TRUST_PROXY: 'everyone-value',
      MEMORY_WEBHOOKS_OPEN: 'yes',
    });
    const names = [...output.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name);
    expect(names.sort()).toEqual([
      'CREDENTIALS_KEY',
      'JWT_SECRET',
      'LOG_LEVEL',
      'MEMORY_DATABASE_URL',
      'MEMORY_WEBHOOKS_OPEN',
      'PORT',
      'TRUST_PROXY',
      'WORKFLOW_API_KEY_EXPIRES_AT',
    ]);
    expect(output).not.toMatch(/value|hunter2|99999/);
  });

  it.each([
    ['NODE_ENV is production', { NODE_ENV: 'production' }],
    ['HOST is not loopback', { HOST: '0.0.0.0' }],
    ['PUBLIC_URL names another host', { PUBLIC_URL: 'https://panel.business.test' }],
  ])('are strict when %s: every secret is demanded', (_reason, environment) => {
    const output = refusedWhenRead({ ...external, ...environment });
    for (const name of [
      'JWT_SECRET',
      'CREDENTIALS_KEY',
      'SWITCH_API_KEY',
      'AGENT_API_KEY',
      'WORKFLOW_API_KEY',
    ]) {
      expect(output).toContain(`  ${name} is required in a strict start`);
    }
  });

  it('are refused in a strict start where a secret is a placeholder', () => {
    const output = refusedWhenRead({ ...strict, AGENT_API_KEY: 'change-me-change-me-change-me-change-me' });
    expect(output).toContain('AGENT_API_KEY looks like a placeholder');
    expect(output).not.toContain('change-me');
  });

  it('are refused when the memory webhooks are open and have a key', () => {
    const both = { ...external, MEMORY_API_KEY: random(), MEMORY_WEBHOOKS_OPEN: 'true' };
    expect(refusedWhenRead(both)).toContain('MEMORY_WEBHOOKS_OPEN contradicts MEMORY_API_KEY');
  });

  it('demand a password for the first admin in a strict start while there is no user', async () => {
    expect(await refused(strict)).toContain('ADMIN_PASSWORD is required');
  });

  it('start strictly with secrets from the environment and from files, and print none of them', async () => {
    await mkdir(data.path, { recursive: true });
    const file = join(data.path, 'switch-key');
    writeFileSync(file, `${strict['SWITCH_API_KEY']}\n`);
    chmodSync(file, 0o600);
    const { SWITCH_API_KEY = '', ...rest } = strict;
    const adminPassword = 'a long pass phrase 1';
    const program = await RunningProgram.start({
      ...rest,
      SWITCH_API_KEY_FILE: file,
      ADMIN_PASSWORD: adminPassword,
      ADMIN_EMAIL: 'owner@business.test',
    });
    await program.ready();
    expect(program.output).toContain('Groupless is ready: https://panel.business.test');
    expect(program.output).toContain('First admin: owner@business.test');
    const secrets = [
      SWITCH_API_KEY,
      adminPassword,
      ...Object.values(rest).filter((value) => value.length > 40),
    ];
    for (const secret of secrets) expect(program.output).not.toContain(secret);
    expect(program.output).not.toContain('/webhook/');

    const listed = await fetch(`${program.base_url}/api/workflows`, {
      headers: { 'x-workflow-api-key': strict['WORKFLOW_API_KEY'] ?? '' },
    });
    const workflows = (await listed.json()) as { path: string; url: string }[];
    const { url = '' } = workflows.find(({ path }) => path === 'assistant-task') ?? {};
    expect(url).toMatch(/^https:\/\/panel\.business\.test\/webhook\//);
    const local = program.base_url + new URL(url).pathname;
    expect((await postJson(local, { action: 'create', task: 'x' })).status).toBe(401);
    expect((await program.kill('SIGTERM')).code).toBe(0);
  });

  it('say in a container that nobody outside can reach a loopback address', async () => {
    const program = await RunningProgram.start({
      ...external,
      CREDENTIALS_KEY: strict['CREDENTIALS_KEY'] ?? '',
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
    });
    await program.ready();
    await program.kill('SIGTERM');
    expect(program.output).toContain('set HOST=0.0.0.0');
  });
});
