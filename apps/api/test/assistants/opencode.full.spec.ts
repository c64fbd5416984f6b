import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { Scene } from '../process/memory-client/sessions';

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
  beforeAll(async () => {
    scene = await Scene.open();
  });
  afterAll(() => scene.close());

  /** Its list of MCP servers, each of which it starts for it. */
  async function servers(): Promise<string> {
    const program = join(
      FOLDER ?? '',
      `node_modules/opencode-${process.platform}-${process.arch}/bin/opencode`,
    );
    const { stdout, stderr } = await run(program, ['mcp', 'list'], {
      cwd: scene.machine.folder,
      env: { ...scene.machine.environment, ...SILENT },
    });
    return stripVTControlCharacters(`${stdout}${stderr}`);
  }

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
});
