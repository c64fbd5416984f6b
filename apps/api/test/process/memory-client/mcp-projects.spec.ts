import { chmodSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { SessionDto, TaskDto } from '@groupless/shared-dto';
import { callTool, REVISIONS, type Revision } from '../../harness/http/mcp-client';
import { Scene } from './sessions';

const NO_PROJECT = 'Nothing was stored: it is not known which project this is about.';

/** Editors start the servers of the user in the home folder, one for each window or one for all of them. */
describe('the project of what an assistant stores by MCP', () => {
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

  interface Window {
    /** Where the server is started. */
    cwd?: string;
    /** The addresses that the client names; null: it has no roots. */
    roots?: (() => string[]) | null;
    variables?: Record<string, string>;
  }

  async function open(
    revision: Revision,
    { cwd = scene.machine.home, roots = null, variables = {} }: Window = {},
  ): Promise<Client> {
    const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const);
    const capabilities = roots === null ? {} : { roots: { listChanged: revision === '2025-11-25' } };
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode }, capabilities },
    );
    if (roots !== null)
      client.setRequestHandler('roots/list', () => ({ roots: roots().map((uri) => ({ uri })) }));
    clients.push(client);
    const env = { ...scene.machine.environment, ...variables };
    await client.connect(new StdioClientTransport({ command: 'assistant-memory', args: ['mcp'], env, cwd }));
    return client;
  }

  function folder(name: string): string {
    scene.machine.write(`${name}/a`, '');
    return scene.machine.path(name);
  }

  function address(name: string): string {
    return pathToFileURL(folder(name)).href;
  }

  async function projectOf(client: Client, text: string): Promise<string | null> {
    const made = await callTool(client, 'task', { action: 'create', task: text });
    if (made.isError) throw new Error(made.text);
    return nameOf(made.text);
  }

  /** Of the project that a task was stored for. */
  async function nameOf(answer: string): Promise<string | null> {
    const { project_id } = (JSON.parse(answer) as { task: TaskDto }).task;
    const { rows } = await scene.app.memory.query<{ name: string }>(
      'select name from assistant_projects where id = $1',
      [project_id],
    );
    return rows[0]?.name ?? null;
  }

  async function tasks(like: string): Promise<number> {
    const { rows } = await scene.app.memory.query('select 1 from assistant_tasks where task like $1', [like]);
    return rows.length;
  }

  describe.each(REVISIONS)('in the revision %s', (revision) => {
    it('is the folder that each window works in, though the home folder is where all servers start', async () => {
      const windowOf = (name: string) => open(revision, { roots: () => [address(`${revision}/${name}`)] });
      const [one, two] = await Promise.all([windowOf('oak'), windowOf('elm')]);
      expect(await projectOf(one, `Saw ${revision}`)).toMatch(/oak$/);
      expect(await projectOf(two, `Saw ${revision}`)).toMatch(/elm$/);
      const saved = await callTool(two, 'save_summary', { summary: `Planted in ${revision}.` });
      expect((JSON.parse(saved.text) as { session: SessionDto }).session.projects_touched).toMatch(/elm$/);
    });

    it('follows the client into another folder, and is the first of several', async () => {
      let present = [address(`${revision}/ash`), address(`${revision}/fir`)];
      const client = await open(revision, { roots: () => present });
      expect(await projectOf(client, `Prune ${revision}`)).toMatch(/ash$/);
      present = present.toReversed();
      if (revision === '2025-11-25')
        await client.notification({ method: 'notifications/roots/list_changed' });
      expect(await projectOf(client, `Prune ${revision} again`)).toMatch(/fir$/);
    });

    it('is never the home folder: a tool that stores says what to do, and one that reads works', async () => {
      const seen = await open(revision, { cwd: folder(`${revision}/yew`) });
      const known = await projectOf(seen, `Water ${revision}`);
      for (const [cwd, roots] of [
        [scene.machine.home, null],
        ['/', null],
        [scene.machine.home, () => []],
        [scene.machine.home, () => ['vscode-remote://ssh-remote+host/home/ada/shop']],
        [scene.machine.home, () => [pathToFileURL(scene.machine.home).href]],
        [scene.machine.home, () => ['file:///']],
      ] as const) {
        const client = await open(revision, { cwd, roots });
        for (const [name, args] of [
          ['task', { action: 'create', task: `Lost ${revision}` }],
          ['task', { action: 'Add', task: `Lost ${revision}` }],
          ['set_state', { key: 'lost', value: revision }],
          ['save_summary', { summary: `Lost ${revision}` }],
        ] as const) {
          expect(await callTool(client, name, args)).toEqual({
            isError: true,
            text: expect.stringContaining(NO_PROJECT),
          });
        }
        expect((await callTool(client, 'load_context')).text).toContain(known);
        for (const action of ['list', 'show', 'open', 'List'])
          expect([action, (await callTool(client, 'task', { action })).isError]).toEqual([action, false]);
        const named = { action: 'create', task: `Named ${revision}`, project: known };
        const made = await callTool(client, 'task', named);
        expect(await nameOf(made.text)).toBe(known);
      }
      expect(await tasks(`Lost ${revision}`)).toBe(0);
      const { rows } = await scene.app.memory.query<{ url: string | null }>(
        'select url from assistant_projects',
      );
      const home = scene.machine.home;
      expect(rows.filter(({ url }) => url?.endsWith(home) === true || /(^|:)\/$/.test(url ?? ''))).toEqual(
        [],
      );
    });

    it('is the folder of the start where the client has roots and does not name them', async () => {
      const roots = () => {
        throw new Error('not now');
      };
      const client = await open(revision, { cwd: folder(`${revision}/beech`), roots });
      if (revision === '2025-11-25') expect(await projectOf(client, `Cut ${revision}`)).toMatch(/beech$/);
      // In this revision the client itself ends a call that it does not answer.
      else await expect(callTool(client, 'load_context')).rejects.toThrow('not now');
    });

    it('is that of Claude Code’s variable where it starts the server elsewhere', async () => {
      const variables = { CLAUDE_PROJECT_DIR: folder(`${revision}/lime`) };
      expect(await projectOf(await open(revision, { variables }), `Mow ${revision}`)).toMatch(/lime$/);
    });
  });

  it('is asked for by a tool that the panel has got since', async () => {
    const file = '.local/state/assistant-memory/mcp-tools.json';
    const client = await open('2025-11-25');
    await client.listTools();
    const known = JSON.parse(scene.machine.read(file)) as { tools: { name: string }[] };
    const without = known.tools.filter(({ name }) => name !== 'set_state');
    scene.machine.write(file, JSON.stringify({ ...known, tools: without }));
    const { text } = await callTool(client, 'set_state', { key: 'new', value: 'tool' });
    expect(text).toContain(NO_PROJECT);
  });

  it('is found once git can say it again', async () => {
    // A git that names a repository which is not there.
    const lines = ['', 'false', '/nowhere', 'false', 'a'.repeat(40), 'main'];
    scene.machine.write('broken/git', `#!/bin/sh\nprintf '%s\\n' '${lines.join("' '")}'\n`);
    chmodSync(scene.machine.path('broken/git'), 0o755);
    const { PATH } = scene.machine.environment;
    const variables = { PATH: `${scene.machine.path('broken')}:${PATH}` };
    const client = await open('2025-11-25', { cwd: folder('mended/pine'), variables });
    expect((await client.listTools()).tools).not.toEqual([]);
    await expect(projectOf(client, 'Graft')).rejects.toThrow();
    rmSync(scene.machine.path('broken'), { recursive: true });
    expect(await projectOf(client, 'Graft')).toMatch(/pine$/);
  });

  describe('what a tool that stores says of a panel that gave no good answer', () => {
    const TASK = { action: 'create', task: 'Fell' };
    const UNKNOWN = 'It is not known whether it was stored: look first';
    const NOTHING = 'Nothing was stored by this call.';

    it.each(['down', '500', 'garbage'] as const)('is that it may be stored: %s', async (fault) => {
      const client = await open('2025-11-25', { cwd: folder('work/shop') });
      await client.listTools();
      scene.door.fault = fault;
      const failed = await callTool(client, 'task', TASK);
      expect(failed).toEqual({ isError: true, text: expect.stringContaining(UNKNOWN) });
      expect(failed.text).not.toContain(NOTHING);
      // One that reads has nothing to say of it.
      const { text } = await callTool(client, 'load_context');
      expect([text.includes(UNKNOWN), text.includes(NOTHING)]).toEqual([false, false]);
    });

    it('is that nothing is stored where there was no connection, or the panel refused', async () => {
      const key = 'another-key';
      for (const url of ['http://127.0.0.1:1', scene.door.url]) {
        const variables = { ASSISTANT_MEMORY_URL: url, ASSISTANT_MEMORY_KEY: key };
        const client = await open('2025-11-25', { cwd: folder('work/shop'), variables });
        const { text } = await callTool(client, 'task', TASK);
        expect([url, text]).toEqual([url, expect.stringContaining(NOTHING)]);
      }
    });
  });
});
