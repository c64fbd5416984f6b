import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { SessionSummaryResultDto } from '@groupless/shared-dto';
import { listHandlers } from '../../../src/platform/access/handlers';
import { AS_AGENT } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows, emptyMemory } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce } from '../../harness/data/times';

describe('a series or a block with an Idempotency-Key', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());

  const time = { starts_at: '2030-01-07T09:00:00Z', rrule: 'FREQ=WEEKLY;COUNT=2' };
  const booking = { client: { name: 'Ada' }, resource: 'any' };
  it.each([
    ['series', 'appointments', { ...time, ...booking }, { title: 'Other' }],
    ['blocks', 'blocks', { ...time, ends_at: '2030-01-07T10:00:00Z' }, { reason: 'Other' }],
  ])('is made once: %s', async (path, table, body, other) => {
    const send = (key: string, more: object = {}) =>
      t.http
        .post(`/api/${path}`)
        .set({ ...operator.bearer, 'idempotency-key': key })
        .send({ ...body, ...more });
    const before = await countRows(t.panel, table);
    const answers = await atOnce(4, () => send(`once ${path}`));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const made = answers.find(({ status }) => status === 201)!.body as object;
    for (const { body: answer } of answers) expect(answer).toEqual(made);
    expect((await send(`once ${path}`).expect(200)).body).toEqual(made);
    expect((await countRows(t.panel, table)) - before).toBe(2);
    expectProblem(await send(`once ${path}`, other), 409, 'idempotency_key_reused');
    expectProblem(await send('{{ id }}'), 400, 'unfilled_placeholder');
  });
});

/** Why a POST takes no `Idempotency-Key`. */
const WITHOUT_KEY: Record<string, readonly string[]> = {
  'its answer has a secret, which is shown once': [
    ...['/api/auth/calendar-token', '/api/auth/invite', '/api/auth/login', '/api/auth/refresh'],
    ...['/api/settings/hooks', '/api/settings/hooks/:id/rotate', '/api/settings/keys'],
    ...['/api/settings/keys/:id/rotate', '/api/users', '/api/users/:id/invite', '/api/workflows/:id/rotate'],
  ],
  'it changes or reads what is there, and a repeat of it is none': [
    ...['/api/agent/pause', '/api/appointments/:id/history/undo', '/api/appointments/swap'],
    ...['/api/assistant-accounts/:id/activate', '/api/assistant-accounts/:id/sessions/:version/restore'],
    ...['/api/assistant-accounts/usage', '/api/auth/confirm', '/api/auth/forgot', '/api/auth/invite/look'],
    ...['/api/auth/logout'],
    ...['/api/auth/logout-all', '/api/auth/password', '/api/auth/reset', '/api/auth/totp/disable'],
    ...['/api/auth/totp/enable', '/api/auth/totp/setup', '/api/clients/:id/history/:version/put-back'],
    ...['/api/clients/:id/merges/:merge_id/undo', '/api/clients/changes', '/api/clients/phones/read'],
    ...[
      '/api/appointments/import',
      '/api/appointments/imports/:id/take-back',
      '/api/clients/import/preview',
      '/api/clients/imports/:id/undo',
    ],
    ...['/api/conversations/:id/assign', '/api/conversations/:id/handback', '/api/conversations/:id/read'],
    ...['/api/conversations/:id/notes/:note_id/put-back', '/api/conversations/:id/takeover'],
    ...['/api/conversations/:id/typing', '/api/conversations/:id/unread'],
    ...['/api/mail/:id/again', '/api/mail/unsubscribe/:token'],
    ...[
      '/api/clients/:id/erase',
      '/api/memory/erase',
      '/api/memory/history/:version/undo',
      '/api/memory/history/undo',
    ],
    ...['/api/memory/history/undo/preview', '/api/memory/move', '/api/memory/projects/:id/merge'],
    ...[
      '/api/memory/projects/:id/merge/undo',
      '/api/memory/projects/:id/share',
      '/api/memory/quarantine/:id/discard',
      '/api/memory/search',
    ],
    ...['/api/memory/recall'],
    ...['/api/memory/quarantine/:id/release', '/api/settings/hooks/:id/deliveries/:delivery_id/again'],
    ...['/api/settings/hooks/:id/test', '/api/settings/jobs/:name/run', '/api/settings/mail/test'],
    ...['/api/settings/mail/texts/:kind/:language/preview', '/api/settings/retention/preview'],
    ...['/api/settings/resources/rename', '/api/workflows/:id/activate', '/api/workflows/:id/deactivate'],
    ...['/api/waiting-list/:id/book'],
  ],
  'it is known by ids or texts within it, or by its envelope': [
    ...[
      '/api/agent/tools/:platform',
      '/api/auth/push',
      '/api/conversations/ping',
      '/conversations/ping',
      '/mcp',
    ],
    ...['/api/memory/chats/:chat_id/messages', '/api/memory/projects/:id/identities'],
    ...['/api/memory/projects/of-folder', '/webhook/:workflow_id/webhook/assistant-task'],
    ...['/webhook/:workflow_id/webhook/assistant-update-state'],
  ],
  'it is a form of HTML, whose token is known': [
    ...['/book', '/book/:slug', '/book/m/:token', '/book/w/:token', '/book/wait', '/book/c/:token'],
  ],
  'it takes a file, whose rows are known by their ids': ['/api/memory/import'],
};

