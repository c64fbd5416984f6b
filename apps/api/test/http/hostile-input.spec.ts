import { METHODS, type OutgoingHttpHeaders } from 'node:http';
import * as fc from 'fast-check';
import { AS_MANAGER } from '../harness/credentials';
import { faultOfProblem, type ReceivedAnswer } from '../harness/problems';
import { sendBytes, sendRaw, type RawRequest } from '../harness/raw-http';
import { startServedApp, type ServedApp } from '../harness/served-app';
import { UNKNOWN_ID, WEBHOOKS } from '../harness/webhooks';

/** The same inputs in every run, so that a failure can be repeated. */
const SEED = 20_261_120;

/** JSON values as they are written, so that a body can hold what JSON.stringify() would never make. */
const literal = fc.oneof(
  fc.constantFrom(
    ...[
      'null',
      'true',
      '""',
      '"create"',
      '"done"',
      '"\\ud800"',
      '"\\udc00x"',
      '"a\\u0000b"',
      '"\\u202e\\ufeff"',
    ],
    ...['0', '-0', '1e999', '-1e999', '1e-999', '5.0', '10.5', '9007199254740993', '99999999999999999999'],
    ...['[]', '{}', '[null]', '{"__proto__":{"polluted":1}}', '{"then":1}', '[[[["a"]]]]', '{"length":9}'],
    `"${'x'.repeat(70_000)}"`,
    `[${Array(300).fill('"x"').join()}]`,
    '['.repeat(40) + ']'.repeat(40),
  ),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const field_name = fc.oneof(
  fc.constantFrom(
    'summary',
    'projects_touched',
    'mood',
    'key',
    'value',
    'category',
    'action',
    'task',
    'priority',
  ),
  fc.constantFrom(
    'project',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toJSON',
    '',
    'Key',
    '\\ud800',
    '\\u0000',
  ),
);
const object_text = fc
  .array(fc.tuple(field_name, literal), { maxLength: 6 })
  .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join()}}`);
const body = fc.oneof(
  { weight: 6, arbitrary: object_text },
  { weight: 2, arbitrary: literal },
  { weight: 1, arbitrary: object_text.map((text) => text.slice(0, -1)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

const odd_part = fc.constantFrom(
  ...['%00', '%ff', '%zz', '%', '%2f', '%5c', '%2e%2e', '..', '.', ';', ';a=b', '//', '\\', '~', '*', ':id'],
  ...[
    '%F0%9F%98%80',
    '%ed%a0%80',
    '%25',
    '%0d%0a',
    '<script>',
    "'",
    '|',
    '{}',
    '__proto__',
    'x'.repeat(5_000),
  ],
);
const spelling = fc.constantFrom<(path: string) => string>(
  (path) => path,
  (path) => path.replace(/s/g, '%73'),
  (path) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '/./'),
  (path) => path.replaceAll('/', '%2F'),
  (path) => `${path}/`,
  (path) => `${path};jsessionid=1`,
  (path) => `/x/..${path}`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
);

describe('hostile input', () => {
  let t: ServedApp;
  let webhooks: string[];
  beforeAll(async () => {
    t = await startServedApp({ environment: { KEY_FAILURES_PER_MINUTE: '1000000' } });
    webhooks = await Promise.all(WEBHOOKS.map(({ path }) => t.webhook(path)));
  });
  afterAll(() => t.close());

  const routes = () => [
    ...webhooks,
    `/webhook/${UNKNOWN_ID}/webhook/assistant-task`,
    '/webhook/assistant-task',
    '/api/workflows',
    `/api/workflows/${UNKNOWN_ID}`,
    `/api/workflows/${UNKNOWN_ID}/activate`,
    `/api/workflows/${UNKNOWN_ID}/rotate`,
    '/api/health/ready',
    '/api/nothing',
  ];
  const route = fc.nat().map((number) => routes()[number % routes().length]!);

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

  function forAll<Values extends unknown[]>(
    runs: number,
    arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
    check: (...values: Values) => Promise<void>,
  ): Promise<void> {
    return fc.assert(fc.asyncProperty(...arbitraries, check), { numRuns: runs, seed: SEED });
  }

  it('in bodies is answered properly', async () => {
    await forAll<[string, string | Buffer]>(600, [route, body], async (path, sent) => {
      const headers = { ...AS_MANAGER, 'content-type': 'application/json' };
      await survives({ method: 'POST', path, headers, body: sent });
    });
  });

  it('in paths is answered properly, and opens nothing', async () => {
    const method = fc.constantFrom(...METHODS.filter((one) => one !== 'CONNECT'));
    const arbitraries = [method, route, spelling, fc.option(odd_part)] as const;
    await forAll<[string, string, (path: string) => string, string | null]>(
      400,
      [...arbitraries],
      async (verb, path, respell, odd) => {
        const cut = path.lastIndexOf('/');
        const odd_path = odd === null ? path : `${path.slice(0, cut)}/${odd}${path.slice(cut)}`;
        const { status } = await survives({ method: verb, path: respell(odd_path) });
        if (path.startsWith('/api/workflows')) expect(status).toBeGreaterThanOrEqual(400);
      },
    );
  });

  it('in queries is answered properly', async () => {
    const name = fc.constantFrom(
      'chat_id',
      'limit',
      'before',
      'chat_id[]',
      '__proto__',
      'budget',
      '%63hat_id',
      '',
    );
    const digits = fc.constantFrom(
      '1',
      '0',
      '-1',
      '1e2',
      '0x10',
      '+5',
      '1.5',
      '9'.repeat(30),
      '9'.repeat(400),
      '٣',
    );
    const value = fc.oneof(digits, odd_part, fc.string({ unit: 'binary' })).map((text) => {
      return /^[\x21-\x7e]*$/.test(text) ? text.replaceAll('#', '') : encodeURIComponent(text);
    });
    const query = fc
      .array(fc.tuple(name, value), { maxLength: 5 })
      .map((parameters) => parameters.map((parameter) => parameter.join('=')).join('&'));
    await forAll<[string, string]>(350, [route, query], async (path, sent) => {
      await survives({ path: `${path}?${sent}`, headers: AS_MANAGER });
    });
  });

  it('in headers is answered properly', async () => {
    const name = fc.constantFrom(
      ...['content-type', 'idempotency-key', 'x-api-key', 'x-workflow-api-key', 'authorization', 'cookie'],
      ...['if-none-match', 'x-request-id', 'accept', 'accept-encoding', 'content-encoding', 'origin', 'host'],
      ...['x-forwarded-for', 'x-forwarded-host', 'range', 'if-match', 'x-http-method-override', 'forwarded'],
    );
    const value = fc.oneof(
      fc.constantFrom(
        '',
        '*',
        ',',
        ';',
        '"',
        'W/"',
        'null',
        'application/json;',
        'text/plain',
        'gzip',
        'x'.repeat(4_000),
      ),
      fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)) }),
    );
    const is_sendable = (text: string) => !text.includes('\x7f');
    const headers = fc.array(fc.tuple(name, value.filter(is_sendable)), { minLength: 1, maxLength: 4 });
    await forAll<[string, [string, string][]]>(200, [route, headers], async (path, sent) => {
      const odd_headers: OutgoingHttpHeaders = Object.fromEntries(sent);
      await survives({ method: 'POST', path, headers: odd_headers, body: '{"key":"a","value":"b"}' });
      await survives({ path, headers: odd_headers });
    });
  });

  it('in the HTTP itself is answered properly', async () => {
    const unit = fc.integer({ min: 1, max: 0xff }).map((code) => String.fromCharCode(code));
    const garbage = fc.string({ unit, minLength: 1, maxLength: 60 });
    await forAll<[string, boolean]>(100, [garbage, fc.boolean()], async (odd, in_line) => {
      const line = in_line ? `GET /api/${odd} HTTP/1.1` : `GET /api/health/live HTTP/1.1`;
      const header = in_line ? '' : `${odd}\r\n`;
      const bytes = Buffer.from(`${line}\r\nHost: a\r\nConnection: close\r\n${header}\r\n`, 'latin1');
      expectProper(await sendBytes(t.port, bytes));
    });
  });

  it('leaves the server as it was', async () => {
    await t.http.get('/api/health/ready').expect(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    for (const [index, webhook] of WEBHOOKS.entries())
      expect(await t.webhook(webhook.path)).toBe(webhooks[index]);
  });
});
