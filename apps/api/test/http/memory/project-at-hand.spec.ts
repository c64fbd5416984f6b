import type { FolderProjectDto, ProjectDto, SessionDto, TaskDto } from '@groupless/shared-dto';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn } from '../../harness/data/panel-users';
import { callTool, connectClient, REVISIONS } from '../../harness/http/mcp-client';
import { expectProblem } from '../../harness/http/problems';
import { emptyMemory } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const SHOP = 'github.com/ada/shop';
const OTHER_SHOP = 'github.com/bob/shop';

describe('the project in whose folder an assistant works', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const withKey = { 'x-api-key': MEMORY_API_KEY };
  const projects = async () => {
    const { body } = await t.http.get('/api/memory/projects').set(withKey).expect(200);
    return (body.items as ProjectDto[]).map(({ name, url }) => `${name} ${url}`).sort();
  };
  const post = async (path: string, project: string | null, body: object) =>
    t.http
      .post(await t.webhook(path))
      .set({ ...withKey, ...(project === null ? {} : { 'x-assistant-project': project }) })
      .send(body);

  it.each(REVISIONS)('is that of what it stores over MCP in the revision %s', async (revision) => {
    const clients = await Promise.all(
      [SHOP, OTHER_SHOP].map((project) =>
        connectClient(t.port, MEMORY_API_KEY, revision, { 'x-assistant-project': project }),
      ),
    );
    for (const [index, client] of clients.entries()) {
      const { text, isError } = await callTool(client, 'save_summary', { summary: `Built ${index}.` });
      expect(isError).toBe(false);
      const { session } = JSON.parse(text) as { session: SessionDto };
      expect(session.projects_touched).toBe(index === 0 ? 'shop' : 'bob/shop');
      const made = await callTool(client, 'task', { action: 'create', task: `Paint ${index}` });
      const { task } = JSON.parse(made.text) as { task: TaskDto };
      expect(task.project_id).not.toBeNull();
    }
    // What belongs to it comes first.
    for (const [index, client] of clients.entries()) {
      const hits = await callTool(client, 'search_memory', { q: 'built', kind: 'session' });
      const { items } = JSON.parse(hits.text) as { items: { title: string }[] };
      expect(items.map(({ title }) => title)).toEqual([
        expect.stringContaining(`Built ${index}.`),
        expect.stringContaining(`Built ${1 - index}.`),
      ]);
      await client.close();
    }
    expect(await projects()).toEqual([`bob/shop ${OTHER_SHOP}`, `shop ${SHOP}`]);
  });

  it('is that of what the webhooks store, and made once however many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? post('assistant-session-summary', SHOP, { summary: `Part ${index}` })
          : post('assistant-task', SHOP, { action: 'create', task: `Part ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const names = new Set(
      answers.flatMap(({ body }) => (body as { session?: SessionDto }).session?.projects_touched ?? []),
    );
    expect(names).toEqual(new Set(['shop']));
    const [id, ...others] = new Set(
      answers.flatMap(({ body }) => (body as { task?: TaskDto }).task?.project_id ?? []),
    );
    expect([typeof id, others]).toEqual(['number', []]);
    expect(await projects()).toEqual([`shop ${SHOP}`]);
  });

  it('leaves alone what names a project itself, and what comes without it', async () => {
    const named = await post('assistant-session-summary', SHOP, {
      summary: 'a',
      projects_touched: 'website',
    });
    expect(named.body.session.projects_touched).toBe('website');
    const list = await post('assistant-session-summary', null, { summary: 'b', projects_touched: [] });
    expect(list.body.session.projects_touched).toBe('');
    expectProblem(
      await post('assistant-task', SHOP, { action: 'create', task: 'c', project: 'nowhere' }),
      404,
      'project_not_found',
    );
    expect(await projects()).toEqual([]);
  });

  it('is said to have another first commit where somebody took its address, and does not get this one', async () => {
    const folder = (...identities: string[]) =>
      t.http
        .post('/api/memory/projects/of-folder')
        .set(withKey)
        .send({ identities })
        .expect(200)
        .then(({ body }) => body as FolderProjectDto);
    await folder('github.com/ada/new', `commit:${'a'.repeat(40)}`);
    for (let time = 0; time < 2; time++)
      expect(await folder('github.com/ada/new', `commit:${'b'.repeat(40)}`)).toMatchObject({
        ...{ project: 'new', has_other_commit: true },
      });
    expect(await folder('github.com/ada/new', `commit:${'a'.repeat(40)}`)).not.toHaveProperty(
      'has_other_commit',
    );
    // Nobody sees the difference of these.
    expect(await folder('github.com/ada/ne\u200bw')).toMatchObject({ project: 'new', is_new: false });
    expect(await projects()).toEqual(['new github.com/ada/new']);
    const { body: hidden } = await t.http
      .post('/api/memory/projects')
      .set(withKey)
      .send({ name: 'ne\u200bw' });
    expect(hidden.code).toBe('invalid_request');
  });

  it('is noted who gave a project another identity', async () => {
    const { body: made } = await t.http.post('/api/memory/projects').set(withKey).send({ name: 'shop' });
    const sent = { identities: ['github.com/ada/other'] };
    await t.http.post(`/api/memory/projects/${made.id}/identities`).set(withKey).send(sent).expect(200);
    // The same by a folder that is known; what it had and what is another project's is no news.
    const folder = ['github.com/ada/other', `commit:${'c'.repeat(40)}`, 'github.com/ada/third'];
    for (let time = 0; time < 2; time++)
      await t.http
        .post('/api/memory/projects/of-folder')
        .set(withKey)
        .send({ identities: folder })
        .expect(200);
    const { rows } = await t.panel.query(
      `select action, object, details from audit_events where action like 'project.identity%' order by id desc limit 3`,
    );
    const added = (identities: string) => ({
      ...{ action: 'project.identity_added', object: `project:${made.id}`, details: { identities } },
    });
    expect(rows.slice(0, 2)).toEqual([added('github.com/ada/third'), added('github.com/ada/other')]);
  });

  it.each([
    ['a Cyrillic letter in the host', 'git\u04bbub.com/ada/shop'],
    ['a Cyrillic letter in the name', 'https://github.com/ada/sh\u043ep.git'],
    ['letters of another form', 'github.com/ada/\uff53hop'],
  ])('is none that looks like another one: %s', async (_, identity) => {
    const refused = await t.http
      .post('/api/memory/projects/of-folder')
      .set(withKey)
      .send({ identities: [identity] });
    expectProblem(refused, 400, 'invalid_request');
    const { body: made } = await t.http.post('/api/memory/projects').set(withKey).send({ name: 'shop' });
    const path = `/api/memory/projects/${made.id}/identities`;
    expectProblem(
      await t.http
        .post(path)
        .set(withKey)
        .send({ identities: [identity] }),
      400,
      'invalid_request',
    );
    // Other letters are, beside Latin ones too, and places are as the machine calls them.
    const fine = ['github.com/ada/\u043f\u0440\u043e\u0435\u043a\u0442-api', 'box:/home/ada/sh\u043ep'];
    const { body } = await t.http.post(path).set(withKey).send({ identities: fine }).expect(200);
    expect(body).toEqual({ identities: fine });
  });

  it('is one repository in all the ways to write it, and no token of an address is stored', async () => {
    const WITH_TOKEN = 'https://ci-bot:tok3n-12345@github.com/Ada/Shop.git';
    const made = await post('assistant-task', WITH_TOKEN, { action: 'create', task: 'Paint' });
    expect([made.status, made.headers['x-memory-masked']]).toEqual([201, '1']);
    const { project_id } = made.body.task as TaskDto;
    for (const written of [
      'git@github.com:ada/shop.git',
      'GitHub.com/ada/shop/',
      'github.com/ada/shop?x=1',
    ]) {
      const { body, headers } = await post('assistant-task', written, { action: 'create', task: 'Paint' });
      const again = body as { result: string; task: TaskDto };
      expect([again.result, again.task.project_id]).toEqual(['exists', project_id]);
      expect(headers).not.toHaveProperty('x-memory-masked');
    }
    const client = await connectClient(t.port, MEMORY_API_KEY, REVISIONS[0], {
      'x-assistant-project': WITH_TOKEN,
    });
    const listed = await callTool(client, 'task', { action: 'create', task: 'Paint' });
    expect((JSON.parse(listed.text) as { task: TaskDto }).task.project_id).toBe(project_id);
    await client.close();
    const named = { key: 'colour', value: 'blue', project: 'GITHUB.com/ada/shop' };
    expect((await post('assistant-update-state', null, named)).status).toBe(201);
    expect(await projects()).toEqual([`shop ${SHOP}`]);
    const identities = `/api/memory/projects/${project_id}/identities`;
    const sent = { identities: [WITH_TOKEN, 'https://u:tok3n-67890@github.com/ada/other'] };
    const added = await t.http.post(identities).set(withKey).send(sent).expect(200);
    expect([added.body, added.headers['x-memory-masked']]).toEqual([
      { identities: [SHOP, 'github.com/ada/other'] },
      '2',
    ]);
    const found = await t.http.post('/api/memory/projects/of-folder').set(withKey).send(sent).expect(200);
    expect([found.body.project, found.headers['x-memory-masked']]).toEqual(['shop', '2']);
  });

  it('has the turns of its chat, however the chat names it', async () => {
    const chat = (remote: string) => `/api/memory/chats/${encodeURIComponent(`project:${remote}`)}`;
    const messages = [{ external_id: 's:1', role: 'user', text: 'Hello' }];
    for (const remote of ['https://u:tok3n-12345@github.com/ada/shop.git', SHOP])
      await t.http
        .post(`${chat(remote)}/messages`)
        .set(withKey)
        .send({ messages })
        .expect(200);
    const url = await t.webhook('chat-history');
    const read = await t.http
      .get(url)
      .query({ chat_id: `project:${SHOP}` })
      .set(withKey)
      .expect(200);
    expect(read.body.messages).toHaveLength(1);
    const { rows } = await t.memory.query('select distinct chat_id from chat_history');
    expect(rows).toEqual([{ chat_id: `project:${SHOP}` }]);
    const admin = await signIn(t);
    const id = 'project:git@github.com:Ada/Shop.git';
    await t.http.post('/api/memory/erase').set(admin.bearer).send({ kind: 'chat', id }).expect(204);
    expect((await t.memory.query('select from chat_history')).rows).toEqual([]);
  });

  it.each(['', 'x'.repeat(181)])('is refused where it is %j', async (identity) => {
    const refused = await post('assistant-task', identity, { action: 'create', task: 'c' });
    expectProblem(refused, 400, 'invalid_request');
  });
});
