import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const LONG = 'Ворота на восьмом порту, 8080. '.repeat(400);
const DECODE = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
};

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

describe('the context for a caller who takes it compressed', () => {
  let t: ServedApp;
  let address: string;
  let whole: Received;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-context');
  });
  afterAll(() => t.close());

  /** Past all clients that decode by themselves. */
  function load(headers: Record<string, string>, method = 'GET'): Promise<Received> {
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: t.port, path: address, method, headers });
      sent.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes: Buffer.concat(parts),
          }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  it('is sent as it is while it is short', async () => {
    const { headers } = await load({ 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toBe('Accept, Accept-Encoding');
  });

  describe('and long', () => {
    beforeAll(async () => {
      await t.http
        .post(await t.webhook('assistant-update-state'))
        .send({ key: 'gate', value: LONG })
        .expect(201);
      whole = await load({});
    });

    it.each([
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0.5, gzip', 'gzip'],
      ['*', 'br'],
      ['*, br;q=0', 'gzip'],
      ['GZIP;q=0.001', 'gzip'],
      ['deflate', 'identity'],
      ['identity', 'identity'],
      ['identity, gzip;q=0.5', 'identity'],
      ['gzip;q=0, br;q=0', 'identity'],
      ['*;q=0', 'identity'],
      ['gzip;q=2', 'identity'],
      ['', 'identity'],
    ] as const)('has the same content for %j, as %s', async (accepted, coding) => {
      const { status, headers, bytes } = await load({ 'accept-encoding': accepted });
      expect(status).toBe(200);
      expect(headers['content-encoding'] ?? 'identity').toBe(coding);
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(DECODE[coding](bytes)).toEqual(whole.bytes);
      if (coding !== 'identity') expect(bytes.length).toBeLessThan(whole.bytes.length / 4);
    });

    it('has a tag for each coding, which alone is 304 for it', async () => {
      const codings = ['br', 'gzip', 'identity'] as const;
      const tags = await Promise.all(
        codings.map(async (coding) => (await load({ 'accept-encoding': coding })).headers['etag'] ?? ''),
      );
      expect(new Set(tags).size).toBe(3);
      for (const coding of codings) {
        for (const [index, tag] of tags.entries()) {
          const { status, headers, bytes } = await load({ 'accept-encoding': coding, 'if-none-match': tag });
          const knowsIt = codings[index] === coding;
          expect([coding, tag, status]).toEqual([coding, tag, knowsIt ? 304 : 200]);
          if (knowsIt) expect([headers['content-encoding'], bytes.length]).toEqual([undefined, 0]);
        }
      }
    });

    it('tells HEAD what GET would send', async () => {
      const read = await load({ 'accept-encoding': 'gzip' });
      const asked = await load({ 'accept-encoding': 'gzip' }, 'HEAD');
      expect(asked.bytes.length).toBe(0);
      for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary']) {
        expect([name, asked.headers[name]]).toEqual([name, read.headers[name]]);
      }
    });

    it('is the same for many readers of all kinds at once', async () => {
      const codings = ['br', 'gzip', 'identity'] as const;
      await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const coding = codings[index % 3] ?? 'identity';
          const { bytes } = await load({ 'accept-encoding': coding });
          expect(DECODE[coding](bytes)).toEqual(whole.bytes);
        }),
      );
    });
  });
});
