import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Machine } from './machine';
import { MachineInProcess } from './machine-in-process';

const ACCOUNT = { id: '01a1f9f3-5136-7fce-9152-5d0df71a3ae3', name: 'A', type: 'pro', session_version: 1 };
const OLD = '{"claudeAiOauth":{"accessToken":"old"}}';
const WHOLE = JSON.stringify({
  ...ACCOUNT,
  session_data: { claudeAiOauth: { accessToken: 'new', refreshToken: 'r' } },
});
const PROBLEM = { type: 'about:blank', title: 't', detail: 'Not that way.', instance: 'urn:uuid:0' };

describe('assistant-switch and what may come over the network', () => {
  let server: Server;
  let answer: RequestListener;
  let machine: Machine;
  let asked = 0;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked++;
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeEach(() => {
    asked = 0;
    machine = new MachineInProcess(url(), 'key-canary');
    machine.write('.claude/.credentials.json', OLD);
  });
  afterEach(() => machine.remove());
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  const send =
    (status: number, body: string, headers = {}): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

  /** What must not touch the file, and the exit code that it ends with. */
  const ANSWERS: [string, RequestListener, number][] = [
    ['no JSON', send(200, '<html>Log in to the Wi-Fi</html>'), 1],
    ['JSON of another shape', send(200, '{"claudeAiOauth":{"accessToken":"x"}}'), 1],
    ['a session that is no object', send(200, JSON.stringify({ ...ACCOUNT, session_data: OLD })), 1],
    [
      'a session without tokens',
      send(200, JSON.stringify({ ...ACCOUNT, session_data: { claudeAiOauth: {} } })),
      1,
    ],
    ['half of a session', send(200, WHOLE.slice(0, -10)), 1],
    ['a redirect', send(302, WHOLE, { location: 'https://example.com/' }), 1],
    ['too much', send(200, `${WHOLE}${' '.repeat(5 * 1024 * 1024)}`), 1],
    [
      'a key that is not accepted',
      send(401, JSON.stringify({ ...PROBLEM, status: 401, code: 'invalid_api_key' })),
      3,
    ],
    ['a key without the scope', send(403, JSON.stringify({ ...PROBLEM, status: 403, code: 'forbidden' })), 3],
    ['a proxy’s own refusal', send(403, 'Forbidden'), 3],
    ['no such page', send(404, 'Not found'), 1],
    [
      'no active account',
      send(404, JSON.stringify({ ...PROBLEM, status: 404, code: 'no_active_account' })),
      4,
    ],
    ['no session', send(404, JSON.stringify({ ...PROBLEM, status: 404, code: 'no_session' })), 4],
    [
      'a database that is away',
      send(503, JSON.stringify({ ...PROBLEM, status: 503, code: 'database_unavailable' })),
      1,
    ],
    [
      'an answer that breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': WHOLE.length });
        response.write(WHOLE.slice(0, -10), () => response.destroy());
      },
      5,
    ],
    ['a connection that breaks', (request) => void request.socket.destroy(), 5],
    ['an answer that never begins', () => undefined, 5],
    ['an answer that never ends', (_request, response) => void response.writeHead(200).write('{'), 5],
  ];

  it.each(ANSWERS)('leaves the file alone on %s', async (name, listener, expected) => {
    answer = listener;
    // What never comes is waited for only shortly, what comes as long as a busy machine takes. It keeps no process alive.
    const isEndless = name.includes('never');
    const { code, stderr } = await machine.run(
      ['--force', '--timeout', isEndless ? '1' : '60'],
      isEndless ? { as_process: true } : {},
    );
    expect([code, machine.read('.claude/.credentials.json')]).toEqual([expected, OLD]);
    expect(stderr).toMatch(/^✗ /);
    // The list and the session, and neither a second time.
    expect(asked).toBeLessThanOrEqual(2);
  });

  it('takes a whole session from the same server', async () => {
    answer = send(200, WHOLE);
    expect((await machine.run(['--force'])).code).toBe(0);
    expect(machine.read('.claude/.credentials.json')).toContain('new');
  });

  it('ends with 5 where nothing listens, and where no such host is', async () => {
    for (const url of ['http://127.0.0.1:9', 'https://no-such-host.invalid']) {
      const { code, stderr } = await machine.run(['--json'], { variables: { ASSISTANT_SWITCH_URL: url } });
      expect([code, JSON.parse(stderr)]).toMatchObject([5, { error: { code: 'no_answer' } }]);
    }
  });

  it('sends the key to nobody over plain http but this machine, unless told to', async () => {
    const variables = { ASSISTANT_SWITCH_URL: 'http://panel.invalid' };
    expect((await machine.run([], { variables })).code).toBe(2);
    expect((await machine.run(['--insecure'], { variables })).code).toBe(5);
  });

  it('shows the texts of others without what could move a cursor', async () => {
    const name = 'A\u001b[31m\nB\u202e';
    answer = send(200, JSON.stringify([{ ...ACCOUNT, name, has_session: false, is_active: true }]));
    const { stdout } = await machine.run(['list']);
    expect(stdout).toContain('A [31m B');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('\u202e');
  });

  it('keeps its secrets out of what others see of a process', async () => {
    answer = send(200, WHOLE);
    const { stderr } = await machine.run(['login', '--key', 'secret-canary']);
    expect(stderr).toContain('--key');
    expect((await machine.run(['login', '--help'])).stdout).not.toMatch(/--key </);
  });
});
