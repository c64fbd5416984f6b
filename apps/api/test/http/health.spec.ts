import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { sharedApp } from '../harness/apps/shared-app';
import { expectProblem, refusedFields } from '../harness/http/problems';

describe('the health of the server', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  it('says that the process runs', async () => {
    const { body } = await t.http.get('/api/health/live').expect(200);
    expect(body).toEqual({ status: 'live', version: 'unbuilt' });
  });

  it('says that both databases answer', async () => {
    const { body } = await t.http.get('/api/health/ready').expect(200);
    expect(body).toEqual({
      status: 'ready',
      databases: { panel: 'up', memory: 'up' },
      memory_index: { waiting: 0, oldest_seconds: 0, set_aside: 0 },
    });
  });

  it.each(['live', 'ready'])('is never kept by a cache: %s', async (name) => {
    await t.http.get(`/api/health/${name}`).expect('cache-control', 'no-store');
  });

  it.each(['live', 'ready'])('takes no notice of credentials: %s', async (name) => {
    const wrong = { authorization: 'Bearer wrong', 'x-api-key': 'wrong', 'x-workflow-api-key': 'wrong' };
    await t.http.get(`/api/health/${name}`).set(wrong).set('cookie', 'refresh_token=wrong').expect(200);
  });

  it('answers HEAD like GET, without a body', async () => {
    const { headers, text } = await t.http.head('/api/health/ready').expect(200);
    expect([headers['content-type'], text ?? '']).toEqual([expect.stringMatching(/^application\/json/), '']);
  });

  it('refuses a parameter that it does not know', async () => {
    expect(refusedFields(await t.http.get('/api/health/live?verbose=1'))).toEqual([
      ['verbose', 'unknown_field'],
    ]);
  });

  it('can only be read', async () => {
    const response = await t.http.post('/api/health/live').send({});
    expectProblem(response, 405, 'method_not_allowed');
    expect(response.headers['allow']).toBe('GET, HEAD');
  });

  it('has no list of its own', async () => {
    expectProblem(await t.http.get('/api/health'), 404, 'not_found');
  });

  it('asks browsers for no camera, microphone or place', async () => {
    for (const path of ['/api/health/live', '/api/docs', '/nothing']) {
      const { headers } = await t.http.get(path);
      expect([path, headers['permissions-policy']]).toEqual([
        path,
        expect.stringMatching(/camera=\(\).*microphone=\(\)/),
      ]);
    }
  });

  describe('names whom to tell of a security problem', () => {
    const PATH = '/.well-known/security.txt';
    it('nobody, where nobody is set', async () => {
      expectProblem(await t.http.get(PATH), 404, 'not_found');
    });

    it('for less than a year, by RFC 9116', async () => {
      const environment = {
        SECURITY_CONTACT: 'mailto:security@example.com',
        PUBLIC_URL: 'http://127.0.0.1:4999',
      };
      const there = await startServedApp({ environment, urls: t.urls });
      there.clock.set('2026-12-01T00:00:00Z');
      const { text, headers } = await there.http.get(PATH).expect(200);
      expect([headers['content-type'], text.split('\n')]).toEqual([
        'text/plain; charset=utf-8',
        [
          'Contact: mailto:security@example.com',
          'Expires: 2027-05-30T00:00:00.000Z',
          `Canonical: http://127.0.0.1:4999${PATH}`,
          '',
        ],
      ]);
      await there.close();
    });
  });
});
