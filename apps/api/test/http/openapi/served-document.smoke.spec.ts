import type { OpenAPIObject } from '@nestjs/swagger';
import { startTestApp, type TestApp } from '../../harness/apps/test-app';

const DOCUMENT = '/api/docs-json';

describe('the OpenAPI document for programs that read it at each build', () => {
  let t: TestApp;
  const started: TestApp[] = [];
  async function start(environment: Record<string, string> = {}): Promise<TestApp> {
    const app = await startTestApp({ environment, ...(started[0] && { urls: started[0].urls }) });
    started.push(app);
    return app;
  }
  beforeAll(async () => {
    t = await start();
  });
  afterAll(async () => {
    for (const app of started.reverse()) await app.close();
  });

  const serversOf = async ({ http }: TestApp, headers: Record<string, string> = {}) =>
    ((await http.get(DOCUMENT).set(headers).expect(200)).body as OpenAPIObject).servers;

  it('is sent once, and then 304 as long as it is the same', async () => {
    const first = await t.http.get(DOCUMENT).expect(200);
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await t.http.get(DOCUMENT).set({ 'if-none-match': known, 'cache-control': 'no-cache' });
      expect([known, again.status, again.text, again.headers['etag']]).toEqual([known, 304, '', etag]);
    }
  });

  it('is sent whole to who has another one, or none', async () => {
    for (const headers of [{}, { 'if-none-match': '"other"' }]) {
      const { status, body } = await t.http.get(DOCUMENT).set(headers);
      expect([status, (body as OpenAPIObject).openapi]).toEqual([200, '3.1.0']);
    }
  });

  it('has another ETag where the installation has another address', async () => {
    const other = await start({ PUBLIC_URL: 'http://127.0.0.1:4999' });
    const tags = await Promise.all([t, other].map(({ http }) => http.get(DOCUMENT)));
    expect(new Set(tags.map(({ headers }) => String(headers['etag']))).size).toBe(2);
  });

  it('names the address of the installation, as its settings have it', async () => {
    const named = await start({ PUBLIC_URL: 'http://127.0.0.1:4999' });
    expect(await serversOf(named)).toEqual([
      { url: 'http://127.0.0.1:4999', description: 'This installation' },
    ]);
  });

  it('names this machine where no address is set, and never what a request calls it', async () => {
    const servers = await serversOf(t, { host: 'localhost:1', 'x-forwarded-host': 'evil.example' });
    expect(servers).toEqual([
      { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), description: 'This installation' },
    ]);
  });

  it('has the events that webhooks get, each with what it carries', async () => {
    const { webhooks } = (await t.http.get(DOCUMENT).expect(200)).body as {
      webhooks: Record<string, object>;
    };
    expect(Object.keys(webhooks)).toEqual(
      expect.arrayContaining(['appointment.booked', 'appointment.moved', 'client.updated', 'task.updated']),
    );
    for (const [event, described] of Object.entries(webhooks))
      expect([event, described]).toEqual([
        event,
        { post: expect.objectContaining({ requestBody: expect.any(Object) }) },
      ]);
  });
});
