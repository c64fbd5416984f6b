import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstalledPostgres } from '../harness/databases/installed-postgres';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { describeWithPostgres15, POSTGRES_15 } from '../harness/databases/streaming-replica';
import { SECRETS } from '../harness/apps/test-app';

const ADMIN_PASSWORD = 'correct horse battery staple';

type Server = Awaited<ReturnType<typeof startInstalledPostgres>>;

describeWithPostgres15('the two databases on two servers', () => {
  const folders: string[] = [];
  let panel: Server;
  let memory: Server;
  let data: DataFolder;
  let program: RunningProgram;
  beforeAll(async () => {
    [panel, memory] = [await startServer(), await startServer()];
    data = makeDataFolder();
    program = await RunningProgram.start({
      ...SECRETS,
      ADMIN_PASSWORD,
      DATA_DIR: data.path,
      // Node.js says what it loads.
      NODE_DEBUG: 'module',
      PANEL_DATABASE_URL: panel.panel_url,
      MEMORY_DATABASE_URL: memory.memory_url,
    });
    await program.ready();
  });
  afterAll(async () => {
    await program.kill('SIGTERM');
    await panel.stop();
    await data.remove();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  async function startServer(): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'groupless-server-'));
    chmodSync(folder, 0o711);
    folders.push(folder);
    return startInstalledPostgres(POSTGRES_15, folder);
  }

  it('serve what needs both, and without the memory the panel goes on', async () => {
    const login = { email: 'admin@localhost', password: ADMIN_PASSWORD };
    const { access_token } = (await (await postJson(`${program.base_url}/api/auth/login`, login)).json()) as {
      access_token: string;
    };
    const get = (path: string) =>
      fetch(`${program.base_url}${path}`, { headers: { authorization: `Bearer ${access_token}` } });
    const ping = await fetch(`${program.base_url}/conversations/ping`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': SECRETS.AGENT_API_KEY },
      body: JSON.stringify({
        chat_id: 'both',
        channel: 'web',
        message: { role: 'user', text: 'Hello there' },
      }),
    });
    expect(ping.status).toBe(200);
    const { items } = (await (await get('/api/conversations')).json()) as { items: { id: string }[] };
    expect(await (await get(`/api/conversations/${items[0]?.id}/messages`)).text()).toContain('Hello there');
    expect((await get('/api/dashboard')).status).toBe(200);
    expect((await get('/api/health/ready')).status).toBe(200);

    const context = program.webhook('assistant-context');
    expect((await fetch(context)).status).toBe(200);
    await memory.stop();
    expect((await fetch(context)).status).toBe(503);
    expect((await get('/api/clients')).status).toBe(200);
    expect((await get('/api/health/ready')).status).toBe(503);
  });

  it('load nothing of OpenTelemetry where it is not asked for', () => {
    expect(program.output).toContain('node_modules/typeorm');
    expect(program.output).not.toContain('@opentelemetry');
  });
});
