import { writeFileSync } from 'node:fs';
import { Scene } from './sessions';

const BRIEF = 'What follows is data from the memory';
const OWN = { cursor: '.cursor/hooks.json', vscode: '.copilot/hooks/assistant-memory.json' };
type Editor = keyof typeof OWN;
const CLAUDE = '.claude/settings.json';
/** How Cursor calls the events of Claude Code's settings, which it runs where third-party hooks are on. */
const CURSOR_NAMES: Record<string, string> = {
  sessionStart: 'SessionStart',
  beforeSubmitPrompt: 'UserPromptSubmit',
  stop: 'Stop',
  sessionEnd: 'SessionEnd',
};

interface Hook {
  command: string;
}
interface Settings {
  hooks: Record<string, (Partial<Hook> & { matcher?: string; hooks?: Hook[] })[]>;
}

/** Played with the inputs that the editors' documents show. */
describe('an editor with hooks', () => {
  let scene: Scene;
  let heedsMatchers = false;
  afterEach(() => (heedsMatchers = false));
  beforeAll(async () => {
    scene = await Scene.open();
    for (const name of ['kiln', 'loom']) scene.machine.write(`work/${name}/a`, '');
    await attach('attach', 'cursor', 'vscode');
  });
  afterAll(() => scene.close());

  async function attach(verb: 'attach' | 'detach', ...tools: string[]): Promise<void> {
    for (const tool of tools) {
      const { code, stderr } = await scene.machine.run([verb, tool]);
      if (code !== 0) throw new Error(`${verb} ${tool}: ${stderr}`);
    }
  }

  /**
   * What the commands of an event in a settings file print.
   * @param input its `source` is what a matcher is about. VS Code ignores matchers, as its documents say; they do not promise it.
   */
  async function happens(file: string, event: string, input: object): Promise<string[]> {
    const { hooks } = JSON.parse(scene.machine.read(file)) as Settings;
    const { source = '' } = input as { source?: string };
    const isFor = ({ matcher }: { matcher?: string }) =>
      !heedsMatchers || source === '' || (matcher?.split('|').includes(source) ?? true);
    const printed: string[] = [];
    const groups = (hooks[event] ?? []).filter(isFor);
    for (const { command } of groups.flatMap((group) => group.hooks ?? [group as Hook])) {
      // The program before it stands with its path.
      const [, hook = ''] = / (hook .*)$/.exec(command) ?? [];
      printed.push(await runs(hook.split(' '), input));
    }
    return printed;
  }

  async function runs(args: string[], input: object): Promise<string> {
    for (;;) {
      scene.machine.forgetFaults();
      const { code, stdout } = await scene.machine.run(args, JSON.stringify(input));
      expect(code).toBe(0);
      // On a busy machine the start of a session may give up before the server has answered; others keep what they store.
      if (args[1] !== 'session-start' || scene.machine.lastFault() === null) return stdout.trim();
    }
  }

  /** Sends what waits, as the next hook of any session does. */
  async function isSent(): Promise<void> {
    const waits = () =>
      scene.machine.files().some((path) => /assistant-memory\/spool\/[^/]+\.json$/.test(path));
    const other = { session_id: 'other', transcript_path: '/none', cwd: scene.machine.folder };
    for (let tries = 0; tries < 20 && waits(); tries++) await runs(['hook', 'checkpoint'], other);
    expect(waits()).toBe(false);
  }

  async function turns(like: string): Promise<{ role: string; message: string; chat_id: string }[]> {
    await isSent();
    const { rows } = await scene.app.memory.query<{ role: string; message: string; chat_id: string }>(
      'select role, message, chat_id from chat_history where message like $1 order by id',
      [`%${like}%`],
    );
    return rows;
  }

  /** Cursor 3.20, by https://cursor.com/docs/hooks as of September 2026: `stop` and `afterAgentResponse` have no session_id. */
  function cursor(conversation_id: string, hook_event_name: string, more: object = {}): object {
    const hasSession = hook_event_name.startsWith('session');
    return {
      conversation_id,
      generation_id: `${conversation_id}-1`,
      model: 'gpt-5.6-sol-high',
      hook_event_name,
      cursor_version: '3.20.17',
      workspace_roots: [scene.machine.path('work/kiln'), scene.machine.path('work/loom')],
      user_email: null,
      transcript_path: null,
      ...(hasSession ? { session_id: conversation_id, is_background_agent: false } : {}),
      ...more,
    };
  }

  /** A conversation of two requests, in the hooks of one file. @returns all that was printed */
  async function cursorTalks(file: string, id: string): Promise<string[]> {
    const named = (event: string) => (file === CLAUDE ? (CURSOR_NAMES[event] ?? '') : event);
    const play = (event: string, more: object = {}) => happens(file, named(event), cursor(id, event, more));
    return [
      await play('sessionStart', { composer_mode: 'agent' }),
      await play('beforeSubmitPrompt', { prompt: `Which glaze has ${id}?`, attachments: [] }),
      await play('afterAgentResponse', { text: `The glaze of ${id} is celadon.` }),
      await play('stop', { status: 'completed', loop_count: 0 }),
      await play('beforeSubmitPrompt', { prompt: `And what is fired with ${id}?`, attachments: [] }),
      await play('afterAgentResponse', { text: `With ${id} goes the jug.` }),
      await play('stop', { status: 'completed', loop_count: 0 }),
      await play('sessionEnd', { reason: 'user_close', duration_ms: 45_000 }),
    ].flat();
  }

  it('begins a conversation of Cursor with the brief, and stores what was said for the first folder of its window', async () => {
    const [start = '', ...others] = await cursorTalks(OWN.cursor, 'c-1');
    const { additional_context: told, ...rest } = JSON.parse(start) as Record<string, string>;
    expect([told?.includes(BRIEF), rest]).toEqual([true, {}]);
    expect(others).toEqual(others.map(() => ''));
    const stored = await turns('c-1');
    expect(stored.map(({ role, message }) => `${role}: ${message}`)).toEqual([
      'user: Which glaze has c-1?',
      'assistant: The glaze of c-1 is celadon.',
      'user: And what is fired with c-1?',
      'assistant: With c-1 goes the jug.',
    ]);
    expect(new Set(stored.map(({ chat_id }) => chat_id.replace(/.*\//, '')))).toEqual(new Set(['kiln']));
    const { rows } = await scene.app.memory.query(
      'select 1 from assistant_sessions where summary like $1 and projects_touched = $2',
      ['%Which glaze has c-1?%', 'kiln'],
    );
    expect(rows).toHaveLength(1);
  });

  it('keeps two conversations of Cursor apart', async () => {
    await Promise.all(['c-2', 'c-3'].map((id) => cursorTalks(OWN.cursor, id)));
    expect([(await turns('c-2')).length, (await turns('c-3')).length]).toEqual([4, 4]);
  });

  it('does nothing in a window of Cursor without a folder', async () => {
    const started = cursor('c-4', 'sessionStart', { workspace_roots: [] });
    expect(await happens(OWN.cursor, 'sessionStart', started)).toEqual(['']);
    const asked = cursor('c-4', 'beforeSubmitPrompt', { workspace_roots: [], prompt: 'Where is c-4?' });
    await happens(OWN.cursor, 'beforeSubmitPrompt', asked);
    await happens(OWN.cursor, 'sessionEnd', cursor('c-4', 'sessionEnd', { workspace_roots: [] }));
    expect(await turns('c-4')).toEqual([]);
  });

  /**
   * By docs/agent-customization/hooks.md of microsoft/vscode-docs (3 June 2026), and as the extension Copilot of August 2026 names
   * the fields.
   */
  const VSCODE = {
    documented: (sessionId: string, hookEventName: string) => ({ sessionId, hookEventName }),
    'sent by the extension': (session_id: string, hook_event_name: string) => ({
      session_id,
      hook_event_name,
    }),
  };
  const DIALECTS = Object.keys(VSCODE) as (keyof typeof VSCODE)[];

  async function vscodeTalks(file: string, dialect: keyof typeof VSCODE, id: string): Promise<string[]> {
    const transcript = scene.machine.path(`${id}.jsonl`);
    const timestamp = () => new Date().toISOString();
    const play = (event: string, more: object = {}) =>
      happens(file, event, {
        timestamp: timestamp(),
        ...VSCODE[dialect](id, event),
        cwd: scene.machine.path('work/loom'),
        transcript_path: transcript,
        ...more,
      });
    writeFileSync(transcript, '');
    const printed = [
      await play('SessionStart', { source: 'new' }),
      await play('UserPromptSubmit', { prompt: `Which thread has ${id}?` }),
    ];
    const line = (type: string, data: object) => ({
      type,
      data,
      id: `${id}-${type}`,
      timestamp: timestamp(),
      parentId: null,
    });
    const lines = [
      line('session.start', { sessionId: id, version: 1, producer: 'copilot-agent' }),
      line('user.message', { content: `Which thread has ${id}?`, attachments: [] }),
      line('assistant.turn_start', { turnId: '0' }),
      line('assistant.message', {
        messageId: 'm',
        content: `The thread of ${id} is linen.`,
        toolRequests: [
          { toolCallId: 't', name: 'create_file', arguments: '{"filePath": "/loom/a.md"}', type: 'function' },
        ],
      }),
    ];
    writeFileSync(transcript, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    printed.push(
      await play('Stop', { stop_hook_active: false }),
      await play('PreCompact', { trigger: 'auto' }),
    );
    return printed.flat();
  }

  it.each(DIALECTS)(
    'begins a session of VS Code with the brief, and stores its turns once (%s)',
    async (dialect) => {
      const id = `v-${DIALECTS.indexOf(dialect)}`;
      const [start = '', ...others] = await vscodeTalks(OWN.vscode, dialect, id);
      expect(JSON.parse(start)).toEqual({
        hookSpecificOutput: {
          hookEventName: 'SessionStart',
          additionalContext: expect.stringContaining(BRIEF),
        },
      });
      expect(others).toEqual(others.map(() => ''));
      const stored = await turns(id);
      expect(stored.map(({ role, message }) => `${role}: ${message}`)).toEqual([
        `user: Which thread has ${id}?`,
        `assistant: The thread of ${id} is linen.`,
      ]);
      expect(new Set(stored.map(({ chat_id }) => chat_id.replace(/.*\//, '')))).toEqual(new Set(['loom']));
    },
  );

  describe('that runs the hooks of Claude Code as well', () => {
    const talks: Record<Editor, (file: string, id: string) => Promise<string[]>> = {
      cursor: cursorTalks,
      vscode: (file, id) => vscodeTalks(file, 'sent by the extension', id),
    };
    beforeAll(() => attach('attach', 'claude-code'));
    afterAll(() => attach('detach', 'claude-code'));

    it.each(['cursor', 'vscode'] as const)('gets and stores nothing twice: %s', async (editor) => {
      const id = `both-${editor}`;
      await talks[editor](OWN[editor], id);
      const before = (await turns(id)).length;
      const printed = await talks[editor](CLAUDE, id);
      expect(printed).toEqual(printed.map(() => ''));
      expect([before > 0, (await turns(id)).length]).toEqual([true, before]);
    });

    it.each(['cursor', 'vscode'] as const)(
      'has the memory by them where it is not attached: %s',
      async (editor) => {
        await attach('detach', editor);
        const id = `theirs-${editor}`;
        const printed = await talks[editor](CLAUDE, id);
        await attach('attach', editor);
        const field = editor === 'cursor' ? '"additional_context"' : '"additionalContext"';
        expect(printed.filter((text) => text.includes(BRIEF) && text.includes(field))).toHaveLength(1);
        expect((await turns(id)).filter(({ role }) => role === 'user').length).toBeGreaterThan(0);
      },
    );

    it('is told nothing with a request, where it would be lost', async () => {
      heedsMatchers = true;
      await attach('detach', 'vscode');
      const printed = await vscodeTalks(CLAUDE, 'sent by the extension', 'heeding');
      await attach('attach', 'vscode');
      expect(printed).toEqual(printed.map(() => ''));
      expect((await turns('heeding')).map(({ role }) => role)).toEqual(['user', 'assistant']);
    });
  });
});
