import type { ProjectDto, SessionDto, TaskDto } from '@groupless/shared-dto';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { callTool, connectClient, REVISIONS } from '../../harness/http/mcp-client';
import { expectProblem } from '../../harness/http/problems';
import { emptyMemory } from '../../harness/databases/rows';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const SHOP = 'github.com/ada/shop';
const OTHER_SHOP = 'github.com/bob/shop';

describe('the project in whose folder an assistant works', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp({ environment: { MEMORY_API_KEY } });
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

  it.each(['', 'x'.repeat(181)])('is refused where it is %j', async (identity) => {
    const refused = await post('assistant-task', identity, { action: 'create', task: 'c' });
    expectProblem(refused, 400, 'invalid_request');
  });
});