describe('a row with an Idempotency-Key', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t, { role: 'admin' });
  });
  afterAll(() => t.close());

  const post = (path: string, body: object, key?: string) =>
    t.http
      .post(`/api/${path}`)
      .set({ ...admin.bearer, ...(key !== undefined && { 'idempotency-key': key }) })
      .send(body);
  const idOf = async (path: string, body: object) => ((await post(path, body)).body as { id: string }).id;

  interface Row {
    /** By default the panel's. */
    database?: 'memory';
    table: string;
    body: object;
    other: object;
  }
  /** Each with what it is made of, and another body. */
  const ROWS: Record<string, () => Promise<Row & { path?: string }>> = {
    resources: async () => ({ table: 'resources', body: { name: 'Once' }, other: { name: 'Other' } }),
    services: async () => ({
      table: 'services',
      body: { name: 'Once', duration_minutes: 30 },
      other: { name: 'Once', duration_minutes: 45 },
    }),
    'settings/saved-replies': async () => ({
      table: 'saved_replies',
      body: { name: 'Once', text: 'Hello' },
      other: { name: 'Once', text: 'Good evening' },
    }),
    'assistant-accounts': async () => ({
      table: 'assistant_accounts',
      body: { name: 'Once', type: 'pro' },
      other: { name: 'Other', type: 'pro' },
    }),
    'memory/people': async () => ({
      ...{ database: 'memory', table: 'assistant_people' },
      ...{ body: { name: 'Once' }, other: { name: 'Other' } },
    }),
    'memory/projects': async () => ({
      ...{ database: 'memory', table: 'assistant_projects' },
      ...{ body: { name: 'once' }, other: { name: 'other' } },
    }),
    'memory/tasks': async () => ({
      ...{ database: 'memory', table: 'assistant_tasks' },
      ...{ body: { task: 'Once' }, other: { task: 'Other' } },
    }),
    'memory/decisions': async () => ({
      ...{ database: 'memory', table: 'assistant_decisions' },
      ...{ body: { text: 'Once' }, other: { text: 'Other' } },
    }),
    'conversations/:id/notes': async () => {
      const ping = { chat_id: 'once', message: { role: 'user', text: 'Hello', external_id: 'once-1' } };
      const { body } = await t.http.post('/api/conversations/ping').set(AS_AGENT).send(ping);
      const { conversation_id } = body as { conversation_id: string };
      return {
        path: `conversations/${conversation_id}/notes`,
        ...{ table: 'conversation_notes', body: { text: 'Once' }, other: { text: 'Other' } },
      };
    },
    'waiting-list': async () => ({
      table: 'waiting_entries',
      body: { client: { name: 'Ada' }, from: '2030-01-07', to: '2030-01-11' },
      other: { client: { name: 'Ada' }, from: '2030-01-08', to: '2030-01-11' },
    }),
    'clients/:id/merges': async () => {
      const [kept, gone, another] = [
        await idOf('clients', { name: 'Kept' }),
        await idOf('clients', { name: 'Gone' }),
        await idOf('clients', { name: 'Another' }),
      ];
      return {
        path: `clients/${kept}/merges`,
        ...{ table: 'client_merges', body: { client_id: gone }, other: { client_id: another } },
      };
    },
  };

  it.each(Object.keys(ROWS))('is made once: %s', async (name) => {
    const { database = 'panel', table, body, other, path = name } = await ROWS[name]!();
    const before = await countRows(t[database], table);
    const answers = await atOnce(4, () => post(path, body, `once ${name}`));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const made = answers.find(({ status }) => status === 201)!.body as object;
    for (const { body: answer } of answers) expect(answer).toEqual(made);
    expect((await countRows(t[database], table)) - before).toBe(1);
    expectProblem(await post(path, other, `once ${name}`), 409, 'idempotency_key_reused');
    expectProblem(await post(path, body, '{{ id }}'), 400, 'unfilled_placeholder');
  });

  it('is an import: the same file is answered as the first time, and changes nothing', async () => {
    const FILE =
      'name,phone,email\nAda,+12125550123,\nAda,+12125550123,\nBen,+12125550123,ben@example.com\nCleo,abc,\n';
    const send = (key: string, file = FILE, query = '') =>
      t.http
        .post(`/api/clients/import${query}`)
        .set({ ...admin.bearer, 'idempotency-key': key, 'content-type': 'text/csv' })
        .send(file);
    const before = await countRows(t.panel, 'clients');
    const answers = await atOnce(3, () => send('import'));
    const [first] = answers;
    expect(first!.body).toMatchObject({
      ...{ created: 2, skipped: 1, not_made_total: 1, shared_total: 1 },
      ...{ failed: [{ row: 5, field: 'phone' }], shared: [{ row: 4, name: 'Ben', with: { name: 'Ada' } }] },
    });
    for (const { status, body } of answers) expect([status, body]).toEqual([200, first!.body]);
    expect((await send('import').expect(200)).body).toEqual(first!.body);
    expect(await countRows(t.panel, 'clients')).toBe(before + 2);
    expect(await countRows(t.panel, 'client_imports')).toBe(1);
    for (const again of [send('import', `${FILE}Dora,,\n`), send('import', FILE, '?update=true')])
      expectProblem(await again, 409, 'idempotency_key_reused');
    // Nobody is made by a dry run, so it uses up no key.
    await send('dry', FILE, '?dry_run=true').expect(200);
    expect((await send('dry').expect(200)).body).toMatchObject({ created: 0, skipped: 3 });
  });

  it('that was removed since is made again', async () => {
    const { body } = await post('memory/tasks', { task: 'Removed' }, 'removed');
    const { id } = body as { id: number };
    await t.http.delete(`/api/memory/tasks/${id}`).set(admin.bearer).expect(204);
    const again = await post('memory/tasks', { task: 'Removed' }, 'removed');
    expect([again.status, (again.body as { id: number }).id]).not.toEqual([201, id]);
    expect(again.status).toBe(201);
  });

  it('of another path with the same body is another one', async () => {
    const [one, two] = [await idOf('clients', { name: 'One' }), await idOf('clients', { name: 'Two' })];
    const gone = { client_id: await idOf('clients', { name: 'Gone' }) };
    expect((await post(`clients/${one}/merges`, gone, 'paths')).status).toBe(201);
    expectProblem(await post(`clients/${two}/merges`, gone, 'paths'), 409, 'idempotency_key_reused');
  });

  it('is made by every POST that makes one, and where not, it is written here why', async () => {
    const { paths } = (await t.http.get('/api/docs-json')).body as OpenAPIObject;
    const takesKey = (path: string) =>
      paths[path.replace(/:(\w+)/g, '{$1}')]?.post?.parameters?.some(
        (one) => 'name' in one && one.name === 'Idempotency-Key',
      );
    const routes = listHandlers(t.app.get(DiscoveryService, { strict: false }), new MetadataScanner());
    const posts = routes.filter(({ method }) => method === 'POST').flatMap((route) => route.paths);
    const without = posts.filter((path) => takesKey(path) !== true);
    expect(without.sort()).toEqual(Object.values(WITHOUT_KEY).flat().sort());
  });
});

