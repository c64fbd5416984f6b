import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
const BACKUP_KEY = 'backup-0d5c7a31e94b4f6f8a2b6c1e3d';

describe('npm run backup and npm run restore, with the embedded database', () => {
  let first: DataFolder;
  let second: DataFolder;
  let file: string;
  beforeAll(async () => {
    first = await makeReadyDataFolder();
    second = makeDataFolder();
    file = join(first.path, '..', 'saved.backup');
  });
  afterAll(async () => {
    await first.remove();
    await second.remove();
  });

  const settings = (data: DataFolder) => ({ DATA_DIR: data.path, BACKUP_KEY });
  const summary = { summary: 'Kept through a restore.' };

  it('save a server that runs, and bring it back elsewhere', async () => {
    const folder = join(first.path, '..', 'scheduled');
    // One that is left alone, and three that are too many.
    const scheduled = { BACKUP_DIR: folder, BACKUP_KEEP: '1' };
    const server = await (await RunningProgram.start({ ...settings(first), ...scheduled })).ready();
    const live: unknown = await (await fetch(`${server.base_url}/api/health/live`)).json();
    expect(live).toEqual({ status: 'live', version });
    await postJson(server.webhook('assistant-session-summary'), summary);
    // Beside the server that runs.
    const purged = await startCommand('purge', settings(first)).ended;
    expect(purged).toMatchObject({ code: 0, output: expect.stringContaining('Nothing of what was erased') });
    const { code, output, errors } = await startCommand('backup', settings(first), [file]).ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^Backed up to .*: \d+ rows of the panel database, \d+ of the memory database; /);
    await eventually(() => readdirSync(folder).some((name) => name.endsWith('Z.backup')));
    const context = server.webhook('assistant-context').replace(server.base_url, '');
    await server.kill('SIGTERM');
    expect(server.output).not.toContain(BACKUP_KEY);

    const restored = await startCommand('restore', settings(second), [file]).ended;
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining('every table is as in the backup'),
    });
    expect(restored.output).toContain(
      'Warning: the server will not start. Something is encrypted, and there is no key.',
    );
    // The secrets are not in the backup.
    writeFileSync(join(second.path, 'secrets.env'), readFileSync(join(first.path, 'secrets.env')), {
      mode: 0o600,
    });
    const again = await (await RunningProgram.start(settings(second))).ready();
    const body = await (await fetch(again.base_url + context)).json();
    expect(body).toMatchObject({ recent_sessions: [summary] });
    await again.kill('SIGTERM');
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
      errors: expect.stringContaining('not empty'),
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
