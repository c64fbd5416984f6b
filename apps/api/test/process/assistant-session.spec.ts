import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { SECRETS, startTestApp, type TestApp } from '../harness/apps/test-app';

const SCRIPT = join(__dirname, '../../../../examples/assistant-session.sh');
const MEMORY_API_KEY = 'memory-2f7c9e1b5a8d4c6f0e3b7a9d1c5f';
const TASK = 'Try the example session';

interface Outcome {
  code: number | null;
  output: string;
}

/** Runs the script with nothing in its environment but the path to curl and what is given. */
function runScript(environment: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const script = spawn('sh', [SCRIPT], { env: { PATH: process.env['PATH'], ...environment } });
    let output = '';
    script.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    script.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    script.on('error', reject);
    script.on('close', (code) => resolve({ code, output }));
  });
}

describe('the example session', () => {
  let one: TestApp;
  let baseUrl: string;
  let addresses: Record<string, string>;

  async function start(environment: Record<string, string> = {}): Promise<void> {
    one = await startTestApp({ environment });
    await one.app.listen({ port: 0, host: '127.0.0.1' });
    baseUrl = await one.app.getUrl();
    const address = async (path: string) => baseUrl + (await one.webhook(path));
    addresses = {
      CHAT_HISTORY_URL: await address('chat-history'),
      CONTEXT_URL: await address('assistant-context'),
      TASK_URL: await address('assistant-task'),
      STATE_URL: await address('assistant-update-state'),
      SUMMARY_URL: await address('assistant-session-summary'),
    };
  }

  async function stored() {
    const [tasks, state, sessions] = await Promise.all(
      [
        'select task, status, priority from assistant_tasks order by id',
        'select key, value, category from assistant_state',
        'select summary, tasks_completed, mood from assistant_sessions order by id',
      ].map(async (text) => (await one.memory.query<object>(text)).rows),
    );
    return { tasks, state, sessions };
  }

  afterEach(() => one.close());

  it('leaves a finished task, a state entry and a summary', async () => {
    await start();

    const { code, output } = await runScript(addresses);

    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/\nDone: .*\n$/) });
    expect(await stored()).toEqual({
      tasks: [{ task: TASK, status: 'completed', priority: 5 }],
      state: [{ key: 'example_session', value: 'works', category: 'config' }],
      sessions: [{ summary: 'Ran the example session.', tasks_completed: TASK, mood: 'curious' }],
    });
  });

  it('adds a summary each time, but neither a second state entry nor a second pending task', async () => {
    await start();
    await one.http
      .post(await one.webhook('assistant-task'))
      .send({ action: 'create', task: TASK })
      .expect(201);

    const first = await runScript(addresses);
    expect(first.output).toContain('"result":"exists"');
    expect((await stored()).tasks).toEqual([{ task: TASK, status: 'completed', priority: 5 }]);

    const second = await runScript(addresses);
    expect(second.output).toContain('"result":"unchanged"');

    expect([first.code, second.code]).toEqual([0, 0]);
    const { tasks, state, sessions } = await stored();
    expect(tasks).toEqual(Array(2).fill({ task: TASK, status: 'completed', priority: 5 }));
    expect(state).toHaveLength(1);
    expect(sessions).toHaveLength(2);
  });

  it('finds the addresses by itself, sends the key of the webhooks, and prints no key', async () => {
    await start({ MEMORY_API_KEY });
    const { WORKFLOW_API_KEY } = SECRETS;

    const { code, output } = await runScript({ BASE_URL: baseUrl, WORKFLOW_API_KEY, MEMORY_API_KEY });

    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('"completed"') });
    expect(output).not.toContain(WORKFLOW_API_KEY);
    expect(output).not.toContain(MEMORY_API_KEY);
    expect((await stored()).sessions).toHaveLength(1);
  });

  it('stops at the first call that fails, and says which one and why', async () => {
    await start({ MEMORY_API_KEY });

    const { code, output } = await runScript(addresses);

    expect(code).toBe(1);
    expect(output).toMatch(
      /^FAILED: Load the 30 newest messages of the chat: curl ended with 22\. .*unauthenticated/m,
    );
    expect(output).not.toContain('== Load the context');
    expect(await stored()).toEqual({ tasks: [], state: [], sessions: [] });
  });

  it('asks for the addresses when it has none', async () => {
    await start();
    const { code, output } = await runScript({});
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^FAILED: Set BASE_URL .*\n$/),
    });
  });
});
