import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HomeInProcess } from './spec-support';

const CLAUDE = { claudeAiOauth: { accessToken: 'a', refreshToken: 'r', expiresAt: Date.UTC(2090, 0) } };
const CODEX = { tokens: { access_token: 'a', refresh_token: 'r' } };

const TOOLS = {
  claude_code: {
    target: 'claude-code',
    file: '.claude/.credentials.json',
    whole: CLAUDE,
    faulty: {
      half: { claudeAiOauth: { accessToken: 'a' } },
      wiped: { claudeAiOauth: { accessToken: '', refreshToken: '', expiresAt: 0 } },
      'of another tool': CODEX,
    },
  },
  codex: {
    target: 'codex',
    file: '.codex/auth.json',
    whole: CODEX,
    faulty: {
      half: { tokens: { access_token: 'a' } },
      wiped: { tokens: { access_token: '', refresh_token: '' }, OPENAI_API_KEY: null },
      'of another tool': CLAUDE,
    },
  },
} as const;

type Tool = keyof typeof TOOLS;
const FAULTS = ['empty', 'half', 'wiped', 'of another tool', 'truncated', 'not JSON'] as const;

function faultyText(tool: Tool, fault: (typeof FAULTS)[number]): string {
  const { whole, faulty } = TOOLS[tool];
  if (fault === 'empty') return '{}';
  if (fault === 'truncated') return JSON.stringify(whole).slice(0, -12);
  if (fault === 'not JSON') return '<html>Log in</html>';
  return JSON.stringify(faulty[fault]);
}

/** A panel with two accounts that serves any text as the second one's session. */
class FakePanel {
  tool: Tool = 'claude_code';
  active: 'a' | 'b' = 'a';
  /** The text of the session of the second account. */
  faulty = '{}';
  /** What the session of an account by its id is answered with, if not with the session. */
  refusal: { status: number; code: string } | null = null;
  /** What was asked that changes something. */
  changes: string[] = [];

  private readonly server: Server = createServer((request, response) => this.answer(request, response));

  start(): Promise<void> {
    return new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private answer({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void {
    const send = (status: number, body: string) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    const path = url.replace('/api/assistant-accounts', '');
    if (method !== 'GET') this.changes.push(`${method} ${path}`);
    const activated = /^\/([ab])\/activate$/.exec(path)?.[1] as 'a' | 'b' | undefined;
    if (activated !== undefined) {
      this.active = activated;
      send(200, JSON.stringify(this.account(activated)));
    } else if (path === '') send(200, JSON.stringify([this.account('a'), this.account('b')]));
    else if (path.startsWith('/active-session')) send(200, this.session(this.active));
    else if (!path.endsWith('/session') || method !== 'GET') send(404, '{}');
    else if (this.refusal === null) send(200, this.session(path.includes('/a/') ? 'a' : 'b'));
    else send(this.refusal.status, JSON.stringify({ ...this.refusal, title: 't', detail: 'Not that way.' }));
  }

  private account(id: 'a' | 'b') {
    const { tool, active } = this;
    const own = { id, name: id, type: 'pro', tool, session_version: id === 'a' ? 1 : 2 };
    return { ...own, has_session: true, is_active: active === id, session_expires_at: null };
  }

  private session(id: 'a' | 'b'): string {
    const session = id === 'a' ? JSON.stringify(TOOLS[this.tool].whole) : this.faulty;
    return `{"id":"${id}","name":"${id}","type":"pro","session_version":${id === 'a' ? 1 : 2},"session_data":${session}}`;
  }
}

describe('assistant-switch and a faulty session', () => {
  const panel = new FakePanel();
  let machine: HomeInProcess;

  beforeAll(() => panel.start());
  beforeEach(() => {
    Object.assign(panel, { active: 'a', refusal: null, changes: [] });
    machine = new HomeInProcess(panel.url, 'key-canary');
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  /** Puts the first account on the machine, which is what a faulty one must not replace. */
  const begin = async (tool: Tool) => {
    panel.tool = tool;
    expect(await machine.run(['use', 'a'])).toMatchObject({ code: 0 });
    panel.changes = [];
  };
  /** All files but what is remembered of the machine: which account it has used and who held a session. */
  const content = () =>
    machine
      .files()
      .filter((file) => !file.endsWith('/machine.json'))
      .sort()
      .map((file) => [file, machine.read(file)]);
  const expectRefusal = async (name: string, args: string[], before: unknown) => {
    const { code, stderr } = await machine.run(args);
    expect([name, code]).not.toEqual([name, 0]);
    expect([name, stderr]).toEqual([name, expect.stringMatching(/^✗ /)]);
    expect([name, panel.changes, content()]).toEqual([name, [], before]);
  };

  const CASES = (Object.keys(TOOLS) as Tool[]).flatMap((tool) =>
    FAULTS.map((fault) => [tool, fault] as const),
  );

  it.each(CASES)('in the panel never becomes active nor comes here: %s, %s', async (tool, fault) => {
    await begin(tool);
    panel.faulty = faultyText(tool, fault);
    const before = content();
    for (const args of [
      ['use', 'b'],
      ['use', 'b', '--force'],
      ['use', 'b', '--here'],
    ])
      await expectRefusal(args.join(' '), args, before);
    expect(panel.active).toBe('a');
    panel.active = 'b';
    for (const args of [['sync'], ['sync', '--force']]) await expectRefusal(args.join(' '), args, before);
  });

  it.each(CASES)('in the file here is not captured: %s, %s', async (tool, fault) => {
    await begin(tool);
    machine.write(TOOLS[tool].file, faultyText(tool, fault));
    const before = content();
    for (const args of [
      ['capture', 'a'],
      ['capture', 'a', '--force'],
    ])
      await expectRefusal(args.join(' '), args, before);
  });

  it.each([
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [403, 'forbidden'],
  ])('is not activated where the panel answers %i instead of it', async (status, code) => {
    await begin('claude_code');
    panel.refusal = { status, code };
    const { code: exitCode } = await machine.run(['use', 'b']);
    expect([exitCode, panel.changes]).toEqual([status === 403 ? 3 : 1, []]);
    expect(machine.read('.claude/.credentials.json')).toBe(JSON.stringify(CLAUDE));
  });

  it('is not taken for a panel that is away: nothing is activated then', async () => {
    await begin('claude_code');
    panel.refusal = { status: 503, code: 'database_unavailable' };
    const { code } = await machine.run(['use', 'b']);
    expect([code, panel.changes]).toEqual([1, []]);
  });
});
