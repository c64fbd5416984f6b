import { AS_MANAGER, MEMORY_API_KEY } from '../harness/data/credentials';
import { sendBytes, sendRaw } from '../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { SECRETS } from '../harness/apps/test-app';
import { eventually } from '../harness/data/times';
import { UNKNOWN_ID, WEBHOOKS } from '../harness/data/webhooks';

const POSTED = 'what-nobody-else-may-read';

interface LogLine {
  request_id?: string;
  method?: string;
  route?: string | null;
  status?: number;
}

describe('the log', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp({ environment: { MEMORY_API_KEY } });
  });
  afterAll(() => t.close());

  const lines = () => t.log_lines.join('').split('\n').filter(Boolean);

  async function lineOf(requestId: string): Promise<LogLine> {
    const isOfRequest = (line: string) => line.includes(requestId) && line.includes('"status"');
    await eventually(() => lines().some(isOfRequest));
    return JSON.parse(lines().find(isOfRequest) ?? '') as LogLine;
  }

  it('has a line a request, with the hyphenated id and the pattern of the route', async () => {
    const id = '0192f0c17f3e4c599d0e0a4a3f0b6f12';
    const headers = { ...AS_MANAGER, 'x-request-id': id };
    await sendRaw(t.port, { path: `/api/workflows/${UNKNOWN_ID}`, headers });
    expect(await lineOf('0192f0c1-7f3e-4c59-9d0e-0a4a3f0b6f12')).toMatchObject({
      request_id: '0192f0c1-7f3e-4c59-9d0e-0a4a3f0b6f12',
      method: 'GET',
      route: '/api/workflows/:id',
      status: 404,
    });
  });

  it.each(['PUT', 'OPTIONS', 'PROPFIND'])(
    'has the method that was sent, where no route takes it: %s',
    async (method) => {
      for (const path of ['/api/workflows', '/api/nothing']) {
        const { headers } = await sendRaw(t.port, { method, path, headers: AS_MANAGER });
        expect((await lineOf(String(headers['x-request-id']))).method).toBe(method);
      }
    },
  );

  it('never holds the id of a webhook, a key or a posted text', async () => {
    const ids: string[] = [];
    const keys = { ...AS_MANAGER, 'x-api-key': MEMORY_API_KEY };
    for (const { path } of WEBHOOKS) {
      const address = await t.webhook(path);
      ids.push(address.split('/')[2] ?? '');
      const wrongKey = { 'x-api-key': `wrong-${POSTED}`, authorization: `Bearer ${POSTED}` };
      for (const method of ['GET', 'POST', 'DELETE']) {
        for (const headers of [{}, keys, wrongKey]) {
          await sendRaw(t.port, { method, path: `${address}?chat_id=${POSTED}`, headers });
          const body = JSON.stringify({ key: POSTED, value: POSTED, summary: POSTED, task: POSTED });
          const withType = { ...headers, 'content-type': 'application/json', 'idempotency-key': POSTED };
          await sendRaw(t.port, { method, path: address, headers: withType, body });
          await sendRaw(t.port, { method, path: address, headers: withType, body: body.slice(1) });
        }
      }
      await sendRaw(t.port, { path: `${address}/%zz` });
      await sendRaw(t.port, { path: address.replace('/webhook/', '/WEBHOOK/') });
      await sendBytes(t.own_port, `GET ${address}?a= b HTTP/1.1\r\nHost: a\r\n\r\n`);
    }
    await t.http.post(`/api/workflows/${ids[0]}/rotate`).set(AS_MANAGER).expect(200);
    const { headers } = await t.http.get('/api/health/live');
    await lineOf(headers['x-request-id']!);
    const secrets = [...ids, ...Object.values(SECRETS), MEMORY_API_KEY, POSTED];
    expect(lines().filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  });

  it('tells of an unforeseen error under the id of the request, without what was stored or sent', async () => {
    await t.memory.query(
      `alter table assistant_state add constraint planted check (value not like '${POSTED}%')`,
    );
    const response = await t.http
      .post(await t.webhook('assistant-update-state'))
      .set('x-api-key', MEMORY_API_KEY)
      .send({ key: 'k', value: `${POSTED} indeed` })
      .expect(500);
    expect(response.text).not.toContain('planted');
    const requestId = response.headers['x-request-id']!;
    await lineOf(requestId);
    const told = lines().filter((line) => line.includes(requestId));
    expect(told.join('')).toContain('"level":"error"');
    expect(told.join('')).toContain('planted');
    expect(lines().join('')).not.toContain(POSTED);
  });
});
