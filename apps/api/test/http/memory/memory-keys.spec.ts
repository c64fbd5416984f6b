import type { ChatDto, PageDto, SearchHitDto, WebhookAddressDto } from '@groupless/shared-dto';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows, emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('a key of scope memory', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const withKey = { 'x-api-key': MEMORY_API_KEY };
  const get = (path: string) => t.http.get(`/api/memory/${path}`).set(withKey);
  const post = (path: string, body: object) => t.http.post(`/api/memory/${path}`).set(withKey).send(body);
  const message = (external_id: string, text = 'Move the form') => ({ external_id, role: 'user', text });

  it('reads where the webhooks are, and can call them there', async () => {
    const { body } = (await get('webhooks').expect(200)) as { body: WebhookAddressDto[] };
    expect(body.map(({ path, method }) => `${method} ${path}`).sort()).toEqual([
      'GET assistant-context',
      'GET chat-history',
      'POST assistant-session-summary',
      'POST assistant-task',
      'POST assistant-update-state',
    ]);
    for (const address of body) {
      expect(Object.keys(address)).toEqual(['path', 'method', 'url']);
      expect(new URL(address.url).pathname).toBe(await t.webhook(address.path));
    }
  });

  it('reads the memory, the state included, and makes projects and people', async () => {
    for (const list of ['projects', 'people', 'tasks', 'state', 'sessions', 'chats', 'context', 'search?q=a'])
      await get(list).expect(200);
    await post('projects', { name: 'website', url: 'example.org/website' }).expect(201);
    await post('people', { name: 'Ada' }).expect(201);
    expectProblem(await post('tasks', { task: 'a' }), 403, 'forbidden');
    expectProblem(
      await t.http.put('/api/memory/state/a').set(withKey).send({ value: 'b' }),
      403,
      'forbidden',
    );
  });

  it('searches by words in the body, which no log of a proxy has', async () => {
    await post('projects', { name: 'lighthouse', url: 'example.org/lighthouse' }).expect(201);
    const query = { q: 'lighthouse', kind: 'project,task', limit: 5 };
    const { body } = await post('search', query).expect(200);
    expect(body.items).toMatchObject([{ kind: 'project', title: 'lighthouse' }]);
    const asked = await get('search?q=lighthouse&kind=project,task&limit=5').expect(200);
    expect(asked.body).toEqual(body);
    expect(refusedFields(await post('search', { limit: 5 }))).toEqual([['q', 'required']]);
  });

  it('is told when a key ends, if it does', async () => {
    const { bearer } = await signIn(t);
    const made = await t.http
      .post('/api/settings/keys')
      .set(bearer)
      .send({ name: 'laptop', scopes: ['memory'] });
    const { key, expires_at } = made.body as { key: string; expires_at: string };
    for (const request of [
      t.http.get('/api/memory/projects').set({ 'x-api-key': key }),
      t.http.get(await t.webhook('assistant-context')).set({ 'x-api-key': key }),
      t.http.get('/api/memory/projects/999').set({ 'x-api-key': key }),
      t.http
        .post('/mcp')
        .set({ authorization: `Bearer ${key}` })
        .send({}),
    ]) {
      expect((await request).headers['x-key-expires']).toBe(expires_at);
    }
    expect((await get('projects')).headers).not.toHaveProperty('x-key-expires');
    expect((await t.http.get('/api/health/live')).headers).not.toHaveProperty('x-key-expires');
  });

  describe('stores messages of chats about projects', () => {
    const chat = 'chats/project:example.org%2Fwebsite/messages';

    it('each once, and says how many are new', async () => {
      const first = await post(chat, { messages: [message('1'), message('2'), message('2')] }).expect(200);
      expect(first.body).toEqual({ stored: 2, known: 1 });
      const second = await post(chat, { messages: [message('2', 'other'), message('3')] }).expect(200);
      expect(second.body).toEqual({ stored: 1, known: 1 });
      const history = await t.http
        .get(await t.webhook('chat-history'))
        .query({ chat_id: 'project:example.org/website' })
        .set(withKey)
        .expect(200);
      expect((history.body.messages as { message: string }[]).map((one) => one.message)).toEqual([
        'Move the form',
        'Move the form',
        'Move the form',
      ]);
    });

    it('with their times, and none in the future', async () => {
      const messages = [
        { ...message('1', 'later'), timestamp: '2999-01-01T00:00:00Z' },
        { ...message('2', 'sooner'), timestamp: '2026-01-01T10:00:00+02:00' },
      ];
      await post(chat, { messages }).expect(200);
      const { rows } = await t.memory.query<{ message: string; timestamp: Date }>(
        'select message, timestamp from chat_history order by timestamp',
      );
      expect(rows.map((row) => row.message)).toEqual(['sooner', 'later']);
      expect(rows[0]?.timestamp).toEqual(new Date('2026-01-01T08:00:00Z'));
      expect(rows[1]?.timestamp.getTime()).toBeLessThanOrEqual(t.clock.now().getTime());
    });

    it('and of no other chat', async () => {
      expectProblem(
        await post('chats/4915112345678/messages', { messages: [message('1')] }),
        403,
        'forbidden',
      );
      expect(await countRows(t.memory, 'chat_history')).toBe(0);
    });

    it('at most 200 at a time, with all their fields', async () => {
      const many = Array.from({ length: 201 }, (_, index) => message(String(index)));
      expect(refusedFields(await post(chat, { messages: many }))).toEqual([['messages', 'too_long']]);
      await post(chat, { messages: many.slice(1) }).expect(200);
      expect(refusedFields(await post(chat, { messages: [{ role: 'user', text: 'a' }] }))).toEqual([
        ['messages.0.external_id', 'required'],
      ]);
      await post(chat, { messages: [] }).expect(200, { stored: 0, known: 0 });
    });

    it('for no user of the panel', async () => {
      const { bearer } = await signIn(t, { role: 'admin' });
      const answer = await t.http
        .post(`/api/memory/${chat}`)
        .set(bearer)
        .send({ messages: [message('1')] });
      expectProblem(answer, 403, 'forbidden');
    });
  });

  describe('learns no word of a customer', () => {
    beforeEach(async () => {
      await insertRows(t.memory, 'chat_history', [
        { chat_id: '4915112345678', role: 'user', message: 'lighthouse of the customer' },
        { chat_id: 'project:example.org/website', role: 'user', message: 'lighthouse of the project' },
        { chat_id: 'projekt:x', role: 'user', message: 'lighthouse of another' },
      ]);
    });

    const found = (body: PageDto<SearchHitDto>) => body.items.map(({ title }) => title);

    it('in the list of chats', async () => {
      const { body } = (await get('chats')) as { body: PageDto<ChatDto> };
      expect(body.items.map(({ chat_id }) => chat_id)).toEqual(['project:example.org/website']);
      expect(body.total).toBe(1);
      const { bearer } = await signIn(t, { role: 'viewer' });
      const all = await t.http.get('/api/memory/chats').set(bearer);
      expect((all.body as PageDto<ChatDto>).total).toBe(3);
    });

    it('in a search', async () => {
      const { body } = await get('search?q=lighthouse');
      expect(found(body as PageDto<SearchHitDto>)).toEqual(['project:example.org/website, user']);
      expect(body.total).toBe(1);
      const { bearer } = await signIn(t, { role: 'viewer' });
      const all = await t.http.get('/api/memory/search?q=lighthouse').set(bearer);
      expect(found(all.body as PageDto<SearchHitDto>)).toHaveLength(3);
    });
  });

  describe('narrows by a project', () => {
    beforeEach(async () => {
      await insertRows(t.memory, 'assistant_projects', [
        { id: 1, name: 'website', url: 'example.org/website', notes: 'lantern' },
        { id: 2, name: 'web', url: 'example.org/web', notes: 'lantern' },
        { id: 3, name: 'one, two', url: 'example.org/one-two', notes: '' },
      ]);
      await insertRows(t.memory, 'assistant_tasks', [
        { task: 'lantern of the website', project_id: 1 },
        { task: 'lantern of the web', project_id: 2 },
        { task: 'lantern of none', project_id: null },
      ]);
      await insertRows(t.memory, 'assistant_sessions', [
        { summary: 'lantern a', projects_touched: 'booking,  website' },
        { summary: 'lantern b', projects_touched: 'web' },
        { summary: 'lantern c', projects_touched: 'booking, one, two' },
      ]);
      await insertRows(t.memory, 'chat_history', [
        { chat_id: 'project:example.org/website', role: 'user', message: 'lantern of the chat' },
        { chat_id: 'project:example.org/web', role: 'user', message: 'lantern of the other chat' },
      ]);
    });

    it('the search', async () => {
      const { body } = await get('search?q=lantern&project=website');
      const hits = (body as PageDto<SearchHitDto>).items.map(({ kind, title }) => `${kind}: ${title}`);
      expect(hits.sort()).toEqual([
        'chat: project:example.org/website, user',
        'project: website',
        'session: lantern a',
        'task: lantern of the website',
      ]);
      expectProblem(await get('search?q=lantern&project=nothing'), 404, 'project_not_found');
    });

    it.each([
      ['website', ['lantern a']],
      ['web', ['lantern b']],
      ['WEB', ['lantern b']],
      ['example.org/web', ['lantern b']],
      ['one, two', ['lantern c']],
    ])('the list of sessions, by name without case or identity: %s', async (project, sessions) => {
      const { body } = await get(`sessions?project=${encodeURIComponent(project)}`);
      const found = body as PageDto<{ summary: string }>;
      expect(found.items.map(({ summary }) => summary)).toEqual(sessions);
      expect(found.total).toBe(sessions.length);
    });

    it.each(['two', 'nothing'])('the list of sessions not by a name without a project: %s', async (name) => {
      expectProblem(await get(`sessions?project=${name}`), 404, 'project_not_found');
    });

    it.each([
      ['website', ['lantern of the website']],
      ['WebSite', ['lantern of the website']],
      ['example.org/web', ['lantern of the web']],
      ['one, two', []],
    ])('the list of tasks, by name without case or identity: %s', async (project, tasks) => {
      const { body } = await get(`tasks?project=${encodeURIComponent(project)}`);
      const found = body as PageDto<{ task: string }>;
      expect(found.items.map(({ task }) => task)).toEqual(tasks);
      expect(found.total).toBe(tasks.length);
    });

    it('the list of tasks to none that is known, which is refused with similar names', async () => {
      const problem = expectProblem(await get('tasks?project=websit'), 404, 'project_not_found');
      expect(problem.suggestions).toContain('website');
    });
  });

  describe('of an assistant whose session names itself', () => {
    const headers = { ...withKey, 'x-assistant-session': 'run-1', 'x-machine-name': 'ada-laptop' };
    const readAs = async (user: { bearer: Record<string, string> }, path = '') =>
      t.http.get(`/api/memory/assistants${path}`).set(user.bearer);

    it('is shown with its brief, what was left out, and what it stored', async () => {
      const operator = await signIn(t, { role: 'operator' });
      await post('projects', { name: 'shop', url: 'example.org/shop' }).expect(201);
      await t.memory.query(`insert into assistant_state (key, value) values ('host', 'web-1')`);
      const context = await t.webhook('assistant-context');
      await t.http
        .get(context)
        .query({ project: 'shop', budget: 2_000 })
        .set({ ...headers, accept: 'text/markdown' })
        .expect(200);
      await t.memory.query(
        `insert into assistant_tasks (task, written_by, written_through, writer_id)
         values ('paint', 'MEMORY_API_KEY', 'api', 'MEMORY_API_KEY'), ('by a user of its name', 'MEMORY_API_KEY', 'panel', 'user'),
                ('by a key of its name', 'MEMORY_API_KEY', 'api', 'key')`,
      );
      await t.http
        .post('/api/memory/chats/project:example.org%2Fshop/messages')
        .set(headers)
        .send({ messages: [message('run-1:1'), message('run-1:2'), message('other:1')] })
        .expect(200);
      await t.http
        .post(await t.webhook('assistant-session-summary'))
        .set({ ...withKey, 'idempotency-key': 'run-1:end:1' })
        .send({ summary: 'Moved the form.' })
        .expect(201);

      const { body: page } = await readAs(operator);
      expect(page.items).toMatchObject([
        {
          session_id: 'run-1',
          machine: 'ada-laptop',
          by: 'MEMORY_API_KEY',
          project: 'shop',
          turns: 2,
          summaries: 1,
          brief: { omitted: 'none', rows: { project: 1, session: 0, state: 1, person: 0, task: 0 } },
        },
      ]);
      const { body: details } = await readAs(operator, '/run-1');
      expect(details.shown).toMatchObject([{ title: 'shop' }, { kind: 'state', title: 'host' }]);
      expect(details.stored).toMatchObject([
        { kind: 'session', title: 'Moved the form.' },
        { kind: 'task', title: 'paint' },
      ]);
    });

    it('is shown to operators alone, and a later call takes nothing away', async () => {
      const operator = await signIn(t, { role: 'operator' });
      const before = (await readAs(operator, '/run-1')).body;
      await t.http
        .post('/api/memory/chats/project:example.org%2Felsewhere/messages')
        .set({ ...withKey, 'x-assistant-session': 'run-1' })
        .send({ messages: [] })
        .expect(200);
      const after = (await readAs(operator, '/run-1')).body;
      expect(after).toMatchObject({ machine: 'ada-laptop', brief: before.brief });
      expectProblem(await readAs(operator, '/run-9'), 404, 'not_found');
      expectProblem(await readAs(await signIn(t, { role: 'viewer' })), 403, 'forbidden');
      expectProblem(await t.http.get('/api/memory/assistants').set(withKey), 403, 'forbidden');
    });
  });
});
