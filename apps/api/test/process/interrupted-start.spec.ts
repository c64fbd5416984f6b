import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runningServerOf } from '../harness/programs/cluster-processes';
import { makeReadyDataFolder } from '../harness/databases/ready-data-folder';
import { RunningProgram, type DataFolder } from '../harness/programs/running-program';
import { eventually } from '../harness/data/times';

describe('a start that is interrupted', () => {
  let data: DataFolder;
  beforeAll(async () => {
    data = await makeReadyDataFolder();
  });
  afterAll(() => data.remove());

  it.each([
    ['SIGTERM', 'the database server comes up', 'groupless.lock'],
    ['SIGINT', 'its databases are looked at', 'postgres/postmaster.pid'],
    ['SIGTERM', 'the application starts', 'postgres/groupless.running'],
  ] as const)('leaves no database running after %s while %s', async (signal, _while, mark) => {
    // One that a server left which was ended hard would be taken for the mark of this start.
    rmSync(join(data.path, mark), { force: true });
    const program = await RunningProgram.start({ DATA_DIR: data.path });
    await eventually(() => program.hasEnded || existsSync(join(data.path, mark)));
    expect([program.hasEnded, program.output]).toEqual([false, expect.any(String)]);
    expect(await program.kill(signal)).toEqual({ code: 0, signal: null });
    expect(program.output).not.toContain('Groupless is ready');
    expect(runningServerOf(data.path)).toEqual([]);
  });

  it('keeps no later one from becoming ready', async () => {
    const program = await RunningProgram.start({ DATA_DIR: data.path });
    await program.ready();
    await program.kill('SIGTERM');
  });
});
