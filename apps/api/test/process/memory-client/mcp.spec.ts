import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { SessionDto, TaskDto } from '@groupless/shared-dto';
import { signIn } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import { callTool, REVISIONS, type Revision } from '../../harness/http/mcp-client';
import { MemoryMachine } from './memory-machine';
import { MEMORY_API_KEY, Scene } from './sessions';

const BUILT = join(__dirname, '../../../../../dist/apps/switch-cli');
const TOOLS_FILE = '.local/state/assistant-memory/mcp-tools.json';
const CLIENT = { name: 'test', version: '1.0.0' };
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** What a client asks before anybody calls a tool. */
const FIRST_REQUESTS: Record<Revision, object[]> = {
  '2025-11-25': [
    {
      id: 'first',
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list', params: {} },
  ],
  '2026-07-28': [
    { id: 'first', method: 'server/discover', params: { _meta } },
    { id: 2, method: 'tools/list', params: { _meta } },
  ],
};

describe('the MCP server on standard input and output', () => {
  let scene: Scene;
  const clients: Client[] = [];
  beforeAll(async () => {
    scene = await Scene.open();
  });
  afterEach(async () => {
    scene.door.fault = null;
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(() => scene.close());

  async function connect(revision: Revision, folder = scene.machine.folder, variables = {}): Promise<Client> {
    const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const);
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    clients.push(client);
    const env = { ...scene.machine.environment, ...variables };
    await client.connect(
      new StdioClientTransport({ command: 'assistant-memory', args: ['mcp'], env, cwd: folder }),
    );
    return client;
  }

  describe.each(REVISIONS)('in the revision %s', (revision) => {
    it('has the tools of the panel, each with what clients ask before they let it run', async () => {
      const { tools } = await (await connect(revision)).listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['load_context', 'search_memory', 'save_summary', 'set_state', 'task']),
      );
      for (const { name, annotations } of tools) {
        expect([name, annotations]).toEqual([
          name,
          {
            readOnlyHint: expect.any(Boolean),
            destructiveHint: name === 'forget',
            idempotentHint: expect.any(Boolean),
            openWorldHint: false,
          },
        ]);
      }
    });

    it('stores for the project of the folder in which it was started', async () => {
      const folders = ['one', 'two'].map((part) => `${revision}/${part}/shop`);
      const projects = new Set<number | null>();
      for (const [index, folder] of folders.entries()) {
        scene.machine.write(`${folder}/a`, '');
        const client = await connect(revision, scene.machine.path(folder));
        const saved = await callTool(client, 'save_summary', { summary: `Built in ${folder}.` });
        expect(saved.isError).toBe(false);
        const { session } = JSON.parse(saved.text) as { session: SessionDto };
        expect(session.projects_touched).toMatch(new RegExp(`${['one', 'two'][index]}/shop$|^shop$`));
        const task = { action: 'create', task: `Paint ${folder}` };
        const made = JSON.parse((await callTool(client, 'task', task)).text) as { task: TaskDto };
        projects.add(made.task.project_id);
      }
      expect([projects.size, projects.has(null)]).toEqual([2, false]);
    });

    it('says that the server is away, and goes on when it is back', async () => {
      const client = await connect(revision);
      scene.door.fault = 'down';
      const away = await callTool(client, 'task', { action: 'create', task: `Away ${revision}` });
      expect(away).toEqual({ isError: true, text: expect.stringContaining('gave no answer') });
      expect(away.text).toContain('It is not known whether it was stored');
      scene.door.fault = 'garbage';
      expect((await callTool(client, 'load_context')).isError).toBe(true);
      scene.door.fault = null;
      const back = await callTool(client, 'task', { action: 'create', task: `Away ${revision}` });
      expect(back.isError).toBe(false);
    });
  });

  it('lists the tools of the last time where the server is away at its start', async () => {
    const { tools } = await (await connect('2025-11-25')).listTools();
    scene.door.fault = 'down';
    expect((await (await connect('2025-11-25')).listTools()).tools).toEqual(tools);
  });

  it('lists them at the very first start after a log-in, though the server is away by then', async () => {
    const machine = new MemoryMachine(MEMORY_API_KEY);
    await machine.logIn(scene.door.url);
    scene.door.fault = 'down';
    const client = await connect('2025-11-25', machine.folder, machine.environment);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_memory');
    await client.close();
    await machine.remove();
  });

  it('does not wait for the server where its list is an old one, and asks for it anew', async () => {
    const { tools } = await (await connect('2025-11-25')).listTools();
    const known = JSON.parse(scene.machine.read(TOOLS_FILE)) as { of: string };
    const names = () =>
      (JSON.parse(scene.machine.read(TOOLS_FILE)) as typeof known & { tools: { name: string }[] }).tools.map(
        ({ name }) => name,
      );
    const old = [{ name: 'old', inputSchema: { type: 'object' } }];
    scene.machine.write(TOOLS_FILE, JSON.stringify({ ...known, tools: old, at: 0 }));
    const listed = await (await connect('2025-11-25')).listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(['old']);
    await eventually(() => !names().includes('old'));
    expect(names()).toEqual(tools.map(({ name }) => name));
  });

  it.each(REVISIONS)(
    'answers what a client asks at its start without the SDK, as it did before (%s)',
    async (revision) => {
      const light = scene.machine.path('light');
      mkdirSync(light, { recursive: true });
      for (const file of ['assistant-memory.cjs', 'memory-mcp.cjs'])
        cpSync(join(BUILT, file), join(light, file));
      const before = await answersOf('assistant-memory', FIRST_REQUESTS[revision]);
      expect(before.map(({ id }) => id)).toEqual(['first', 2]);
      expect(await answersOf(join(light, 'assistant-memory.cjs'), FIRST_REQUESTS[revision])).toEqual(before);
    },
  );

  /** What the program says to such requests. */
  async function answersOf(
    program: string,
    requests: readonly object[],
    variables: Record<string, string> = {},
  ): Promise<{ id: unknown; result?: { tools?: object[] } }[]> {
    const env = { ...scene.machine.environment, ...variables };
    const child = spawn(program, ['mcp'], { env, cwd: scene.machine.folder });
    const ended = once(child, 'close');
    const answers: Awaited<ReturnType<typeof answersOf>> = [];
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      answers.push(JSON.parse(line) as (typeof answers)[number]);
      if (answers.length === 2) child.stdin.end();
    });
    child.stdin.write(
      requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join(''),
    );
    await ended;
    return answers;
  }

  it('has the tools also where it cannot remember them', async () => {
    rmSync(scene.machine.path(TOOLS_FILE), { force: true });
    mkdirSync(scene.machine.path(TOOLS_FILE));
    const [, list] = await answersOf('assistant-memory', FIRST_REQUESTS['2025-11-25']);
    rmSync(scene.machine.path(TOOLS_FILE), { recursive: true });
    expect(list?.result?.tools).not.toEqual([]);
  });

  it('asks for the tools of each key', async () => {
    await answersOf('assistant-memory', FIRST_REQUESTS['2025-11-25']);
    scene.door.asked.length = 0;
    await answersOf('assistant-memory', FIRST_REQUESTS['2025-11-25']);
    expect(scene.door.asked).toEqual([]);
    const variables = { ASSISTANT_MEMORY_URL: scene.door.url, ASSISTANT_MEMORY_KEY: 'another-key' };
    await answersOf('assistant-memory', FIRST_REQUESTS['2025-11-25'], variables);
    expect(scene.door.asked).toHaveLength(1);
  });

  it('uses a new key at once, and says what is wrong with one that is refused', async () => {
    const client = await connect('2025-11-25');
    const config = '.config/assistant-memory/config.json';
    const before = scene.machine.read(config);
    scene.machine.write(config, before.replace(MEMORY_API_KEY, 'another-key'));
    const refused = await callTool(client, 'load_context');
    expect(refused).toEqual({ isError: true, text: expect.stringContaining('assistant-memory doctor') });
    expect(refused.text).not.toContain('another-key');
    scene.machine.write(config, before);
    expect((await callTool(client, 'load_context')).isError).toBe(false);
  });

  it('tells of what the role of the key’s user does not allow once, whichever tool is refused', async () => {
    const admin = await signIn(scene.app);
    const owner = await signIn(scene.app, { role: 'operator' });
    const sent = { name: 'of a viewer', scopes: ['memory'], owner_id: owner.id };
    const { body } = await scene.app.http.post('/api/settings/keys').set(admin.bearer).send(sent).expect(201);
    const change = (role: string) =>
      scene.app.http.patch(`/api/users/${owner.id}`).set(admin.bearer).send({ role }).expect(200);
    const { key } = body as { key: string };
    const variables = { ASSISTANT_MEMORY_URL: scene.door.url, ASSISTANT_MEMORY_KEY: key };
    const client = await connect('2025-11-25', scene.machine.folder, variables);
    const fact = { key: 'port', value: '8443' };
    const refused = async (name: string, args: object) => {
      const { isError, text } = await callTool(client, name, args);
      expect([isError, text]).toEqual([
        true,
        expect.stringMatching(
          /may not write into the memory .* operator or admin, .* has viewer\. Nothing was stored/,
        ),
      ]);
      return / (Tell the user this\. Ask an admin|The user was told)/.exec(text)?.[1];
    };
    expect((await callTool(client, 'set_state', fact)).isError).toBe(false);
    for (const round of ['first', 'again']) {
      await change('viewer');
      expect([round, await refused('set_state', fact)]).toEqual([round, 'Tell the user this. Ask an admin']);
      expect((await callTool(client, 'task', { action: 'list' })).isError).toBe(false);
      expect((await callTool(client, 'load_context')).isError).toBe(false);
      expect(await refused('task', { action: 'create', task: 'Paint' })).toBe('The user was told');
      await change('operator');
      expect((await callTool(client, 'set_state', fact)).isError).toBe(false);
    }
  });

  it('passes on what the panel says of a tool that is not there', async () => {
    const client = await connect('2025-11-25');
    await expect(callTool(client, 'wipe_all')).rejects.toThrow('There is no tool wipe_all for this key.');
  });

  it('stores nothing where the memory is switched off', async () => {
    const client = await connect('2025-11-25', scene.machine.folder, { ASSISTANT_MEMORY_OFF: '1' });
    expect((await client.listTools()).tools).toEqual([]);
    expect(await callTool(client, 'load_context')).toEqual({
      isError: true,
      text: expect.stringContaining('ASSISTANT_MEMORY_OFF'),
    });
  });

  it('ends with its standard input, and leaves no process', async () => {
    const child = spawn('assistant-memory', ['mcp'], {
      env: scene.machine.environment,
      cwd: scene.machine.folder,
    });
    const ended = once(child, 'close');
    child.stdin.end('{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n');
    expect(await ended).toEqual([0, null]);
    expect(scene.processesLeft()).toEqual([]);
  });
});
