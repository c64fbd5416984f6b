import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { ClientDto, ErasureDto } from '@groupless/shared-dto';
import { inspectEmbeddedServer } from '../../src/database/embedded-server';
import { makeReadyDataFolder } from '../harness/databases/ready-data-folder';
import { startCommand } from '../harness/programs/running-command';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { eventually } from '../harness/data/times';

const { version } = JSON.parse(readFileSync(join(__dirname, '../../../../package.json'), 'utf8')) as {
  version: string;
};
const PASSWORD = 'correct horse battery staple';
const BACKUP_KEY = 'backup-0d5c7a31e94b4f6f8a2b6c1e3d';

describe('npm run backup and npm run restore, with the embedded database', () => {
  let first: DataFolder;
  let second: DataFolder;
  let file: string;
  beforeAll(async () => {
    first = await makeReadyDataFolder();
    second = makeDataFolder();
    file = join(first.path, '../saved.backup');
  });
  afterAll(async () => {
    await first.remove();
    await second.remove();
  });

  const settings = (data: DataFolder) => ({ DATA_DIR: data.path, BACKUP_KEY });
  const trials = async (data: DataFolder) => {
    const state = inspectEmbeddedServer(data.path);
    if (state.kind !== 'running') throw new Error('The database does not run.');
    const client = new Client({ connectionString: state.urls.superuser });
    await client.connect();
    const { rows } = await client.query<object>(
      `select from pg_database where datname like '%restore_trial'`,
    );
    await client.end();
    return rows;
  };
  const admin = (server: RunningProgram) => server.logIn(PASSWORD);
  async function makeClient(server: RunningProgram, name: string): Promise<ClientDto> {
    const answer = await postJson(`${server.base_url}/api/clients`, { name }, await admin(server));
    return (await answer.json()) as ClientDto;
  }
  async function erase(server: RunningProgram, { id, name }: ClientDto): Promise<void> {
    const url = `${server.base_url}/api/clients/${id}`;
    expect((await postJson(`${url}/erase`, { name }, await admin(server))).status).toBe(202);
    const headers = await admin(server);
    const erasure = async () => (await (await fetch(`${url}/erasure`, { headers })).json()) as ErasureDto;
    await eventually(async () => (await erasure()).step === 'done');
  }
  const statusOf = async (server: RunningProgram, { id }: ClientDto) =>
    (await fetch(`${server.base_url}/api/clients/${id}`, { headers: await admin(server) })).status;
  const summary = { summary: 'Kept through a restore.' };

  it('save a server that runs, and bring it back elsewhere', async () => {
    const folder = join(first.path, '..', 'scheduled');
    // One that is left alone, and three that are too many.
    const scheduled = { BACKUP_DIR: folder, BACKUP_KEEP: '1' };
    const started = { ...settings(first), ...scheduled, ADMIN_PASSWORD: PASSWORD };
    const server = await (await RunningProgram.start(started)).ready();
    const live: unknown = await (await fetch(`${server.base_url}/api/health/live`)).json();
    expect(live).toEqual({ status: 'live', version });
    await postJson(server.webhook('assistant-session-summary'), summary);
    const clients = await Promise.all(['Erased Anna', 'Kept Ben'].map((name) => makeClient(server, name)));
    // Beside the server that runs.
    const purged = await startCommand('purge', settings(first)).ended;
    expect(purged).toMatchObject({ code: 0, output: expect.stringContaining('Nothing of what was erased') });
    const { code, output, errors } = await startCommand('backup', settings(first), [file]).ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^Backed up to .*: \d+ rows of the panel database, \d+ of the memory database; /);
    await eventually(() => readdirSync(folder).some((name) => name.endsWith('Z.backup')));
    await erase(server, clients[0]!);
    const context = server.webhook('assistant-context').replace(server.base_url, '');
    expect(await startCommand('restore', settings(first), [file, '--try']).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('restored into databases of its own, and its rows were counted there'),
    });
    expect(await trials(first)).toEqual([]);
    const killed = startCommand('restore', settings(first), [file, '--try']);
    await eventually(async () => (await trials(first)).length > 0);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await trials(first)).not.toEqual([]);
    await server.kill('SIGTERM');
    expect(server.output).not.toContain(BACKUP_KEY);
    // What was killed is taken away by the next start, which needs no key for it.
    const next = await (await RunningProgram.start({ DATA_DIR: first.path })).ready();
    await eventually(async () => (await trials(first)).length === 0);
    await next.kill('SIGTERM');

    // Without the folder of the backups nobody knows who was erased since.
    expect(await startCommand('restore', settings(second), [file]).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('whoever was is back, and has to be erased again.'),
    });
    const restoring = { ...settings(second), BACKUP_DIR: folder };
    const restored = await startCommand('restore', restoring, [file, '--replace']).ended;
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining('every table is as in the backup'),
    });
    expect(restored.output).toContain(
      'The next start erases again the clients of whose erasing since then is known here: 1.',
    );
    const list = join(folder, 'erased-clients.backup');
    for (const flag of [[], ['--verify'], ['--try']])
      expect(await startCommand('restore', restoring, [list, ...flag]).ended).toEqual({
        code: 1,
        output: '',
        errors: `The restore failed: ${list} holds the ids of erased clients alone: leave it beside the backups, and name one of these.\n`,
      });
    expect(restored.output).toContain(
      'Warning: the server will not start. Something is encrypted, and there is no key.',
    );
    // The secrets are not in the backup.
    copyFileSync(join(first.path, 'secrets.env'), join(second.path, 'secrets.env'));
    const again = await (await RunningProgram.start({ DATA_DIR: second.path })).ready();
    const body = await (await fetch(again.base_url + context)).json();
    expect(body).toMatchObject({ recent_sessions: [summary] });
    // Erased after the backup: known from the folder of the backups.
    const statuses = () => Promise.all(clients.map((client) => statusOf(again, client)));
    await eventually(async () => (await statuses()).join() === '410,200');
    await again.kill('SIGTERM');
  });

  it('say of a stop in the middle of a scheduled one that it is made again, which it is, and leave no half of it', async () => {
    const folder = join(first.path, '..', 'stopped');
    const started = { ...settings(first), BACKUP_DIR: folder };
    const server = await (await RunningProgram.start(started)).ready();
    await eventually(() => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.part')));
    await server.kill('SIGTERM');
    const [, log = ''] = server.output.split('Stopping…');
    expect(log).toContain('the backup was stopped with the server, and is repeated');
    // What became of the job was stored before the connections closed.
    expect(log).not.toContain('Cannot read properties');
    const next = await (await RunningProgram.start(started)).ready();
    await eventually(() => readdirSync(folder).some((name) => name.endsWith('Z.backup')));
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    await next.kill('SIGTERM');
  });

  it('refuse what they cannot use, and change nothing', async () => {
    const run = (name: string, environment: Record<string, string>, words: string[]) =>
      startCommand(name, environment, words).ended;
    const { BACKUP_KEY: _, ...withoutKey } = settings(second);
    expect(await run('backup', withoutKey, [file])).toMatchObject({
      code: 78,
      errors: expect.stringContaining('BACKUP_KEY is required'),
    });
    expect(await run('backup', settings(second), [])).toMatchObject({ code: 2 });
    const folder = join(file, '..');
    for (const [path, says] of [
      [folder, `${folder} is a folder: name a file in it`],
      [join(folder, 'none/a.backup'), `There is no folder ${join(folder, 'none')}`],
    ] as const)
      expect(await run('backup', settings(second), [path])).toEqual({
        code: 2,
        output: '',
        errors: expect.stringContaining(says),
      });
    expect(await run('restore', settings(second), [file, '--force'])).toMatchObject({ code: 2 });
    expect(await run('restore', settings(second), [file])).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The restore failed: .*not empty/m),
    });
    for (const flag of ['--verify', '--try'])
      expect(await run('restore', settings(second), [folder, flag])).toEqual({
        code: 1,
        output: '',
        errors: expect.stringMatching(
          /^The restore failed: .* is a folder: name a backup in it, such as .*\n$/,
        ),
      });
    const otherKey = { ...settings(second), BACKUP_KEY: BACKUP_KEY.replace('0', '1') };
    expect(await run('restore', otherKey, [file])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('another BACKUP_KEY'),
    });
    expect(await run('restore', settings(second), [file, '--verify'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/complete and unaltered.*panel: \d+ tables/),
    });
  });
});
