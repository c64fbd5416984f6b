import { connect } from 'node:net';
import { Client } from 'pg';
import { makeDataFolder, postJson, RunningProgram, type DataFolder } from '../harness/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/test-databases';

jest.setTimeout(30_000);

describe('requests in flight', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let holder: Client;

  beforeAll(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases();
    holder = new Client({ connectionString: databases.urls.memory.url });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await databases.drop();
    await data.remove();
  });

  async function start(environment: Record<string, string> = {}): Promise<RunningProgram> {
    const program = await RunningProgram.start({
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: databases.urls.panel.url,
      MEMORY_DATABASE_URL: databases.urls.memory.url,
      LOG_LEVEL: 'silent',
      ...environment,
    });
    return program.ready();
  }

  it('are finished before the program stops, and new ones are refused', async () => {
    const program = await start();
    await holder.query('begin');
    await holder.query('lock table assistant_state');
    const waiting = postJson(program.webhook('assistant-update-state'), { key: 'in flight', value: '1' });
    await untilSomebodyWaits();
    const stopped = program.kill('SIGTERM');
    await program.prints('Stopping…');
    await expect(fetch(`${program.base_url}/api/health/live`)).rejects.toThrow();
    await holder.query('commit');
    expect((await waiting).status).toBe(201);
    expect(await stopped).toEqual({ code: 0, signal: null });
  });

  it('are cut off once the program has waited long enough', async () => {
    const program = await start({ SHUTDOWN_TIMEOUT_MS: '300', LOCK_TIMEOUT_MS: '2000' });
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

  it('wait for a lock no longer than the limit: 503, and the next one works', async () => {
    const program = await start({ LOCK_TIMEOUT_MS: '200' });
    const send = () => postJson(program.webhook('assistant-update-state'), { key: 'locked', value: '1' });
    await holder.query('begin');
    await holder.query('lock table assistant_state');
    const answer = await send();
    await holder.query('rollback');
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'database_unavailable' }),
    ]);
    expect((await send()).status).toBe(201);
    await program.kill('SIGTERM');
  });

  it('wait for a connection no longer than the limit', async () => {
    const program = await start({ DB_POOL_SIZE: '1', CONNECTION_TIMEOUT_MS: '200', LOCK_TIMEOUT_MS: '2000' });
    await holder.query('begin');
    await holder.query('lock table assistant_state');
    const context = program.webhook('assistant-context');
    const first = fetch(context);
    await untilSomebodyWaits();
    expect((await fetch(`${context}?budget=1000`)).status).toBe(503);
    await holder.query('rollback');
    expect((await first).status).toBe(200);
    await program.kill('SIGTERM');
  });

  it('must arrive within the limits, headers and whole', async () => {
    const program = await start({ REQUEST_TIMEOUT_MS: '700', HEADERS_TIMEOUT_MS: '400' });
    const { port } = new URL(program.base_url);
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n';
    const slowHeaders = answerTo(Number(port), head);
    const slowBody = answerTo(
      Number(port),
      `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":`,
    );
    for (const answer of await Promise.all([slowHeaders, slowBody])) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"code":"request_timeout"');
    }
    expect(await answerTo(Number(port), 'NONSENSE\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [^]*"code":"malformed_http"/,
    );
    await program.kill('SIGTERM');
  });

  it('gets one answer where a body that the policy refused never arrives', async () => {
    const program = await start({ REQUEST_TIMEOUT_MS: '700', HEADERS_TIMEOUT_MS: '400' });
    const head = 'POST /api/users HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const answer = await answerTo(
      Number(new URL(program.base_url).port),
      `${head}Content-Length: 100\r\n\r\n{"half":`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
    await program.kill('SIGTERM');
  });

  async function untilSomebodyWaits(): Promise<void> {
    const waiting = `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`;
    while ((await holder.query(waiting)).rowCount === 0);
  }
});

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
