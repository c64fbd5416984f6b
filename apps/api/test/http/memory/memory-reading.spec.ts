import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('reading the memory in the panel', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
    const store = async (path: string, body: object) => t.http.post(await t.webhook(path)).send(body);
    await store('assistant-update-state', {
      key: 'certificate_host',
      value: 'the certificate is on web-1 <b>',
    });
    await store('assistant-session-summary', { summary: 'Renewed the certificate of the booking page.' });
    await store('assistant-task', { action: 'create', task: 'Check the certificate in March', priority: 9 });
  });
  afterAll(() => t.close());

  const get = (path: string, as: SignedInUser) => t.http.get(path).set(as.bearer);
  const kindsFound = async (path: string, as: SignedInUser) =>
    ((await get(path, as)).body.items as { kind: string }[]).map(({ kind }) => kind).sort();

  it('shows the state to operators alone: as a list, in the context and in the search', async () => {
    for (const path of ['state', 'state/certificate_host', 'context', 'context?budget=500']) {
      expectProblem(await get(`/api/memory/${path}`, viewer), 403, 'forbidden');
      expect([path, (await get(`/api/memory/${path}`, operator)).status]).toEqual([path, 200]);
    }
    expect(await kindsFound('/api/memory/search?q=certificate', viewer)).toEqual(['session', 'task']);
    expect(await kindsFound('/api/memory/search?q=certificate', operator)).toEqual([
      'session',
      'state',
      'task',
    ]);
    expect(await kindsFound('/api/memory/search?q=certificate&kind=state', viewer)).toEqual([]);
  });

  it('finds what was written a moment ago, with the hits marked and the rest escaped', async () => {
    const { body } = await get('/api/memory/search?q=certificates&kind=state,task', operator);
    expect(body).toMatchObject({ next_cursor: null, total: 2, total_is_exact: true });
    const [hit] = (body.items as { kind: string; excerpt: string }[]).filter(({ kind }) => kind === 'state');
    expect(hit).toMatchObject({ title: 'certificate_host', excerpt: expect.stringContaining('&lt;b&gt;') });
    expect(hit?.excerpt).toContain('<mark>certificate</mark>');
  });

  it('previews the context as the webhook answers it, in both forms', async () => {
    const webhook = await t.webhook('assistant-context');
    for (const [query, accept] of [
      ['', 'application/json'],
      ['?format=markdown&budget=300', 'text/markdown'],
    ] as const) {
      const preview = await get(`/api/memory/context${query}`, operator);
      const answer = await t.http.get(query === '' ? webhook : `${webhook}?budget=300`).set('accept', accept);
      expect(preview.text).toBe(answer.text);
      expect(preview.headers).toMatchObject({
        etag: answer.headers['etag'],
        'content-type': answer.headers['content-type'],
        'x-context-tokens': answer.headers['x-context-tokens'],
        'x-context-omitted': answer.headers['x-context-omitted'],
      });
    }
  });

  it.each(['q=', 'kind=task', 'q=a&kind=tasks', `q=${'x'.repeat(201)}`, 'q=a&limit=0', 'q=a&q=b', 'q=%00'])(
    'refuses a search for %s',
    async (query) => {
      expectProblem(await get(`/api/memory/search?${query}`, operator), 400, 'invalid_request');
    },
  );

  it.each(['budget=199', 'budget=1000001', 'format=yaml', 'budget=5e2'])(
    'refuses a preview with %s',
    async (query) => {
      expectProblem(await get(`/api/memory/context?${query}`, operator), 400, 'invalid_request');
    },
  );
});
