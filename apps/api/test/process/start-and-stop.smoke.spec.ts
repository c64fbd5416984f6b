import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';

/** Few tests with several rules each, since each start takes seconds. */
describe('the program with its embedded database', () => {
  let data: DataFolder;
  let started: RunningProgram[];

  beforeAll(() => {
    data = makeDataFolder();
  });
  beforeEach(() => {
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((program) => program.kill('SIGTERM')));
  });
  afterAll(() => data.remove());

  async function start(environment: Record<string, string> = {}): Promise<RunningProgram> {
    const program = await RunningProgram.start({ DATA_DIR: data.path, ...environment });
    started.push(program);
    return program;
  }

  async function stopsWithItsDatabase(program: RunningProgram, signal: NodeJS.Signals): Promise<void> {
    expect(serverIsRunning()).toBe(true);
    expect(await program.kill(signal)).toEqual({ code: 0, signal: null });
    expect(serverIsRunning()).toBe(false);
  }

  it('prints at its first start what is needed, keeps files to their owner, and stops on SIGINT', async () => {
    const program = await (await start()).ready();
    expect(program.output).toContain(`Groupless is ready: ${program.base_url}`);
    expect(program.output.match(/^ {2}curl .+\/webhook\//gm)).toHaveLength(5);
    expect(program.output).toContain(join(data.path, 'secrets.env'));
    expect(program.output).toMatch(/First admin: +admin@localhost\n +Password: +\S{20} /);
    expect((await fetch(`${program.base_url}/api/health/ready`)).status).toBe(200);

    const files = readdirSync(data.path, { withFileTypes: true }).filter((entry) => entry.isFile());
    const modes = files.map(({ name }) => [name, (statSync(join(data.path, name)).mode & 0o777).toString(8)]);
    expect(modes).toEqual(files.map(({ name }) => [name, '600']));
    expect(files.map(({ name }) => name)).toContain('secrets.env');
    await stopsWithItsDatabase(program, 'SIGINT');
  });

  it('keeps what was stored, its secrets and its addresses, and shows the password no more', async () => {
    const first = await (await start()).ready();
    await postJson(first.webhook('assistant-update-state'), { key: 'kept', value: 'yes' });
    const secrets = readFileSync(join(data.path, 'secrets.env'), 'utf8');
    await stopsWithItsDatabase(first, 'SIGHUP');

    const second = await (await start()).ready();
    expect(second.output).not.toContain('Password:');
    expect(new URL(second.webhook('assistant-task')).pathname).toBe(
      new URL(first.webhook('assistant-task')).pathname,
    );
    expect(readFileSync(join(data.path, 'secrets.env'), 'utf8')).toBe(secrets);
    const again = await postJson(second.webhook('assistant-update-state'), { key: 'kept', value: 'yes' });
    expect(await again.json()).toMatchObject({ result: 'unchanged' });
    await stopsWithItsDatabase(second, 'SIGTERM');
  });

  it('says that the data folder is in use when it is started twice, and logs one JSON object a line', async () => {
    const debug = { LOG_LEVEL: 'debug' };
    const [first, second] = [await start(debug), await start(debug)];
    await Promise.race([first.exited, second.exited]);
    const [loser, winner] = first.hasEnded ? [first, second] : [second, first];
    expect((await loser.exited).code).toBe(1);
    expect(loser.output).toMatch(/already|in use/i);
    expect(loser.output).toContain(String(winner.pid));
    await winner.ready();
    await writesOneObjectALine(winner);
  });

  it('says in one line that the port is taken, exits with 1 and makes nothing', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => squatter.once('listening', resolve));
    const { port } = squatter.address() as { port: number };
    const unused = join(data.path, 'unused');
    const program = await start({ PORT: String(port), DATA_DIR: unused });
    const { code } = await program.exited;
    squatter.close();
    expect(code).toBe(1);
    expect(existsSync(unused)).toBe(false);
    expect(program.output.trim().split('\n')).toEqual([
      `Port ${port} on 127.0.0.1 is taken by another program; choose another PORT.`,
    ]);
  });

  /** Without ids of webhooks, and without what was sent. */
  async function writesOneObjectALine(program: RunningProgram): Promise<void> {
    const address = program.webhook('assistant-session-summary');
    await postJson(address, { summary: 'a very private thought' });
    await postJson(address, { summary: 5, 'private field': 1 });
    await program.prints('"status":400');
    const [, log = ''] = program.output.split('Press Ctrl-C to stop.\n');
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find((line) => line['status'] === 201)).toMatchObject({
      level: 'info',
      method: 'POST',
      route: '/webhook/:workflow_id/webhook/assistant-session-summary',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      duration_ms: expect.any(Number),
    });
    expect(log).not.toContain('private');
    expect(log).not.toContain(new URL(address).pathname.split('/')[2]);
  }

  /** PostgreSQL removes the file as its last act. */
  function serverIsRunning(): boolean {
    return existsSync(join(data.path, 'postgres', 'postmaster.pid'));
  }
});
