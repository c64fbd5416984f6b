import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './start';
import { bundle, cleanUp, fastSettings, NAMING, newDataDir, query } from './spec-support';

/** A PID namespace of its own, as a container has: no process of the test can be seen there. */
const APART = ['--pid', '--fork', '--mount-proc'];
const isPossible = spawnSync('unshare', [...APART, 'true']).status === 0;
const itApart = isPossible ? it : it.skip;
if (!isPossible) console.warn('SKIPPED: two containers on one data folder (unshare is not allowed here).');

const starter = `
  import { startEmbeddedPostgres } from './start';
  const options = { dataDir: process.argv[2], report: () => undefined, settings: JSON.parse(process.argv[3]), naming: JSON.parse(process.argv[4]) };
  void startEmbeddedPostgres(options).then(
    async (server) => {
      console.log('started');
      await server.stop();
    },
    (error) => console.log(error.name + ': ' + error.message),
  );
`;

describe('two programs in two containers with one data folder', () => {
  afterAll(cleanUp);

  itApart('are refused but for the first, as long as its server answers', async () => {
    const dataDir = newDataDir();
    const options = { dataDir, naming: NAMING, report: () => undefined, settings: fastSettings };
    const script = bundle(starter);
    const startApart = () =>
      spawnSync(
        'unshare',
        [...APART, process.execPath, script, dataDir, JSON.stringify(fastSettings), JSON.stringify(NAMING)],
        {
          encoding: 'utf8',
        },
      );
    const first = await startEmbeddedPostgres(options);
    const lock = join(dataDir, 'groupless.lock');
    const before = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');

    const refused = startApart();
    expect(refused.stdout).toMatch(/^DataDirInUseError: .* in use by a program in another container/);
    expect(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).toBe(before);
    expect(await query(first.urls.owner.panel, 'select 1 as one')).toEqual([{ one: 1 }]);
    // The lock is still the first one's: here it can be seen, and says who.
    await expect(startEmbeddedPostgres(options)).rejects.toThrow(`in use by process ${process.pid}`);
    await first.stop();
    expect(existsSync(lock)).toBe(false);

    expect(startApart().stdout).toBe('started\n');
  });
});
