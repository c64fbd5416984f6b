import { readdirSync, statSync } from 'node:fs';
import { doctor, failures } from '../harness/programs/doctor';
import { freePort } from '../harness/http/free-port';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/programs/running-program';

describe('npm run doctor with the embedded database', () => {
  let data: DataFolder;
  let environment: Record<string, string>;
  beforeAll(async () => {
    data = makeDataFolder();
    environment = { DATA_DIR: data.path, PORT: String(await freePort()) };
  });
  afterAll(() => data.remove());

  it('makes nothing where nothing is, and says which folder it looked in', async () => {
    const seen = await doctor(environment);
    expect([seen.code, seen.of('embedded database')]).toEqual([
      1,
      expect.stringContaining(`There is no database in ${data.path}`),
    ]);
    expect(seen.of('server')).toMatch(/^warning: Nothing answers/);
    expect(() => statSync(data.path)).toThrow('ENOENT');
  });

  it('looks at it while the server runs, and leaves it alone when it does not', async () => {
    const program = await (await RunningProgram.start(environment)).ready();
    const running = await doctor(environment);
    expect([running.code, failures(running)]).toEqual([0, []]);
    expect(running.of('embedded database')).toBe('ok: It runs. ');
    expect(running.of('memory migrations')).toMatch(/^ok: All \d+/);
    await program.kill('SIGTERM');

    const files = () => readdirSync(data.path).sort();
    const before = files();
    const stopped = await doctor(environment);
    expect([stopped.code, stopped.of('embedded database')]).toEqual([
      0,
      expect.stringMatching(/^warning: It does not run, and was left alone/),
    ]);
    expect(files()).toEqual(before);
  });
});
