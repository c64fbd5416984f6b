import { sendSignal } from '@groupless/embedded-postgres';
import { runningServerOf } from '../harness/programs/cluster-processes';
import { makeReadyDataFolder } from '../harness/databases/ready-data-folder';
import { postJson, RunningProgram, type DataFolder } from '../harness/programs/running-program';

describe('a database that hangs', () => {
  let data: DataFolder;
  let program: RunningProgram;
  beforeAll(async () => {
    data = await makeReadyDataFolder();
    program = await start();
  });
  afterAll(async () => {
    signalServer('SIGCONT');
    await program.kill('SIGTERM');
    await data.remove();
  });

  it('is told within 3 s to who waits for it, within 2 s to who asks, and is used again when it answers', async () => {
    const url = program.webhook('assistant-update-state');
    expect((await postJson(url, { key: 'before', value: 'yes' })).status).toBe(201);
    signalServer('SIGSTOP');
    const limit = (limitMs: number) => ({ signal: AbortSignal.timeout(limitMs) });
    const write = (key: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key, value: 'no' }),
        ...limit(3_000),
      });
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => write(`during ${index}`)),
      fetch(`${program.base_url}/api/health/ready`, limit(2_000)),
    ]);
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([503]);
    expect((await write('later')).status).toBe(503);

    signalServer('SIGCONT');
    await expect(untilReady()).resolves.toBe(200);
    expect((await postJson(url, { key: 'after', value: 'yes' })).status).toBe(201);
  });

  it('is ended with the program within 15 s of SIGTERM, and the next start finds all that was stored', async () => {
    const url = program.webhook('assistant-update-state');
    await postJson(url, { key: 'kept', value: 'yes' });
    signalServer('SIGSTOP');
    const asked = postJson(url, { key: 'lost', value: 'no' }).catch(() => null);
    const ended = program.kill('SIGTERM');
    const tooLate = AbortSignal.timeout(15_000);
    const outcome = await Promise.race([
      ended,
      new Promise((resolve) => tooLate.addEventListener('abort', () => resolve('too late'))),
    ]);
    expect(outcome).toEqual({ code: 0, signal: null });
    await asked;
    expect(runningServerOf(data.path)).toEqual([]);
    program = await start();
    expect(await stateOf('kept')).toMatchObject({ result: 'unchanged' });
  });

  it('does not keep a program from starting that finds it so', async () => {
    signalServer('SIGSTOP');
    await program.kill('SIGKILL');
    program = await start();
    expect(await stateOf('kept')).toMatchObject({ result: 'unchanged' });
  });

  async function start(): Promise<RunningProgram> {
    return (await RunningProgram.start({ DATA_DIR: data.path })).ready();
  }

  async function stateOf(key: string): Promise<unknown> {
    const answer = await postJson(program.webhook('assistant-update-state'), { key, value: 'yes' });
    return answer.json();
  }

  /** Also those processes that the server began while the others were being signalled. */
  function signalServer(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const signalled = new Set<number>();
    for (;;) {
      const others = runningServerOf(data.path).filter((pid) => !signalled.has(pid));
      if (others.length === 0) return;
      for (const pid of others) {
        sendSignal(pid, signal);
        signalled.add(pid);
      }
    }
  }

  async function untilReady(): Promise<number> {
    for (;;) {
      const { status } = await fetch(`${program.base_url}/api/health/ready`);
      if (status === 200) return status;
    }
  }
});
