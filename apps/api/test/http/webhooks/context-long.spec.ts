import type { ContextDto } from '@groupless/shared-dto';
import { LOAD_CONTEXT } from '../../../src/memory/brief/context-statements';
import { insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

/** Together more than is read at once. */
const ENTRIES = Array.from({ length: 40 }, (_, index) => ({
  key: `key ${String(index).padStart(2, '0')}`,
  value: `${index} "Адрес" \\ 👩‍👩‍👧‍👦\n`.repeat(2_000),
}));

describe('a context that is too long to be read at once', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-context');
    await insertRows(t.memory, 'assistant_state', ENTRIES);
  });
  afterAll(() => t.close());

  it('is the same, byte for byte, as the database would write it', async () => {
    const { rows } = await t.memory.query<{ tag: string; part: string | null }>(LOAD_CONTEXT.text, [
      null,
      '',
    ]);
    const { body, text, headers } = await t.http.get(address).set('accept-encoding', 'identity').expect(200);
    expect(Buffer.byteLength(text)).toBeGreaterThan(1_048_576);
    expect([rows[0]?.part, headers['etag']]).toEqual([null, rows[0]?.tag]);
    expect((body as ContextDto).state.map(({ key, value }) => ({ key, value }))).toEqual(ENTRIES);
  });

  it('is 304 while nothing changes, and another one after a change', async () => {
    const { headers } = await t.http.get(address).set('accept-encoding', 'identity').expect(200);
    const known = { 'if-none-match': headers['etag']!, 'accept-encoding': 'identity' };
    await t.http.get(address).set(known).expect(304);
    await insertRows(t.memory, 'assistant_state', [{ key: 'another', value: 'one' }]);
    await t.http.get(address).set(known).expect(200);
  });

  it('counts its tokens by code points', async () => {
    const { text, headers } = await t.http.get(address).set('accept-encoding', 'identity').expect(200);
    expect(headers['x-context-tokens']).toBe(String(Math.ceil(Array.from(text).length / 4)));
  });
});
