import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { WaitingSender } from '../../../../switch-cli/src/memory-client/mcp/waiting-sender';
import { memoryState } from '../../../../switch-cli/src/memory-client/places';
import { keyHash } from '../../../../switch-cli/src/memory-client/server/key-end';
import { removeEntry, spool, waitingNames } from '../../../../switch-cli/src/memory-client/store/spool';
import type { Environment } from '../../../../switch-cli/src/program/environment';
import { holdOwnLock } from '../../../../switch-cli/src/state/own-lock';
import { eventually } from '../../harness/data/times';
import { countRows } from '../../harness/databases/rows';
import { MEMORY_API_KEY, Scene } from './sessions';

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
  const environmentOf = (more = {}): Environment => {
    const { environment, home, folder } = scene.machine;
    return { home, cwd: folder, platform: process.platform, variables: { ...environment, ...more } };
  };
  const senderIn = (variables = {}, now?: () => number) => new WaitingSender(environmentOf(variables), now);
  const leave = (key: string) => {
    const { url } = scene.door;
    const message = { external_id: `left-${turns++}`, role: 'user', text: 'And the door.' } as const;
    const entry = { identity: 'laptop:/shop', messages: [message] };
    spool(environmentOf(), { url, keyHash: keyHash({ url, key }) }, { kind: 'messages', ...entry });
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

  it('is tried again after a pause that grows, and what comes meanwhile at once', async () => {
    scene.door.fault = '500';
    let clock = 0;
    const sender = senderIn({}, () => clock);
    const asked = async (seconds: number) => {
      clock = seconds * 1_000;
      scene.door.asked.length = 0;
      await sender.send();
      return scene.door.asked.length;
    };
    expect([await asked(0), await asked(9), await asked(10), await asked(29), await asked(30)]).toEqual([
      1, 0, 1, 0, 1,
    ]);
    leave(MEMORY_API_KEY);
    expect([await asked(31), await asked(32)]).toEqual([1, 0]);
  });

  it('is sent the next time where a hook has left it during a sending', async () => {
    scene.door.fault = 'slow';
    scene.door.slow_ms = 300;
    const before = await stored();
    const sender = senderIn();
    const sending = sender.send();
    await eventually(() => scene.door.asked.length === 1);
    leave(MEMORY_API_KEY);
    await sending;
    await sender.send();
    expect(await stored()).toBe(before + 2);
  });

  it('is not sent with another key, which may be another person’s', async () => {
    scene.door.fault = null;
    const other = { ASSISTANT_MEMORY_URL: scene.door.url, ASSISTANT_MEMORY_KEY: 'another-key' };
    await senderIn(other).send();
    expect(scene.door.asked).toEqual([]);
  });

  it('waits while the server of another assistant sends', async () => {
    scene.door.fault = null;
    const release = await holdOwnLock(memoryState(environmentOf(), 'sending.lock'));
    const sender = senderIn();
    await sender.send();
    expect(scene.door.asked).toEqual([]);
    release();
    await sender.send();
    expect(scene.door.asked).toHaveLength(1);
  });

  it('ends nothing where it cannot be sent for a reason that nobody thought of', async () => {
    scene.door.fault = null;
    const body = { summary: 'Undated.' };
    const to = { url: scene.door.url, keyHash: keyHash({ url: scene.door.url, key: MEMORY_API_KEY }) };
    const undated = {
      kind: 'summary',
      identity: 'a',
      idempotency_key: 'k',
      ended_at: 'never',
      body,
    } as const;
    spool(environmentOf(), to, undated);
    await senderIn().send();
    for (const name of waitingNames(environmentOf())) removeEntry(environmentOf(), name);
  });

  it('waits where the memory is switched off', async () => {
    scene.door.fault = null;
    await senderIn({ ASSISTANT_MEMORY_OFF: '1' }).send();
    expect(scene.door.asked).toEqual([]);
  });
});
