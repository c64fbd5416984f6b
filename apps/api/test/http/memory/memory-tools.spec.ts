import type {
  ChatHistoryDto,
  PersonDto,
  ProjectDto,
  SessionDto,
  StateDto,
  TaskDto,
} from '@groupless/shared-dto';
import type { Client } from '@modelcontextprotocol/client';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { emptyMemory } from '../../harness/databases/rows';
import { callTool, connectClient } from '../../harness/http/mcp-client';
import { expectProblem } from '../../harness/http/problems';

const SHOP = 'github.com/acme/shop';
const BANK = 'github.com/acme/bank';

describe('the tools of the memory', () => {
  let t: ServedApp;
  let client: Client;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    client = await connectClient(t.port, MEMORY_API_KEY, '2025-11-25');
    admin = await signIn(t, { role: 'admin' });
  });
  beforeEach(async () => {
    await emptyMemory(t.memory);
    for (const [name, url] of [
      ['shop', SHOP],
      ['bank', BANK],
    ])
      await t.http.post('/api/memory/projects').set(withKey).send({ name, url }).expect(201);
  });
  afterAll(async () => {
    await client.close();
    await t.close();
  });

  const withKey = { 'x-api-key': MEMORY_API_KEY };
  async function call<Answer>(name: string, args: object): Promise<Answer> {
    const { text, isError } = await callTool(client, name, args);
    expect([isError, text]).toEqual([false, expect.any(String)]);
    return JSON.parse(text) as Answer;
  }
  async function refused(name: string, args: object): Promise<string> {
    const { text, isError } = await callTool(client, name, args);
    expect(isError).toBe(true);
    return text;
  }
  async function say(identity: string, session_id: string, ...texts: string[]): Promise<void> {
    await t.http
      .post(`/api/memory/chats/${encodeURIComponent(`project:${identity}`)}/messages`)
      .set(withKey)
      .send({
        messages: texts.map((text, index) => ({ external_id: `${session_id}:${index}`, role: 'user', text })),
        session_id,
      })
      .expect(200);
  }
  const erase = (body: object) => t.http.post('/api/memory/erase').set(admin.bearer).send(body);

  it('read what was said about a project by its name, and no other project’s', async () => {
    await say(SHOP, 'a', 'of the shop');
    await say(BANK, 'b', 'of the bank');
    const shop = await call<ChatHistoryDto>('chat_history', { project: 'Shop' });
    expect([shop.chat_id, shop.messages.map(({ message }) => message)]).toEqual([
      `project:${SHOP}`,
      ['of the shop'],
    ]);
    expect(await refused('chat_history', { project: 'shopp' })).toContain('"shop"');
    expect(await refused('chat_history', {})).toContain('project');
  });

  it('keep to a budget: the newest stay, a long one loses its middle, and older ones are named', async () => {
    const long = `beginning ${'word '.repeat(3_000)}the end`;
    await say(SHOP, 'a', 'first', long);
    const { messages, before } = await call<ChatHistoryDto & { before?: number }>('chat_history', {
      project: 'shop',
      budget: 300,
    });
    expect(messages).toHaveLength(1);
    const [only] = messages;
    expect(only?.message).toMatch(/^beginning .* … .*the end$/);
    expect(JSON.stringify(messages).length).toBeLessThanOrEqual(1_200);
    expect(before).toBe(only?.id);
    const older = await call<ChatHistoryDto>('chat_history', { project: 'shop', before });
    expect(older.messages.map(({ message }) => message)).toEqual(['first']);
    const all = await call<ChatHistoryDto>('chat_history', { project: 'shop' });
    expect(all.messages.map(({ message }) => message)).toEqual(['first', long.trim()]);
  });

  it('list the open tasks of a project', async () => {
    const ids: number[] = [];
    for (const project of ['shop', 'bank']) {
      const { task } = await call<{ task: TaskDto }>('task', {
        action: 'create',
        task: 'Write tests',
        project,
      });
      ids.push(task.id);
    }
    await call('task', { action: 'create', task: 'Sweep', project: 'shop', priority: 9 });
    const listed = await call('task', { action: 'list', project: 'shop' });
    expect(listed).toEqual({
      result: 'listed',
      tasks: [expect.stringMatching(/^#\d+ 9 Sweep$/), `#${ids[0]} 5 Write tests`],
      total: 2,
    });
    expect(await refused('task', { action: 'list', project: 'shopp' })).toContain('"shop"');
  });

  it('describe projects and people, each by its name', async () => {
    await callTool(client, 'describe', { project: 'SHOP', description: 'The shop.', notes: 'Angular' });
    const { text } = await callTool(client, 'describe', { person: 'Boris', relationship: 'leads shop' });
    expect(text).toMatch(/^Stored: person \d+ "Boris"$/);
    await callTool(client, 'describe', { person: 'boris', notes: 'since May' });
    const read = async <Row>(path: string) =>
      (await t.http.get(`/api/memory/${path}`).set(withKey).expect(200)).body.items as Row[];
    const projects = await read<ProjectDto>('projects');
    expect(projects.map(({ name, notes, description }) => [name, notes, description])).toEqual([
      ['bank', '', ''],
      ['shop', 'Angular', 'The shop.'],
    ]);
    expect(await read<PersonDto>('people')).toMatchObject([
      { name: 'Boris', relationship: 'leads shop', notes: 'since May' },
    ]);
    expect(await refused('describe', { project: 'shopp', notes: 'x' })).toContain('"shop"');
    expect(await refused('describe', { notes: 'x' })).toContain('project');
    expect(await refused('describe', { project: 'shop' })).toContain('description or notes');
    await callTool(client, 'describe', { person: 'Carla', description: 'Paints.', notes: 'Left-handed.' });
    expect((await read<PersonDto>('people')).map(({ notes }) => notes)).toContain('Paints.\nLeft-handed.');
    await t.http.post('/api/memory/people').set(withKey).send({ name: 'BORIS' }).expect(201);
    expect(await refused('describe', { person: 'boris', notes: 'y' })).toContain('Several people');
  });

  it('understand other forms, and say how', async () => {
    const { task } = await call<{ task: TaskDto }>('task', { action: 'create', task: 'Sweep' });
    expect(await call('task', { action: 'complete', id: task.id })).toMatchObject({
      result: 'completed',
      note: 'action was taken as "done".',
    });
    const stored = await call<{ state: StateDto; note: string }>('set_state', { key: 'port', value: 5 });
    expect([stored.state.value, stored.note]).toEqual(['5', 'value was taken as "5".']);
    const { session, note } = await call<{ session: SessionDto; note: string }>('save_summary', {
      summary: 'Swept.',
      mood: 'very happy',
      project: 'shop',
    });
    expect([session.mood, session.projects_touched]).toEqual(['very', 'shop']);
    expect(note).toBe('project was taken as projects_touched. mood was taken as "very".');
    expect(await call('search_memory', { query: 'swept', kind: ['session', 'state'] })).toMatchObject({
      total: 1,
    });
    // The webhooks stay strict.
    expectProblem(
      await t.http
        .post(await t.webhook('assistant-task'))
        .set(withKey)
        .send({ action: 'complete', id: task.id }),
      400,
      'invalid_request',
    );
  });

  it('find nothing of what was erased: one message, a chat, or a session with its turns', async () => {
    await say(SHOP, 'a', 'zebra one', 'zebra two');
    await say(BANK, 'b', 'zebra three');
    await say(SHOP, 'c', 'zebra four');
    const found = async () => {
      const { body } = await t.http.get('/api/memory/search?q=zebra').set(withKey).expect(200);
      return (body as { items: { excerpt: string }[] }).items
        .map(({ excerpt }) => excerpt.replace(/<\/?mark>/g, ''))
        .sort();
    };
    const { body } = await t.http
      .post(await t.webhook('assistant-session-summary'))
      .set(withKey)
      .send({ summary: 'Counted animals.', session_id: 'a', projects_touched: 'shop' })
      .expect(201);
    const { rows } = await t.memory.query<{ id: string }>(
      `select id from chat_history where session_id = 'c'`,
    );
    await erase({ kind: 'chat_message', id: Number(rows[0]?.id) }).expect(204);
    expect(await found()).toEqual(['zebra one', 'zebra three', 'zebra two']);
    await t.http
      .delete(`/api/memory/sessions/${(body as { session: SessionDto }).session.id}`)
      .set(admin.bearer)
      .expect(204);
    await erase({ kind: 'session', id: (body as { session: SessionDto }).session.id }).expect(204);
    expect(await found()).toEqual(['zebra three']);
    await erase({ kind: 'chat', id: `project:${BANK}` }).expect(204);
    expect(await found()).toEqual([]);
    const left = await t.memory.query(
      'select from chat_history union all select from chats where chat_id like $1',
      [`%${BANK}`],
    );
    expect(left.rowCount).toBe(0);
    expectProblem(await erase({ kind: 'chat', id: `project:${BANK}` }), 404, 'not_found');
    expectProblem(await erase({ kind: 'chat', id: 5 }), 400, 'invalid_request');
    expectProblem(await erase({ kind: 'session', id: 'a' }), 400, 'invalid_request');
  });

  it('merge projects for operators, and for nobody less', async () => {
    const merge = async (role: 'viewer' | 'operator') => {
      const { id } = await signIn(t, { role });
      const { body } = await t.http
        .post('/api/settings/keys')
        .set(admin.bearer)
        .send({ name: role, scopes: ['memory'], owner_id: id })
        .expect(201);
      const { rows } = await t.memory.query<{ id: string }>(
        'select id from assistant_projects order by name desc',
      );
      const [shop, bank] = rows;
      return t.http
        .post(`/api/memory/projects/${shop?.id}/merge`)
        .set({ 'x-api-key': (body as { key: string }).key })
        .send({ into: Number(bank?.id) });
    };
    expectProblem(await merge('viewer'), 403, 'forbidden');
    expect((await merge('operator')).status).toBe(200);
  });
});
