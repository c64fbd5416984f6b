import { execFileSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { DecisionDto, SessionDto, StateDto, TaskDto } from '@groupless/shared-dto';
import { callTool } from '../../harness/http/mcp-client';
import { eventually } from '../../harness/data/times';
import { Scene } from './sessions';

/** The test is the assistant: it starts hooks, commands and the MCP server. */
describe('where something was said', () => {
  let scene: Scene;
  let client: Client;
  let head: string;
  beforeAll(async () => {
    scene = await Scene.open();
    git('init', '-q', '-b', 'main');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    head = git('rev-parse', 'HEAD');
    git('checkout', '-q', '-b', 'spike-wäsm');
    client = new Client({ name: 'test', version: '1.0.0' });
    const { environment: env, folder: cwd } = scene.machine;
    await client.connect(new StdioClientTransport({ command: 'assistant-memory', args: ['mcp'], env, cwd }));
  });
  afterAll(async () => {
    await client.close();
    await scene.close();
  });

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: scene.machine.folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  async function hook(name: string, session_id: string, input: object = {}): Promise<string> {
    const fields = { session_id, cwd: scene.machine.folder, hook_event_name: 'UserPromptSubmit', ...input };
    const { stdout } = await scene.machine.run(['hook', ...name.split(' ')], JSON.stringify(fields));
    return stdout;
  }
  async function run(...args: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await scene.machine.run([...args, '--json']);
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }
  const tool = async <Answer>(name: string, args: object) => {
    const { text, isError } = await callTool(client, name, args);
    if (isError) throw new Error(text);
    return JSON.parse(text) as Answer;
  };

  it('is told by commands and the MCP server: the session while it is the only one, branch and commit', async () => {
    const place = { branch: 'spike-wäsm', head };
    const { task: before } = (await run('task', 'create', 'Before')) as { task: TaskDto };
    expect(before).toMatchObject({ ...place, session_id: null, machine: expect.any(String) });
    await hook('recall --with-brief', 's-1', { prompt: 'Hello there, begin' });
    const said = { ...place, session_id: 's-1' };
    const { task } = (await run('task', 'create', 'Measure it')) as { task: TaskDto };
    const { state } = (await run('state', 'set', 'parser', 'wasm')) as { state: StateDto };
    const decision = (await run('decision', 'add', 'Use wasm')) as DecisionDto;
    expect([task, state]).toMatchObject([said, said]);
    expect(decision).toMatchObject({ ...place, assistant_session: 's-1' });
    expect(await tool<{ state: StateDto }>('set_state', { key: 'a', value: 'b' })).toMatchObject({
      state: said,
    });
    const summary = { summary: 'Parsed.', decisions_made: 'The parser is written in WebAssembly' };
    const saved = await tool<{ session: SessionDto }>('save_summary', summary);
    expect(saved).toMatchObject({ session: said });
    await hook('recall --with-brief', 's-2', { prompt: 'Hello there, begin too' });
    expect(await tool<{ task: TaskDto }>('task', { action: 'create', task: 'Two' })).toMatchObject({
      task: { ...place, session_id: null },
    });
  });

  it('is said to be gone with what was said there, also where the branch had no commit of its own', async () => {
    git('checkout', '-q', 'main');
    const cwd = scene.machine.folder;
    // What is remembered of main is from before: the spike began with this commit.
    await scene.app.memory.query(
      `insert into chat_history (chat_id, external_id, role, message, timestamp, session_id, branch, head)
       select chat_id, 'old:1', 'user', 'Hello', now() - interval '1 day', 'old', 'main', $1 from chat_history where chat_id like 'project:%' limit 1`,
      [head],
    );
    const brief = (id: string) =>
      hook('session-start', id, { hook_event_name: 'SessionStart', source: 'resume', cwd });
    expect(await brief('s-3')).not.toContain('gone');
    git('branch', '-q', '-D', 'spike-wäsm');
    await eventually(async () => (await brief('s-4')).includes('that are gone'));
    const text = await brief('s-5');
    expect(text).toContain('gone and were not merged: spike-wäsm (');
    expect(text).toMatch(/state parser|task Measure-it/);
    expect(text).toMatch(/decision #\d+/);
  });
});
