import { AS_MANAGER } from '../../harness/data/credentials';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { call, UNKNOWN_ID, WEBHOOKS } from '../../harness/data/webhooks';

describe('the query of a request', () => {
  let t: ServedApp;
  let history: string;
  beforeAll(async () => {
    t = await sharedApp();
    history = await t.webhook('chat-history');
  });
  afterAll(() => t.close());

  const get = (pathAndQuery: string) => sendRaw(t.port, { path: pathAndQuery, headers: AS_MANAGER });

  it.each(WEBHOOKS)('has no unknown parameter: $path', async (webhook) => {
    const response = await call(t, await t.webhook(webhook.path), webhook).query({ unknown: '1' });
    expect(refusedFields(response)).toEqual([['unknown', 'unknown_field']]);
  });

  it.each(['/api/health/live', '/api/health/ready', '/api/workflows', `/api/workflows/${UNKNOWN_ID}`])(
    'has no parameter at all: %s',
    async (path) => {
      expect(refusedFields(await get(`${path}?a=1`))).toEqual([['a', 'unknown_field']]);
      expect(refusedFields(await get(`${path}?a=1&a=2&b`))).toEqual([
        ['a', 'unknown_field'],
        ['b', 'unknown_field'],
      ]);
    },
  );

  it('names the accepted parameters when there is another', async () => {
    const { detail } = expectProblem(await get(`${history}?chat_id=c&page=2`), 400, 'invalid_request');
    for (const name of ['chat_id', 'limit', 'before']) expect(detail).toContain(name);
  });

  it.each(['chat_id=a&chat_id=b', 'chat_id=a&chat_id=a', 'chat_id=&chat_id=a', 'chat_id=a&%63hat_id=b'])(
    'names each parameter once, not %s',
    async (query) => {
      expect(refusedFields(await get(`${history}?${query}`))).toEqual([['chat_id', 'repeated']]);
    },
  );

  it('names each of several repeated parameters', async () => {
    const answer = await get(`${history}?chat_id=a&chat_id=b&limit=1&limit=1`);
    expect(refusedFields(answer)).toEqual([
      ['chat_id', 'repeated'],
      ['limit', 'repeated'],
    ]);
  });

  it.each(['chat_id[]', 'chat_id[0]', 'chat_id.a', '__proto__', 'constructor', 'toString', ''])(
    'has no parameter "%s"',
    async (name) => {
      const answer = await get(`${history}?chat_id=a&${encodeURIComponent(name)}=b`);
      expect(refusedFields(answer)).toEqual([[name, 'unknown_field']]);
    },
  );

  it.each(['', '?', '?&', '?&&'])('may be empty: "%s"', async (query) => {
    expect((await get(`/api/health/live${query}`)).status).toBe(200);
  });

  it('is read as UTF-8, with a plus for a space', async () => {
    const answer = await get(`${history}?chat_id=%C3%A9+%F0%9F%98%80%2B`);
    expect(JSON.parse(answer.text)).toEqual({ chat_id: 'é 😀+', messages: [] });
  });

  it.each(['%ED%A0%80', '%ff', '%C3', '%', '%4', '%zz', 'a%', '%F0%9F'])(
    'is refused where it cannot be read: chat_id=%s',
    async (chat_id) => {
      expect((await get(`${history}?chat_id=${chat_id}`)).status).toBe(400);
    },
  );

  it('takes leading zeros for what they are', async () => {
    expect((await get(`${history}?chat_id=c&limit=0005`)).status).toBe(200);
  });

  it('is not looked for in the body: a read takes none', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = '{"chat_id":"c"}';
    const answer = await sendRaw(t.port, { path: `${history}?chat_id=c`, headers, body });
    expect(refusedFields(answer)).toEqual([['', 'wrong_type']]);
  });
});
