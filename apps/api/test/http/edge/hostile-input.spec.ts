import { METHODS } from 'node:http';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { AS_MANAGER } from '../../harness/data/credentials';
import { fireSize } from '../../harness/hostile/fire';
import { faultOfProblem, type ReceivedAnswer } from '../../harness/http/problems';
import { sendBytes, sendRaw, type RawRequest } from '../../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import {
  hostileBodies,
  hostileHeaders,
  hostileParts,
  hostileQueries,
  latinTexts,
  spellings,
} from '../../harness/hostile/hostile-values';
import { UNKNOWN_ID, WEBHOOKS } from '../../harness/data/webhooks';

/** The same inputs in every run, so that a failure can be repeated. */
const SEED = 20_261_120;

describe('hostile input', () => {
  let t: ServedApp;
  let webhooks: string[];
  beforeAll(async () => {
    const panelFolder = join(__dirname, '../../../../../dist/apps/panel/files');
    t = await startServedApp({
      environment: { KEY_FAILURES_PER_MINUTE: '1000000' },
      panel_folder: panelFolder,
    });
    webhooks = await Promise.all(WEBHOOKS.map(({ path }) => t.webhook(path)));
  });
  afterAll(() => t.close());

  /** One of the right webhooks of a method, or of some other addresses. */
  const routeOf = (method: 'GET' | 'POST', ...others: string[]) =>
    fc.nat().map((number) => {
      const addresses = webhooks.filter((_, index) => WEBHOOKS[index]?.method === method);
      return [...addresses, ...others][number % (addresses.length + others.length)]!;
    });
  const reads = routeOf('GET', '/api/workflows', `/api/workflows/${UNKNOWN_ID}`, '/api/health/ready');
  const writes = routeOf('POST', `/api/workflows/${UNKNOWN_ID}/rotate`);
  const unknown = fc.constantFrom(
    '/webhook/chat-history',
    `/webhook/${UNKNOWN_ID}/webhook/chat-history`,
    '/api',
  );
  const anywhere = fc.oneof(reads, writes, unknown);

  /** Expects an answer, and a proper problem if it is a refusal. */
  function expectProper(answer: ReceivedAnswer, method = 'GET'): void {
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400 && method !== 'HEAD') expect(faultOfProblem(answer)).toBeNull();
  }

  async function survives(request: RawRequest): Promise<ReceivedAnswer> {
    const answer = await sendRaw(t.port, request);
    expectProper(answer, request.method);
    return answer;
  }

  it('in bodies is answered properly', async () => {
    const headers = { ...AS_MANAGER, 'content-type': 'application/json' };
    const property = fc.asyncProperty(writes, hostileBodies, async (path, sent) => {
      await survives({ method: 'POST', path, headers, body: sent });
    });
    await fc.assert(property, { numRuns: fireSize({ small: 250, usual: 700 }), seed: SEED });
  });

  it('in paths is answered properly, and opens nothing', async () => {
    const oddMethod = fc.constantFrom(...METHODS.filter((one) => one !== 'CONNECT'));
    const method = fc.oneof(fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE'), oddMethod);
    const part = fc.option(hostileParts);
    const property = fc.asyncProperty(method, anywhere, spellings, part, async (verb, path, respell, odd) => {
      const cut = path.lastIndexOf('/');
      const oddPath = odd === null ? path : `${path.slice(0, cut)}/${odd}${path.slice(cut)}`;
      const { status, headers } = await survives({ method: verb, path: respell(oddPath) });
      // An address outside the API's is the panel's, whose pages hold nothing of anybody.
      const isPage = String(headers['content-type']).startsWith('text/html');
      if (path.startsWith('/api/workflows') && !isPage) expect(status).toBeGreaterThanOrEqual(400);
    });
    await fc.assert(property, { numRuns: fireSize({ small: 150, usual: 400 }), seed: SEED });
  });

  it('in queries is answered properly', async () => {
    const property = fc.asyncProperty(reads, hostileQueries, async (path, sent) => {
      await survives({ path: `${path}?${sent}`, headers: AS_MANAGER });
    });
    await fc.assert(property, { numRuns: fireSize({ small: 120, usual: 350 }), seed: SEED });
  });

  it('in headers is answered properly', async () => {
    const property = fc.asyncProperty(reads, writes, hostileHeaders, async (read, write, headers) => {
      await survives({ path: read, headers });
      const asJson = { 'content-type': 'application/json', ...headers };
      await survives({ method: 'POST', path: write, headers: asJson, body: '{"key":"a","value":"b"}' });
    });
    await fc.assert(property, { numRuns: fireSize({ small: 60, usual: 150 }), seed: SEED });
  });

  it('in the HTTP itself is answered properly', async () => {
    const property = fc.asyncProperty(latinTexts, fc.boolean(), async (odd, inLine) => {
      const line = inLine ? `GET /api/${odd} HTTP/1.1` : `GET /api/health/live HTTP/1.1`;
      const header = inLine ? '' : `${odd}\r\n`;
      const bytes = Buffer.from(`${line}\r\nHost: a\r\nConnection: close\r\n${header}\r\n`, 'latin1');
      expectProper(await sendBytes(t.own_port, bytes));
    });
    await fc.assert(property, { numRuns: fireSize({ small: 40, usual: 100 }), seed: SEED });
  });

  it('leaves the server as it was', async () => {
    await t.http.get('/api/health/ready').expect(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    for (const [index, webhook] of WEBHOOKS.entries())
      expect(await t.webhook(webhook.path)).toBe(webhooks[index]);
  });
});
