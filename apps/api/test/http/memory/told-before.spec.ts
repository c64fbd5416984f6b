import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { emptyMemory } from '../../harness/databases/rows';

const SHOP = 'github.com/ada/shop';
const NOTHING = 'Nothing in the memory is new since';

describe('the brief of a session that goes on', () => {
  let t: ServedApp;
  beforeAll(async () => (t = await sharedApp({ MEMORY_API_KEY })));
  beforeEach(async () => {
    await emptyMemory(t.memory);
    await post('/api/memory/projects/of-folder', { identities: [SHOP] });
    await setState('node', '22');
    await addTask('Renew the certificate');
  });
  afterAll(() => t.close());

  const post = (path: string, body: object) =>
    t.http
      .post(path)
      .set('x-api-key', MEMORY_API_KEY)
      .send(body)
      .expect((answer) => answer.status < 300);
  const setState = async (key: string, value: string, more: object = {}) =>
    post(await t.webhook('assistant-update-state'), { key, value, project: 'shop', ...more });
  const addTask = async (task: string, more: object = {}) =>
    post(await t.webhook('assistant-task'), { action: 'create', task, project: 'shop', ...more });
  async function brief(told: string | null, { query = 'project=shop', session = 's-1' } = {}) {
    const { text, headers } = await t.http
      .get(`${await t.webhook('assistant-context')}?${query}`)
      .set({ 'x-api-key': MEMORY_API_KEY, accept: 'text/markdown', 'x-assistant-session': session })
      .set(told === null ? {} : { 'x-context-told': told })
      .expect(200);
    return { text, told: String(headers['x-context-told']), omitted: String(headers['x-context-omitted']) };
  }

  it.each(['project=shop', 'project=shop&budget=900'])(
    'is one line where nothing is new (%s)',
    async (query) => {
      const first = await brief(null, { query });
      expect(first.text).toContain('Renew the certificate');
      const again = await brief(first.told, { query });
      expect(again.text).toMatch(/^Nothing in the memory is new since .* load_context\.\n$/);
      expect(again.omitted).toMatch(/told=\d/);
    },
  );

  it('has what was made or changed since, and nothing else', async () => {
    const first = await brief(null);
    await setState('node', '24');
    await addTask('Order paint');
    const next = await brief(first.told);
    expect(next.text).toContain('24');
    expect(next.text).toContain('Order paint');
    expect(next.text).not.toContain('Renew the certificate');
    expect((await brief(`${first.told},${next.told}`)).text).toContain(NOTHING);
  });

  it('has nothing of what the session has said itself, and all of what another one says', async () => {
    const { told } = await brief(null);
    await addTask('Order paint', { session_id: 's-1' });
    await setState('port', '8080', { session_id: 's-1' });
    await post(await t.webhook('assistant-session-summary'), {
      ...{ summary: 'Painted.', decisions_made: ['Blue'], projects_touched: 'shop', session_id: 's-1' },
    });
    expect((await brief(told)).text).toContain(NOTHING);
    const other = (await brief(told, { session: 's-2' })).text;
    for (const said of ['Order paint', '8080', 'Painted.', 'Blue']) expect(other).toContain(said);
  });

  it('has no older rows for which the first brief had no room', async () => {
    for (let n = 0; n < 30; n++)
      await setState(`key_${n}`, `A long value, which takes room, of the entry ${n}. `.repeat(4));
    const query = 'project=shop&budget=400';
    const first = await brief(null, { query });
    expect(first.omitted).toMatch(/state=\d/);
    expect((await brief(first.told, { query })).text).toContain(NOTHING);
  });

  it('has all that its marks do not name where they do not say when it was told', async () => {
    const { told } = await brief(null);
    const [, ...rows] = told.split(',');
    const task = rows.find((mark) => mark.startsWith('ta'))!;
    const { text } = await brief(task);
    expect([text.includes('Renew the certificate'), text.includes('22')]).toEqual([false, true]);
    expect((await brief('nonsense,,br.###')).text).toContain('Renew the certificate');
  });

  it('is as JSON what it is without marks', async () => {
    const { told } = await brief(null);
    const ask = async (headers: object) =>
      (
        await t.http
          .get(await t.webhook('assistant-context'))
          .set({ 'x-api-key': MEMORY_API_KEY, ...headers })
      ).text;
    expect(await ask({ 'x-context-told': told })).toBe(await ask({}));
  });
});
