import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { Scene } from '../process/memory-client/sessions';
import { StandInProvider } from './stand-in-provider';

const run = promisify(execFile);

/** Where `npm run test:assistants` has installed it. */
const FOLDER = process.env['TEST_OPENCODE'];
/** Nothing that it would fetch from its makers; what it asks for all the same finds no way out. */
const SILENT = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1',
};

if (FOLDER === undefined)
  console.warn('SKIPPED: the memory in a real opencode (npm run test:assistants installs it).');

(FOLDER === undefined ? describe.skip : describe)('the memory in a real opencode', () => {
  jest.setTimeout(300_000);
  let scene: Scene;
  let provider: StandInProvider;
  beforeAll(async () => {
    scene = await Scene.open();
    provider = await StandInProvider.start();
    console.warn(`REPORT: opencode ${(await opencode('--version')).trim()}`);
  });
  afterAll(async () => {
    await scene.close();
    await provider.close();
  });

  async function opencode(...words: string[]): Promise<string> {
    const program = join(
      FOLDER ?? '',
      `node_modules/opencode-${process.platform}-${process.arch}/bin/opencode`,
    );
    const started = run(program, words, {
      cwd: scene.machine.folder,
      env: { ...scene.machine.environment, ...SILENT },
    });
    // It would wait for more of the prompt there.
    started.child.stdin?.end();
    const { stdout, stderr } = await started;
    return stripVTControlCharacters(`${stdout}${stderr}`);
  }

  /** Its list of MCP servers, each of which it starts for it. */
  const servers = () => opencode('mcp', 'list');

  it.each(['', '--project'])(
    'is there once it is attached, and gone once it is detached: %s',
    async (option) => {
      mkdirSync(scene.machine.path('.config/opencode'), { recursive: true });
      const options = option === '' ? [] : [option];
      expect((await scene.machine.run(['attach', 'opencode', ...options])).code).toBe(0);
      expect(await servers()).toMatch(/assistant-memory\s+connected/);
      expect((await scene.machine.run(['detach', 'opencode', ...options])).code).toBe(0);
      expect(await servers()).not.toContain('assistant-memory');
      const settings = scene.machine.files().filter((file) => file.endsWith('opencode.json'));
      // opencode adds its schema to a file that it has read.
      for (const file of settings)
        expect(Object.keys(JSON.parse(scene.machine.read(file)))).toEqual(['$schema']);
      expect(scene.machine.files().filter((file) => file.endsWith('AGENTS.md'))).toEqual([]);
    },
  );

  it('without hooks: it is told what to do, stores and reads by tools for the project of its folder, and nothing else', async () => {
    const { machine, app } = scene;
    const model = { name: 'Stand-in', tool_call: true, limit: { context: 200_000, output: 8_000 } };
    const options = { baseURL: `${provider.base_url}/v1`, apiKey: 'sk-ant-none' };
    const anthropic = { options, models: { 'stand-in': model } };
    const settings = { model: 'anthropic/stand-in', small_model: 'anthropic/stand-in' };
    machine.write('.config/opencode/opencode.json', JSON.stringify({ ...settings, provider: { anthropic } }));
    const git = (...words: string[]) => spawnSync('git', words, { cwd: machine.folder });
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'https://github.com/ada/shop.git');
    const { code, stdout } = await machine.run(['attach', 'opencode']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('It has no hooks of ours')]);

    const said = await opencode('run', 'CALL save_summary {"summary": "The marker is in the north."} END');
    expect(said).toContain('of the provider');
    const { rows } = await app.memory.query('select summary, projects_touched from assistant_sessions');
    expect(rows).toEqual([{ summary: 'The marker is in the north.', projects_touched: 'shop' }]);
    expect(provider.asked.some(({ body }) => body.includes('<!-- assistant-memory -->'))).toBe(true);

    const since = provider.asked.length;
    await opencode('run', 'CALL load_context {} END');
    const told = provider.asked.slice(since).map(({ body }) => body);
    expect(told.some((body) => body.includes('The marker is in the north.'))).toBe(true);
    expect(told[0]).not.toContain('in the north');
    expect((await app.memory.query('select from chat_history')).rowCount).toBe(0);
  });
});
