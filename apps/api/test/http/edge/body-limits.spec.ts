import { AS_MANAGER } from '../../harness/data/credentials';
import { expectProblem, refusedFields, type ReceivedAnswer } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { UNKNOWN_ID, WEBHOOKS } from '../../harness/data/webhooks';

const KIB = 1_024;

/** An object nested to so many levels, itself the first. */
const nested = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
const nestedArrays = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const withKeys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])));

describe('how much a body may hold', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-update-state');
  });
  afterAll(() => t.close());

  function post(body: string, path = address, chunked = false): Promise<ReceivedAnswer> {
    const headers = { ...AS_MANAGER, 'content-type': 'application/json' };
    return sendRaw(t.port, { method: 'POST', path, body, headers, chunked });
  }

  describe.each(WEBHOOKS.filter(({ method }) => method === 'POST'))('for $path', ({ path, body }) => {
    it.each([
      ['with its length', false],
      ['in chunks', true],
    ])('is 1 MiB, sent %s', async (_, chunked) => {
      const webhook = await t.webhook(path);
      const largest = JSON.stringify(body).padEnd(1_024 * KIB);
      expect((await post(largest, webhook, chunked)).status).toBeLessThan(300);
      expectProblem(await post(largest + ' ', webhook, chunked), 413, 'body_too_large');
    });
  });

  it.each([
    ['with its length', false],
    ['in chunks', true],
  ])('is 128 KiB elsewhere, sent %s', async (_, chunked) => {
    const path = `/api/workflows/${UNKNOWN_ID}/activate`;
    const largest = '{}'.padEnd(128 * KIB);
    expectProblem(await post(largest, path, chunked), 404, 'not_found');
    expectProblem(await post(largest + ' ', path, chunked), 413, 'body_too_large');
  });

  it('counts bytes, not characters', async () => {
    const answer = await post(JSON.stringify({ key: 'é'.repeat(600 * KIB), value: '' }));
    expectProblem(answer, 413, 'body_too_large');
  });

  it('is refused by what is announced, before it has come', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': String(5_000 * KIB) };
    const answer = await sendRaw(t.port, { method: 'POST', path: address, headers, body: '{' });
    expectProblem(answer, 413, 'body_too_large');
  });

  it('is 1,000 keys', async () => {
    expect(refusedFields(await post(withKeys(1_000)))).toContainEqual(['k0', 'unknown_field']);
    expectProblem(await post(withKeys(1_001)), 400, 'body_too_complex');
  });

  it('counts the keys of all levels together', async () => {
    const list = (keys: number) => `{"list":[${withKeys(500)},${withKeys(keys)}]}`;
    expect(refusedFields(await post(list(499)))).toContainEqual(['list', 'unknown_field']);
    expectProblem(await post(list(500)), 400, 'body_too_complex');
  });

  it.each([
    ['objects', nested],
    ['arrays', nestedArrays],
  ])('is 20 levels of %s', async (_, make) => {
    expect(refusedFields(await post(make(20)))).toContainEqual(['a', 'unknown_field']);
    expectProblem(await post(make(21)), 400, 'body_too_complex');
  });

  it.each([
    ['objects', nested],
    ['arrays', nestedArrays],
  ])('survives 100,000 levels of %s', async (_, make) => {
    expectProblem(await post(make(100_000)), 400, 'body_too_complex');
  });

  it('is counted before the fields are looked at', async () => {
    const deep = `{"key":"web","value":${nested(20)}}`;
    expectProblem(await post(deep), 400, 'body_too_complex');
  });

  it('takes many small members that are no keys', async () => {
    const path = await t.webhook('assistant-session-summary');
    const tasks_created = Array<string>(5_000).fill('a');
    expect((await post(JSON.stringify({ summary: 's', tasks_created }), path)).status).toBe(201);
  });
});
