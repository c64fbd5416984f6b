import { connect } from 'node:net';
import { Client } from 'pg';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { rawRequest, REVISIONS } from '../harness/http/mcp-client';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { eventually, WAITS_FOR_LOCK } from '../harness/data/times';

const AGENT_API_KEY = 'agent-'.repeat(8);

describe('requests in flight', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let holder: Client;
  let other: Client;

  beforeAll(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases();
    holder = new Client({ connectionString: databases.urls.memory.url });
    await holder.connect();
    other = new Client({ connectionString: databases.urls.memory.url });
    await other.connect();
  });
  afterAll(async () => {
    await holder.end();
    await other.end();
    await databases.drop();
    await data.remove();
  });

  async function start(environment: Record<string, string> = {}): Promise<RunningProgram> {
    const program = await RunningProgram.start({
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: databases.urls.panel.url,
      MEMORY_DATABASE_URL: databases.urls.memory.url,
      LOG_LEVEL: 'warn',
      ...environment,
    });
    return program.ready();
  }

  it('wait for a lock and for a connection no longer than the limit: 503, and the next one works', async () => {
    const limits = { LOCK_TIMEOUT_MS: '5000', DB_POOL_SIZE: '1', CONNECTION_TIMEOUT_MS: '1500' };
    const program = await start(limits);
    const send = () => postJson(program.webhook('assistant-update-state'), { key: 'locked', value: '1' });
    await holder.query('begin');
    await holder.query('lock table assistant_state');
    const waiting = send();
    await untilSomebodyWaits();
    // The only connection is taken.
    expect((await fetch(`${program.webhook('assistant-context')}?budget=1000`)).status).toBe(503);
    const answer = await waiting;
    await holder.query('rollback');
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'database_unavailable' }),
    ]);
    expect((await send()).status).toBe(201);
    await program.kill('SIGTERM');
  });

  it('are finished before the program stops, and new ones are refused', async () => {
    const program = await start({
      ...{ LOCK_TIMEOUT_MS: '30000', STATEMENT_TIMEOUT_MS: '30000' },
      SHUTDOWN_TIMEOUT_MS: '30000',
    });
    await holder.query('begin');
    await holder.query('lock table assistant_state');
    const finished = postJson(program.webhook('assistant-update-state'), { key: 'in flight', value: '1' });
    // The search index waits for the same lock. The stop waits for it too, but only after the requests.
    await other.query(`insert into search_queue (kind, id) values ('state', 0)`);
    await untilSomebodyWaits(2);
    const stopped = program.kill('SIGTERM');
    await eventually(() => isRefused(Number(new URL(program.base_url).port)));
    await holder.query('commit');
    const answer = await finished;
    const { status } = answer;
    expect({ status, body: await answer.json(), said: program.output }).toMatchObject({ status: 201 });
    expect(await stopped).toEqual({ code: 0, signal: null });
  });

  it.each(REVISIONS)('over MCP in the revision %s are finished too', async (revision) => {
    const program = await start({
      ...{ LOCK_TIMEOUT_MS: '30000', STATEMENT_TIMEOUT_MS: '30000', AGENT_API_KEY },
      SHUTDOWN_TIMEOUT_MS: '30000',
    });
    await holder.query('begin');
    await holder.query('lock table chat_history');
    const args = { message: { role: 'user', text: 'Hello' } };
    const { headers, body } = rawRequest(revision, 'tools/call', { name: 'take_messages', arguments: args });
    const finished = fetch(`${program.base_url}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'x-api-key': AGENT_API_KEY },
      body: JSON.stringify(body),
    });
    await untilSomebodyWaits();
    const stopped = program.kill('SIGTERM');
    await eventually(() => isRefused(Number(new URL(program.base_url).port)));
    await holder.query('commit');
    const answer = await finished;
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ result: expect.objectContaining({ isError: false }) }),
    ]);
    expect(await stopped).toEqual({ code: 0, signal: null });
  });

  it('must arrive within the limits, headers and whole, and are cut off at a stop that waited long enough', async () => {
    const program = await start({
      ...{ REQUEST_TIMEOUT_MS: '700', HEADERS_TIMEOUT_MS: '400' },
      ...{ SHUTDOWN_TIMEOUT_MS: '300', LOCK_TIMEOUT_MS: '20000' },
    });
    const port = Number(new URL(program.base_url).port);
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n';
    const begun = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":';
    const slowHeaders = answerTo(port, head);
    const slowBody = answerTo(port, head + begun);
    // A body that the policy refused before it came gets one answer.
    const refused = answerTo(port, `POST /api/users HTTP/1.1\r\nHost: localhost\r\n${begun}`);
    for (const answer of await Promise.all([slowHeaders, slowBody])) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"code":"request_timeout"');
    }
    expect((await refused).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
    expect(await answerTo(port, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"code":"malformed_http"/);

    await holder.query('begin');
    await holder.query('lock table assistant_state');
    const waiting = postJson(program.webhook('assistant-update-state'), { key: 'cut off', value: '1' });
    const cut = expect(waiting).rejects.toThrow();
    await untilSomebodyWaits();
    const stopped = program.kill('SIGTERM');
    await cut;
    await holder.query('rollback');
    expect(await stopped).toEqual({ code: 0, signal: null });
  });

  async function untilSomebodyWaits(least = 1): Promise<void> {
    await eventually(async () => ((await other.query(WAITS_FOR_LOCK)).rowCount ?? 0) >= least);
  }
});

/** Whether nothing takes a new connection. */
function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}

/** Sends raw bytes and reads until the server closes the connection. */
function answerTo(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
