import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { WaitingSender } from '../../../../switch-cli/src/memory-client/mcp/waiting-sender';
import { eventually } from '../../harness/data/times';
import { countRows } from '../../harness/databases/rows';
import { Scene } from './sessions';

jest.setTimeout(60_000);

describe('what a hook at the end of a turn had no time to send', () => {
  let scene: Scene;
  let turns = 0;
  beforeAll(async () => {
    scene = await Scene.open();
  });
  beforeEach(async () => {
    scene.machine.forgetFaults();
    scene.door.fault = 'black hole';
    const transcript_path = scene.machine.path(`${turns}.jsonl`);
    const line = { type: 'user', uuid: '1', message: { role: 'user', content: 'Paint the roof.' } };
    writeFileSync(transcript_path, `${JSON.stringify(line)}\n`);
    const input = { session_id: `turn-${turns++}`, cwd: scene.machine.folder, transcript_path };
    await scene.machine.run(['hook', 'turn-end'], JSON.stringify(input));
    scene.door.asked.length = 0;
  });
  afterEach(async () => {
    scene.door.fault = null;
    await senderIn().send();
  });
  afterAll(() => scene.close());

  const stored = () => countRows(scene.app.memory, 'chat_history');
  const senderIn = (variables = {}) => {
    const { environment, home, folder } = scene.machine;
    const where = { home, cwd: folder, platform: process.platform };
    return new WaitingSender({ ...where, variables: { ...environment, ...variables } });
  };

  it('is sent by the MCP server, which runs as long as the assistant', async () => {
    scene.door.fault = null;
    const { environment: env, folder: cwd } = scene.machine;
    const before = await stored();
    const child = spawn('assistant-memory', ['mcp'], { env, cwd });
    await eventually(async () => (await stored()) === before + 1);
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('waits where the server fails, which is not asked again and again', async () => {
    scene.door.fault = '500';
    const sender = senderIn();
    for (const _ of [1, 2]) await sender.send();
    expect(scene.door.asked).toHaveLength(1);
    scene.door.fault = null;
    const before = await stored();
    await senderIn().send();
    expect(await stored()).toBe(before + 1);
  });

  it('waits where the memory is switched off', async () => {
    scene.door.fault = null;
    await senderIn({ ASSISTANT_MEMORY_OFF: '1' }).send();
    expect(scene.door.asked).toEqual([]);
  });
});
