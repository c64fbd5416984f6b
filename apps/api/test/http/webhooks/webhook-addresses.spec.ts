import { AS_MANAGER } from '../../harness/data/credentials';
import { expectProblem, type ReceivedAnswer } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { call, UNKNOWN_ID, WEBHOOKS } from '../../harness/data/webhooks';

/** An answer without what no two answers share. */
function withoutRequestId({ status, headers, text }: ReceivedAnswer) {
  const { 'x-request-id': requestId, date: _date, ...others } = headers;
  return { status, headers: others, text: text.replaceAll(String(requestId), '') };
}

describe('the address of a webhook', () => {
  let t: ServedApp;
  let addresses: Map<string, string>;
  beforeAll(async () => {
    t = await sharedApp();
    addresses = new Map();
    for (const { path } of WEBHOOKS) addresses.set(path, await t.webhook(path));
  });
  afterAll(() => t.close());

  const addressOf = (path: string) => addresses.get(path) ?? '';

  describe.each(WEBHOOKS)('of $path', (webhook) => {
    const { path, method } = webhook;
    const otherPath = path === 'chat-history' ? 'assistant-context' : 'chat-history';
    const idOf = (one: string) => addressOf(one).split('/')[2] ?? '';

    it('has the id of the workflow between two fixed parts', async () => {
      expect(addressOf(path)).toMatch(
        new RegExp(
          `^/webhook/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/webhook/${path}$`,
        ),
      );
      expect((await call(t, addressOf(path), webhook)).status).toBeLessThan(300);
    });

    it.each([
      ['in the short form', () => `/webhook/${path}`],
      ['with an unknown id', () => `/webhook/${UNKNOWN_ID}/webhook/${path}`],
      ['with an id of another form', () => `/webhook/1/webhook/${path}`],
      ['with the id of another workflow', () => `/webhook/${idOf(otherPath)}/webhook/${path}`],
      ['with an unknown path', () => `/webhook/${idOf(path)}/webhook/${path}s`],
      ['with a slash too many', () => `/webhook/${idOf(path)}//webhook/${path}`],
      ['in capitals', () => `/webhook/${idOf(path)}/webhook/${path.toUpperCase()}`],
      ['with more behind it', () => `${addressOf(path)}/more`],
      ['without the second part', () => `/webhook/${idOf(path)}/${path}`],
    ])('is unknown %s', async (_, addressOfWrong) => {
      const { detail } = expectProblem(await call(t, addressOfWrong(), webhook), 404, 'webhook_not_found');
      expect(detail).toContain('/webhook/<workflow id>/webhook/<path>');
    });

    it('looks the same however it is wrong', async () => {
      const inactive = addressOf(path);
      await t.http
        .post(`/api/workflows/${idOf(path)}/deactivate`)
        .set(AS_MANAGER)
        .expect(200);
      const wrong = [
        inactive,
        `/webhook/${path}`,
        `/webhook/${UNKNOWN_ID}/webhook/${path}`,
        `/webhook/${idOf(otherPath)}/webhook/${path}`,
      ];
      const answers = [];
      for (const address of wrong) answers.push(withoutRequestId(await call(t, address, webhook)));
      await t.http
        .post(`/api/workflows/${idOf(path)}/activate`)
        .set(AS_MANAGER)
        .expect(200);
      expect(answers[0]?.status).toBe(404);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    });

    it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', method === 'GET' ? 'POST' : 'GET'])(
      'does not take %s',
      async (wrongMethod) => {
        const answer = await sendRaw(t.port, { method: wrongMethod, path: addressOf(path) });
        expectProblem(answer, 405, 'method_not_allowed');
        expect(answer.headers['allow']).toBe(method === 'GET' ? 'GET, HEAD' : 'POST');
      },
    );

    it.each(['DELETE', 'OPTIONS', 'HEAD'])('is unknown to %s too with an unknown id', async (anyMethod) => {
      const pathOfUnknown = `/webhook/${UNKNOWN_ID}/webhook/${path}`;
      const answer = await sendRaw(t.port, { method: anyMethod, path: pathOfUnknown });
      expect([answer.status, answer.headers['allow']]).toEqual([404, undefined]);
    });

    it('means the same in any percent-encoding', async () => {
      const encoded = addressOf(path).replace(/[a-f]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
      expect((await call(t, encoded, webhook)).status).toBeLessThan(300);
      const unknown = `/webhook/${UNKNOWN_ID}/webhook/${path.replace('a', '%61')}`;
      expectProblem(await call(t, unknown, webhook), 404, 'webhook_not_found');
    });
  });

  it('is looked at before the request', async () => {
    for (const path of ['assistant-session-summary', 'assistant-update-state', 'assistant-task']) {
      const wrong = t.http.post(`/webhook/${UNKNOWN_ID}/webhook/${path}?unknown=1`).send({ unknown: 1 });
      expectProblem(await wrong, 404, 'webhook_not_found');
    }
    const wrong = t.http.get(`/webhook/${UNKNOWN_ID}/webhook/chat-history?limit=0`);
    expectProblem(await wrong, 404, 'webhook_not_found');
  });

  it('takes a method that is right before it looks at the request', async () => {
    const response = t.http.put(`${addressOf('assistant-task')}?unknown=1`).send({ unknown: 1 });
    expectProblem(await response, 405, 'method_not_allowed');
  });

  it.each(['/webhook', '/webhook/', '/webhook/webhook', '/webhook/%00', '/webhook/..%2f..%2fapi'])(
    'is nothing at %s',
    async (path) => {
      const answer = await sendRaw(t.own_port, { path });
      expect(answer.status).toBe(404);
      expectProblem(
        answer,
        404,
        ['/webhook', '/webhook/'].includes(path) ? 'not_found' : 'webhook_not_found',
      );
    },
  );
});
