import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from '../harness/data/times';
import { AssistantScene, CHAT } from './assistant-scene';
import { ASSISTANTS_FOLDER, PROGRAMS, RELEASES, type Assistant } from './real-assistant';
import { Terminal } from './terminal';

const canRun = ASSISTANTS_FOLDER !== undefined && spawnSync('tmux', ['-V']).status === 0;
if (!canRun)
  console.warn('SKIPPED: the memory in real terminals (npm run test:assistants, with tmux installed).');

/** How each goes on with its last session. */
const RESUME: Record<Assistant, string[]> = {
  'claude-code': ['--continue'],
  codex: ['resume', '--last'],
  gemini: ['--resume', 'latest'],
};

const PARENT = '4d3f4b0e-6f0c-4c55-9f59-0d3d3c1a7a11';

const described = canRun ? describe : describe.skip;
described.each(RELEASES)('the memory in a terminal with $title', ({ name, folder }) => {
  jest.setTimeout(300_000);
  let opened: AssistantScene;
  const terminals: Terminal[] = [];
  beforeAll(async () => {
    opened = await AssistantScene.open(name, folder);
  });
  afterEach(async () => {
    opened.provider.isSilent = false;
    for (const terminal of terminals.splice(0)) await terminal.close();
  });
  afterAll(() => opened.close());

  async function start(...words: string[]): Promise<Terminal> {
    const { machine } = opened.scene;
    const place = { home: machine.home, cwd: machine.folder, env: opened.assistant.environment };
    const terminal = await Terminal.open(name, [PROGRAMS[name], ...words], place);
    terminals.push(terminal);
    return terminal;
  }

  /** Without a terminal. */
  async function ask(...words: string[]): Promise<void> {
    const { assistant, machine } = opened;
    const asked = promisify(execFile)(PROGRAMS[name], words, {
      cwd: machine.folder,
      env: assistant.environment,
    });
    // It would wait for more of the request there.
    asked.child.stdin?.end();
    await asked;
  }

  const isStored = (word: string) => eventually(async () => (await opened.turnsWith(word)).length === 1);
  const ofUser = [{ role: 'user', chat_id: CHAT }];

  /** Asks what is never answered. */
  async function askInVain(terminal: Terminal, word: string): Promise<void> {
    const { provider } = opened;
    provider.isSilent = true;
    const since = provider.asked.length;
    await terminal.type(`Where is ${word}`);
    await eventually(() => opened.wasSent(word, since));
  }

  it('is told by doctor which key to press, until it is pressed', async () => {
    const untrusted: Record<Assistant, RegExp> = {
      'claude-code': /claude-code +attached/,
      codex: /not told to trust its hooks[^]*choose 2/,
      gemini: /not told to trust this folder[^]*press Enter/,
    };
    expect(await opened.doctor()).toMatch(untrusted[name]);
    await (await start()).leave();
    const trusted = { 'claude-code': /attached/, codex: /was told to trust/, gemini: /trusts this folder/ };
    expect(await opened.doctor()).toMatch(trusted[name]);
  });

  it('stores each turn while it goes on, and a summary when it is left', async () => {
    const terminal = await start();
    await terminal.ask('Where is marker-first');
    await terminal.ask('Where is marker-second');
    // On a busy machine a turn may be left to the next hook.
    await isStored('marker-first');
    await terminal.leave();
    await isStored('marker-second');
    // Codex ends a session a minute after its terminal.
    await eventually(async () => (await opened.summariesWith('marker-first')) === 1);
  });

  it('goes on with a session, and stores nothing of it again', async () => {
    const since = opened.provider.asked.length;
    const terminal = await start(...RESUME[name]);
    await terminal.ask('Where is marker-resumed');
    expect(opened.wasSent('marker-second', since)).toBe(true);
    expect(await opened.turnsWith('marker-first')).toEqual(ofUser);
    await terminal.compact();
    await terminal.ask('Where is marker-compacted');
    await terminal.leave();
    await isStored('marker-compacted');
    for (const word of ['marker-first', 'marker-second', 'marker-resumed'])
      expect(await opened.turnsWith(word)).toEqual(ofUser);
  });

  it('begins anew once it is cleared, with the brief of its first request', async () => {
    const terminal = await start();
    await terminal.ask('Where is marker-uncleared');
    await terminal.clear();
    const since = opened.provider.asked.length;
    await terminal.ask('Where is marker-cleared');
    expect(opened.briefsWith('marker-cleared', since)).toBe(1);
    await terminal.leave();
    await isStored('marker-cleared');
    expect(await opened.turnsWith('marker-uncleared')).toEqual(ofUser);
  });

  // The other two copy nothing: a fork of Codex refers to what was before, and Gemini CLI has none.
  (name === 'claude-code' ? it : it.skip)('keeps of a fork what is said in it alone', async () => {
    await ask('-p', 'Where is marker-parent\nand where is marker-file', '--session-id', PARENT);
    await ask('-p', 'Where is marker-headless\nand the rest', '--resume', PARENT, '--fork-session');
    const terminal = await start('--resume', PARENT, '--fork-session');
    await terminal.ask('Where is marker-forked');
    await terminal.type('/branch');
    await terminal.ask('Where is marker-branch');
    await terminal.leave();
    for (const word of ['parent', 'headless', 'forked', 'branch']) {
      await eventually(async () => (await opened.turnsWith(`marker-${word}`)).length > 0);
      expect(await opened.turnsWith(`marker-${word}`)).toEqual(ofUser);
    }
    expect(await opened.summariesWith('marker-parent')).toBe(1);
  });

  it('keeps two terminals apart, neither of which ends the other', async () => {
    const [left, right] = [await start(), await start()];
    await left.ask('Where is marker-left');
    await right.ask('Where is marker-right');
    await left.ask('Where is marker-west');
    await right.ask('Where is marker-east');
    expect([await opened.summariesWith('marker-left'), await opened.summariesWith('marker-right')]).toEqual([
      0, 0,
    ]);
    await left.leave();
    await right.leave();
    // On a busy machine a turn is left to the hook that ends the session.
    for (const word of ['left', 'right', 'west', 'east']) await isStored(`marker-${word}`);
    for (const word of ['left', 'right'])
      await eventually(async () => (await opened.summariesWith(`marker-${word}`)) === 1);
  });

  it.each(['Ctrl-C', 'kill', 'close'] as const)(
    'stores what was said where it ends by %s, at the latest with the next session',
    async (ending) => {
      const word = `marker-${ending.toLowerCase()}`;
      const terminal = await start();
      await askInVain(terminal, word);
      if (ending === 'kill') await terminal.kill();
      else if (ending === 'close') await terminal.close();
      else for (const _ of [1, 2, 3, 4]) await terminal.press('C-c');
      opened.provider.isSilent = false;
      const next = await start();
      await next.ask('What was before');
      await next.leave();
      await isStored(word);
    },
  );
});