describe('a session summary with an Idempotency-Key', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-session-summary');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const send = (key: string, body: object) => t.http.post(address).set('idempotency-key', key).send(body);
  const countSessions = () => countRows(t.memory, 'assistant_sessions');

  async function moveSessionsBack(by: string): Promise<void> {
    await t.memory.query(
      'update assistant_sessions set session_date = session_date - $1::interval, stored_at = stored_at - $1::interval',
      [by],
    );
  }

  it('answers the first row to a repeat', async () => {
    const body = { summary: 'Once', mood: 'calm', tasks_created: ['a', 'b'] };
    const first = await send('key', body).expect(201);
    const repeat = await send('key', body).expect(200);
    expect(first.body.result).toBe('created');
    expect(repeat.body).toEqual({ ...first.body, result: 'exists' });
    expect(await countSessions()).toBe(1);
  });

  it('knows the same body in another order and spacing', async () => {
    await send('key', { summary: 'Once', mood: 'calm' }).expect(201);
    await t.http
      .post(address)
      .set({ 'idempotency-key': 'key', 'content-type': 'application/json' })
      .send(' { "mood" : "c\\u0061lm",\n"summary":"Once" } ')
      .expect(200);
  });

  it.each([
    ['summary', { summary: 'Other', mood: 'calm' }],
    ['mood', { summary: 'Once', mood: 'tired' }],
    ['lack of a field', { summary: 'Once' }],
    ['further field', { summary: 'Once', mood: 'calm', tasks_created: 'more' }],
  ])('refuses the key with another body: another %s', async (_, other) => {
    await send('key', { summary: 'Once', mood: 'calm' }).expect(201);
    expectProblem(await send('key', other), 409, 'idempotency_key_reused');
    expect(await countSessions()).toBe(1);
  });

  it('answers the row as somebody has corrected it since, and still refuses another body', async () => {
    const { body } = await send('key', { summary: 'Once', mood: 'calm' }).expect(201);
    await t.memory.query(`update assistant_sessions set summary = 'Corrected', mood = null`);
    const repeated = await send('key', { summary: 'Once', mood: 'calm' }).expect(200);
    expect(repeated.body).toEqual({
      result: 'exists',
      session: { ...body.session, summary: 'Corrected', mood: null },
    });
    expectProblem(await send('key', { summary: 'Corrected' }), 409, 'idempotency_key_reused');
    expect(await countSessions()).toBe(1);
  });

  it('knows the same body when its projects have their names in place of identities, and other names since', async () => {
    const identity = 'github.com/ada/shop';
    const { rows } = await t.memory.query<{ id: string }>(
      `insert into assistant_projects (name, url) values ('shop', $1) returning id`,
      [identity],
    );
    const body = { summary: 'Once', projects_touched: [identity, 'docs'] };
    const first = await send('key', body).expect(201);
    expect(first.body.session.projects_touched).toBe('shop, docs');
    await send('key', body).expect(200);
    await t.memory.query(`update assistant_projects set name = 'store' where id = $1`, [rows[0]?.id]);
    expect((await send('key', body).expect(200)).body.session.projects_touched).toBe('store, docs');
    expectProblem(await send('key', { ...body, projects_touched: 'docs' }), 409, 'idempotency_key_reused');
    expect(await countSessions()).toBe(1);
  });

  it('makes another row for another key', async () => {
    await send('key', { summary: 'Once' }).expect(201);
    await send('Key', { summary: 'Once' }).expect(201);
    expect(await countSessions()).toBe(2);
  });

  it('still knows the key after 23 hours and 59 minutes', async () => {
    await send('key', { summary: 'Once' }).expect(201);
    await moveSessionsBack('23 hours 59 minutes');
    await send('key', { summary: 'Once' }).expect(200);
    expectProblem(await send('key', { summary: 'Other' }), 409, 'idempotency_key_reused');
  });

  it('has forgotten the key after 24 hours, whatever the body', async () => {
    const first = await send('key', { summary: 'Once' }).expect(201);
    await moveSessionsBack('24 hours');
    const second = await send('key', { summary: 'Other' }).expect(201);
    expect(second.body.session.id).not.toBe(first.body.session.id);
    expect((await send('key', { summary: 'Other' }).expect(200)).body.session).toEqual(second.body.session);
    expect(await countSessions()).toBe(2);
  });

  it('does not use up the key with a refused body', async () => {
    await send('key', { summary: '' }).expect(400);
    await send('key', { summary: 'Right' }).expect(201);
  });

  it.each([1, 200])('takes a key of %d characters', async (length) => {
    await send('k'.repeat(length), { summary: 'Once' }).expect(201);
  });

  it('refuses a key of 201 characters', async () => {
    const tooLong = await send('k'.repeat(201), { summary: 'Once' });
    expect(refusedFields(tooLong)).toEqual([['Idempotency-Key', 'too_long']]);
    expect(await countSessions()).toBe(0);
  });

  it('makes one row of 20 calls at once', async () => {
    const answers = await atOnce(20, () => send('key', { summary: 'Once' }));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(19).fill(200), 201]);
    const ids = answers.map(({ body }) => (body as SessionSummaryResultDto).session.id);
    expect(new Set(ids).size).toBe(1);
    expect(await countSessions()).toBe(1);
  });

  it('makes one row of 20 calls at once with two bodies, and refuses the other body', async () => {
    const answers = await atOnce(20, (index) => send('key', { summary: index % 2 === 0 ? 'even' : 'odd' }));
    const results = answers.map(({ body }) => String(body.result ?? body.code)).sort();
    expect(results).toEqual([
      'created',
      ...Array<string>(9).fill('exists'),
      ...Array<string>(10).fill('idempotency_key_reused'),
    ]);
    expect(await countSessions()).toBe(1);
  });

  it('is not taken by the other webhooks', async () => {
    const stateAddress = await t.webhook('assistant-update-state');
    const update = (value: string) =>
      t.http.post(stateAddress).set('idempotency-key', 'key').send({ key: 'k', value });
    await update('1').expect(201);
    await update('2').expect(200);
  });
});
