import type { Response } from 'supertest';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('the context for a caller who has it already', () => {
  let t: ServedApp;
  let address: string;
  let knownTag: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-context');
    knownTag = (await t.http.get(address)).headers['etag'] ?? '';
  });
  afterAll(() => t.close());

  function loadUnless(ifNoneMatch: string, headers: Record<string, string> = {}): PromiseLike<Response> {
    return t.http.get(address).set({ ...headers, 'if-none-match': ifNoneMatch });
  }

  it('carries a strong tag, and may be kept by the caller alone', async () => {
    const { headers } = await t.http.get(address).expect(200);
    expect(headers['etag']).toMatch(/^"[^"]+"$/);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('has the same tag while nothing changes', async () => {
    expect((await t.http.get(address)).headers['etag']).toBe(knownTag);
  });

  it('is 304 without a body, with the tag again', async () => {
    const { status, text, headers } = await loadUnless(knownTag);
    expect([status, text]).toEqual([304, '']);
    expect([headers['etag'], headers['cache-control']]).toEqual([knownTag, 'private, no-cache']);
    expect(headers['x-context-tokens']).toMatch(/^\d+$/);
    expect(headers['x-context-omitted']).toBe('none');
  });

  it.each(['no-cache', 'max-age=0', 'no-store'])('is 304 whatever the request says: %s', async (said) => {
    expect((await loadUnless(knownTag, { 'cache-control': said, pragma: 'no-cache' })).status).toBe(304);
  });

  it('is 304 if any tag of a list is the one', async () => {
    expect((await loadUnless(`"other", ${knownTag} ,W/"third"`)).status).toBe(304);
  });

  it('is 304 for the weak spelling of the tag', async () => {
    expect((await loadUnless(`W/${knownTag}`)).status).toBe(304);
  });

  it('is 304 for *', async () => {
    expect((await loadUnless('*')).status).toBe(304);
  });

  it('is 304 for HEAD too', async () => {
    await t.http.head(address).set('if-none-match', knownTag).expect(304);
  });

  it.each(['"other"', 'W/"other"', 'no tag at all', '""', ','])('is sent whole for %s', async (given) => {
    expect((await loadUnless(given)).status).toBe(200);
  });

  it('is sent whole for the tag without its quotes', async () => {
    expect((await loadUnless(knownTag.slice(1, -1))).status).toBe(200);
  });

  it('is sent whole, with another tag, after a change', async () => {
    await t.http
      .post(await t.webhook('assistant-update-state'))
      .send({ key: 'a', value: '1' })
      .expect(201);
    const { status, headers } = await loadUnless(knownTag);
    expect(status).toBe(200);
    expect(headers['etag']).not.toBe(knownTag);
  });
});
