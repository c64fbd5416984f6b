import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningServerOf } from '../harness/cluster-processes';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/running-program';

jest.setTimeout(90_000);

describe('a start that is interrupted', () => {
  let data: DataFolder;
  beforeEach(() => {
    data = makeDataFolder();
  });
  afterEach(() => data.remove());

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves no database running after %s, whenever it comes',
    async (signal) => {
      await ready();
      // While the database server comes up, while its databases are looked at, and while the application starts.
      for (const hasCome of [
        () => existsSync(join(data.path, 'groupless.lock')),
        () => existsSync(join(data.path, 'postgres', 'postmaster.pid')),
        () => existsSync(join(data.path, 'postgres', 'groupless.running')),
      ]) {
        const program = await RunningProgram.start({ DATA_DIR: data.path });
        while (!hasCome()) await sleep(2);
        expect(await program.kill(signal)).toEqual({ code: 0, signal: null });
        expect(program.output).not.toContain('Groupless is ready');
        expect(runningServerOf(data.path)).toEqual([]);
      }
      await ready();
    },
  );

  async function ready(): Promise<void> {
    const program = await RunningProgram.start({ DATA_DIR: data.path });
    await program.ready();
    await program.kill('SIGTERM');
  }
});
