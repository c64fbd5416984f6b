import { lookup } from 'node:dns';
import type {
  ClientDto,
  ConversationDto,
  CreatedHookDto,
  HookDeliveryDto,
  HookDto,
  HookSubscription,
  StateDto,
} from '@groupless/shared-dto';
import { AuditEvent } from '../../../src/audit/audit-event.entity';
import { ADVISORY_LOCKS } from '../../../src/database/advisory-locks';
import { HookDeliveriesRepository } from '../../../src/outbound-webhooks/delivery/hook-deliveries.repository';
import { OutboundCalls } from '../../../src/shared/outbound/outbound-calls.service';
import { HookReceiver } from '../../harness/http/hook-receiver';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { eventually, WAITS_FOR_LOCK } from '../../harness/data/times';

const HOOKS = '/api/settings/hooks';
const HOUR = 3_600_000;
const CLOSURE = { from: '2030-12-24', to: '2030-12-26', reason: 'Christmas', public: true };

describe('outbound webhooks', () => {
  let here: ServedApp;
  let there: ServedApp;
  let admin: SignedInUser;
  let receiver: HookReceiver;
  let hook: CreatedHookDto | null = null;

  beforeAll(async () => {
    here = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true' } });
    there = await startServedApp({ urls: here.urls, environment: { OUTBOUND_PRIVATE: 'true' } });
  });
  beforeEach(async () => {
    admin = await signIn(here);
    receiver = await HookReceiver.start();
  });
  afterEach(async () => {
    runClocks();
    const made = hook;
    hook = null;
    if (made !== null) {
      admin = await signIn(here);
      await here.http.delete(`${HOOKS}/${made.id}`).set(admin.bearer).expect(204);
    }
    await receiver.close();
    expect(receiver.faults).toEqual([]);
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  async function make(...events: HookSubscription[]): Promise<CreatedHookDto> {
    const { body } = await here.http
      .post(HOOKS)
      .set(admin.bearer)
      .send({ url: receiver.url, events })
      .expect(201);
    hook = body as CreatedHookDto;
    receiver.secret = hook.secret;
    return hook;
  }

  async function makeClient(name: string): Promise<ClientDto> {
    const { body } = await here.http.post('/api/clients').set(admin.bearer).send({ name }).expect(201);
    return body as ClientDto;
  }

  const rename = (id: string, name: string) =>
    here.http.patch(`/api/clients/${id}`).set(admin.bearer).send({ name }).expect(200);

  /** Past the API, whose sessions end when the clock is set ahead. */
  async function deliveries(): Promise<HookDeliveryDto[]> {
    return (await here.panel.query<HookDeliveryDto>('select * from hook_deliveries order by place')).rows;
  }

  async function present(): Promise<HookDto> {
    return (await here.panel.query<HookDto>('select * from hooks')).rows[0]!;
  }

  function runClocks(): void {
    for (const { clock } of [here, there]) Object.assign(clock, { fixed: null });
  }

  /** Runs as if the time had passed, until the condition holds. */
  async function later(ms: number, holds: () => boolean | Promise<boolean>): Promise<void> {
    const now = new Date(Date.now() + ms);
    for (const app of [here, there]) app.clock.set(now);
    await eventually(holds);
    runClocks();
  }

  const pending = async () => {
    const { rows } = await here.panel.query<{ count: number }>(
      `select count(*)::int as count from hook_deliveries where status = 'pending'`,
    );
    return rows[0]!.count;
  };

  it('show their secret once, and store it sealed', async () => {
    const made = await make('client.created');
    expect(made.secret).toMatch(/^whsec_/);
    const { body: listed } = await here.http.get(HOOKS).set(admin.bearer).expect(200);
    expect((listed as object[])[0]).not.toHaveProperty('secret');
    const { rows } = await here.panel.query<{ secret: string }>('select secret from hooks');
    expect(rows[0]!.secret).not.toContain(made.secret.slice(6, 20));
    const { body } = await here.http.get('/api/settings/audit?action=hook.').set(admin.bearer);
    expect(JSON.stringify(body)).toContain('hook.created');
    expect(JSON.stringify(body)).not.toContain(made.secret);
    expect(here.log_lines.join('')).not.toContain(made.secret);
  });

  it('tell at once what was committed, as the API shows it', async () => {
    await make('client.created', 'client.updated', 'client.deleted', 'task.updated', 'state.updated');
    const writtenMs = performance.now();
    const client = await makeClient('Ada');
    await rename(client.id, 'Ada L.');
    const { body: renamed } = await here.http.get(`/api/clients/${client.id}`).set(admin.bearer);
    await here.http.delete(`/api/clients/${client.id}`).set(admin.bearer).expect(204);
    await here.http
      .post(await here.webhook('assistant-task'))
      .send({ action: 'create', task: 'call' })
      .expect(201);
    await here.http
      .post(await here.webhook('assistant-update-state'))
      .send({ key: 'secret-key', value: 'hidden' });
    const { body: tasks } = await here.http.get('/api/memory/tasks').set(admin.bearer);
    await eventually(() => receiver.received.length === 5);
    expect(Math.max(...receiver.received.map(({ at_ms }) => at_ms)) - writtenMs).toBeLessThan(8_000);
    const told = (type: string) => receiver.received.filter((one) => one.type === type);
    expect(receiver.received.filter(({ type }) => type.startsWith('client')).map(({ type }) => type)).toEqual(
      ['client.created', 'client.updated', 'client.deleted'],
    );
    expect(told('client.created')[0]!.data).toEqual(client);
    expect(told('client.updated')[0]!.data).toEqual(renamed);
    expect(told('client.deleted')[0]!.data).toEqual({ id: client.id });
    expect(told('task.updated')[0]!.data).toEqual((tasks as { items: object[] }).items[0]);
    const { body: state } = await here.http.get('/api/memory/state').set(admin.bearer);
    expect(told('state.updated')[0]!.data).toEqual({ id: (state as { items: StateDto[] }).items[0]!.id });
  });

  it('tell of every kind of object what a viewer reads of it', async () => {
    await make(
      'appointment.created',
      'conversation.updated',
      'conversation.replied',
      'project.updated',
      'person.updated',
      'session.created',
      'settings.updated',
      'account.updated',
      'user.updated',
    );
    const client = await makeClient('Bea');
    const read = async (path: string) =>
      (await here.http.get(path).set(admin.bearer).expect(200)).body as object;
    const send = async (path: string, body: object) =>
      (await here.http.post(path).set(admin.bearer).send(body)).body as { id: string };
    const appointment = await send('/api/appointments', {
      client_id: client.id,
      starts_at: '2030-01-07T10:00:00Z',
    });
    const ping = await here.http
      .post('/api/conversations/ping')
      .set({ 'x-api-key': 'agent-93ac5e0d7f2b4c6e8a1d0f4b72c9' })
      .send({ chat_id: 'c-1', contact: { name: 'Bea' } })
      .expect(200);
    const { conversation_id } = ping.body as { conversation_id: string };
    await send(`/api/conversations/${conversation_id}/takeover`, {});
    await send(`/api/conversations/${conversation_id}/messages`, { text: 'Hello' });
    const project = await send('/api/memory/projects', { name: 'Panel' });
    const person = await send('/api/memory/people', { name: 'Cleo' });
    await here.http.post(await here.webhook('assistant-session-summary')).send({ summary: 'Done' });
    const settings = await read('/api/settings/chat-agent');
    await here.http
      .put('/api/settings/chat-agent')
      .set(admin.bearer)
      .send({ ...settings, name: 'Max', closures: [CLOSURE, { ...CLOSURE, reason: 'Ill', public: false }] })
      .expect(200);
    const [account] = (await read('/api/assistant-accounts')) as { id: string }[];
    await here.http
      .patch(`/api/assistant-accounts/${account!.id}`)
      .set(admin.bearer)
      .send({ description: 'Mine' })
      .expect(200);
    const seen = (type: string) => receiver.received.findLast((one) => one.type === type)?.data;
    const types = [
      ...['appointment.created', 'conversation.replied', 'conversation.updated', 'project.updated'],
      ...['person.updated', 'session.created', 'settings.updated', 'account.updated'],
    ];
    await eventually(() => types.every((type) => seen(type) !== undefined));
    const reached = { id: client.id, name: 'Bea', phone: null, email: null };
    expect(seen('appointment.created')).toEqual({ ...appointment, client: reached });
    // What is unread is told to its reader.
    const {
      number_client: _,
      first_unread_id: __,
      ...conversation
    } = (await read(`/api/conversations/${conversation_id}`)) as ConversationDto;
    expect(seen('conversation.replied')).toEqual(conversation);
    expect(seen('conversation.updated')).toEqual(conversation);
    // Its identities, addresses and folders of machines, are read by those who may, and told to nobody.
    expect({ ...seen('project.updated'), identities: [] }).toEqual(project);
    expect(seen('person.updated')).toEqual(person);
    const { items } = (await read('/api/memory/sessions')) as { items: object[] };
    expect(items[0]).toMatchObject(seen('session.created')!);
    expect(seen('settings.updated')).toEqual({
      ...(await read('/api/settings/chat-agent')),
      closures: [CLOSURE, { ...CLOSURE, reason: '', public: false }],
    });
    expect(seen('account.updated')).toEqual({ id: account!.id });
  });

  it('write nothing where none wants the event, and nothing of what is rolled back', async () => {
    const outbox = async () => (await here.panel.query('select from hook_outbox')).rowCount;
    // What the test before wrote may still be under way.
    await eventually(async () => (await outbox()) === 0);
    await here.panel.query(
      `insert into users (id, email, name, role) values (gen_random_uuid(), 'x@y.z', '', 'viewer')`,
    );
    expect(await outbox()).toBe(0);
    await make('client.created');
    await here.panel.query(
      `begin; insert into clients (id, name, source) values (gen_random_uuid(), 'x', 'panel'); rollback`,
    );
    const client = await makeClient('Dora');
    await eventually(() => receiver.received.length > 0);
    expect(receiver.received.map(({ data }) => data['id'])).toEqual([client.id]);
  });

  it('tell of an import as one event', async () => {
    await make('client.created', 'clients.imported');
    await here.http
      .post('/api/clients/import')
      .set({ ...admin.bearer, 'content-type': 'text/csv' })
      .send('name\nEve\nFay\n')
      .expect(200);
    await eventually(() => receiver.received.length > 0);
    expect(receiver.received.map(({ type, data }) => [type, data])).toEqual([
      ['clients.imported', { id: null, import_id: expect.any(String) as unknown, created: 2, updated: 0 }],
    ]);
  });

  it('keep the order of an object over failures, and let others pass', async () => {
    const made = await make('client.created', 'client.updated');
    const stuck = await makeClient('Gus');
    await eventually(() => receiver.received.length === 1);
    receiver.answer = (answer, { data }) => answer.writeHead(data['id'] === stuck.id ? 500 : 200).end();
    for (const name of ['Gus 1', 'Gus 2', 'Gus 3']) await rename(stuck.id, name);
    const other = await makeClient('Hal');
    await eventually(() => receiver.received.some(({ data }) => data['id'] === other.id));
    const failed = async () => (await deliveries()).find(({ error }) => error !== null);
    await eventually(async () => (await failed()) !== undefined);
    expect(await failed()).toMatchObject({
      status: 'pending',
      response_status: 500,
      error: 'The answer was 500.',
    });
    receiver.acceptAll();
    await later(60_000, async () => (await pending()) === 0);
    const names = receiver.received
      .filter(({ data }) => data['id'] === stuck.id)
      .map(({ data }) => data['name']);
    expect(names).toEqual(['Gus', 'Gus 1', 'Gus 2', 'Gus 3']);
    expect(made.active).toBe(true);
    admin = await signIn(here);
    const { body } = await here.http
      .get(`${HOOKS}/${made.id}/deliveries?limit=2`)
      .set(admin.bearer)
      .expect(200);
    expect(body).toMatchObject({
      total: 5,
      items: [{ event: 'client.created' }, { event: 'client.updated' }],
    });
  });

  it('wait for a receiver that is down, and are switched off with an entry after three days', async () => {
    await make('client.created');
    receiver.answer = (answer) => answer.writeHead(503).end();
    for (let n = 0; n < 6; n++) await makeClient(`Ida ${n}`);
    await eventually(
      async () => (await deliveries()).length === 6 && (await present()).failing_since !== null,
    );
    const before = receiver.requests;
    await later(24 * HOUR, () => receiver.requests > before);
    // One whose try began before is tried once more.
    await later(49 * HOUR, async () => (await deliveries()).every(({ status }) => status === 'failed'));
    await makeClient('Jan');
    await later(73 * HOUR, async () => (await present()).switched_off_at !== null);
    expect(await present()).toMatchObject({ active: false });
    const { rows } = await here.panel.query(`select from audit_events where action = 'hook.switched_off'`);
    expect(rows).toHaveLength(1);
    admin = await signIn(here);
    receiver.acceptAll();
    await here.http.patch(`${HOOKS}/${hook!.id}`).set(admin.bearer).send({ active: true }).expect(200);
    await makeClient('Kai');
    await eventually(() => receiver.received.some(({ data }) => data['name'] === 'Kai'));
    expect(await present()).toMatchObject({ active: true, failing_since: null, switched_off_at: null });
  });

  it('are switched off after a day in which the receiver says that it is gone', async () => {
    await make('client.created');
    receiver.answer = (answer) => answer.writeHead(503).end();
    await makeClient('Ida');
    await eventually(async () => (await present()).failing_since !== null);
    receiver.answer = (answer) => answer.writeHead(410).end();
    for (const hours of [1, 24]) {
      const before = receiver.requests;
      await later(hours * HOUR, () => receiver.requests > before);
      expect(await present()).toMatchObject({ active: true });
    }
    await later(26 * HOUR, async () => (await present()).switched_off_at !== null);
    expect(await present()).toMatchObject({ active: false });
  });

  it('count as failing where their secret cannot be opened, and are switched off too', async () => {
    const made = await make('client.created');
    await here.panel.query(`update hooks set secret = 'v1.00000000.a.b'`);
    await makeClient('Lea');
    await eventually(async () => (await present()).failing_since !== null);
    const error = expect.stringContaining('The secret of this webhook cannot be read. The key 00000000');
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 1, error }]);
    const { body: tested } = await here.http.post(`${HOOKS}/${made.id}/test`).set(admin.bearer).expect(200);
    expect(tested).toMatchObject({ status: 'failed', response_status: null, error });
    await makeClient('Max');
    await later(73 * HOUR, async () => (await present()).switched_off_at !== null);
    expect(receiver.requests).toBe(0);
  });

  it('can be tested, and send again under the same id', async () => {
    const made = await make('client.created');
    const { body: tested } = await here.http.post(`${HOOKS}/${made.id}/test`).set(admin.bearer).expect(200);
    expect(tested).toMatchObject({ event: 'test', status: 'delivered', response_status: 204, attempts: 1 });
    await makeClient('Kim');
    await eventually(() => receiver.received.length === 2);
    const [, first] = receiver.received;
    const id = first!.id.replace('msg_', '');
    await eventually(async () => (await deliveries()).every(({ status }) => status === 'delivered'));
    await here.http.post(`${HOOKS}/${made.id}/deliveries/${id}/again`).set(admin.bearer).expect(200);
    await eventually(() => receiver.received.length === 3);
    expect(receiver.received[2]).toMatchObject({ id: first!.id, data: first!.data });
    receiver.answer = (answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    const { body: redirected } = await here.http
      .post(`${HOOKS}/${made.id}/test`)
      .set(admin.bearer)
      .expect(200);
    expect(redirected).toMatchObject({ status: 'failed', response_status: 302 });
    expect((redirected as HookDeliveryDto).error).toContain('Redirects are not followed');
    await receiver.close();
    const { body: away } = await here.http.post(`${HOOKS}/${made.id}/test`).set(admin.bearer).expect(200);
    expect(away).toMatchObject({ status: 'failed', response_status: null, next_attempt_at: null });
  });

  it('are shared by replicas, none sent twice in the calm case', async () => {
    await make('client.created');
    const clients = await Promise.all(Array.from({ length: 40 }, (_, n) => makeClient(`Lea ${n}`)));
    await eventually(() => receiver.received.length >= 40);
    await eventually(async () => (await pending()) === 0);
    expect(receiver.received.map(({ data }) => data['id']).sort()).toEqual(
      clients.map(({ id }) => id).sort(),
    );
  });

  it('are told of an event whose number an earlier one had, in a database that was put back', async () => {
    await make('client.created', 'person.updated');
    const person = (name: string) =>
      here.http.post('/api/memory/people').set(admin.bearer).send({ name }).expect(201);
    const numbers = (pool: typeof here.panel) =>
      pool.query(`alter table hook_outbox alter column id restart`);
    for (const round of [1, 2]) {
      for (const pool of [here.panel, here.memory]) {
        await eventually(async () => (await pool.query('select from hook_outbox')).rowCount === 0);
        await numbers(pool);
      }
      await makeClient(`Ida ${round}`);
      await person(`Ida ${round}`);
      await eventually(() => receiver.received.length === 2 * round);
    }
  });

  it('lock the webhook before its deliveries, so that no two wait for each other', async () => {
    const made = await make('client.created');
    await makeClient('Uma');
    await eventually(async () => (await deliveries())[0]?.status === 'delivered');
    const [delivery] = await deliveries();
    const again = () =>
      here.http.post(`${HOOKS}/${made.id}/deliveries/${delivery!.id}/again`).set(admin.bearer).expect(200);
    const failed = {
      at: new Date(),
      duration_ms: 1,
      response_status: 503,
      response_body: null,
      error: 'HTTP 503',
    };
    const claimed = { ...delivery!, subject: '', body: '', expires_at: new Date() };
    const repository = here.app.get(HookDeliveriesRepository, { strict: false });
    const note = () => repository.storeFailure(made.id, claimed, failed, () => new AuditEvent());
    for (const work of [again, note]) {
      const holder = await here.panel.connect();
      await holder.query('begin');
      await holder.query('select from hooks for update');
      const working = work().then(() => undefined);
      await eventually(async () => (await here.panel.query(WAITS_FOR_LOCK)).rowCount !== 0);
      await holder.query('select from hook_deliveries for update nowait');
      await holder.query('rollback');
      holder.release();
      await working;
    }
  });

  it('keep nothing of a row that is erased while its event is being brought to them', async () => {
    const made = await make('person.updated');
    const { body } = await here.http
      .post('/api/memory/people')
      .set(admin.bearer)
      .send({ name: 'Nobody At All' });
    const { id } = body as { id: number };
    await eventually(async () => (await deliveries())[0]?.status === 'delivered');
    const relay = await here.panel.connect();
    await relay.query('begin');
    await relay.query(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.hookRelay}, 0)`);
    const erasing = here.http
      .post('/api/memory/erase')
      .set(admin.bearer)
      .send({ kind: 'person', id })
      .then(({ status }) => status);
    await eventually(async () => (await here.panel.query(WAITS_FOR_LOCK)).rowCount !== 0);
    await relay.query(
      `insert into hook_deliveries (id, hook_id, source, event, object_id, subject, body, status, created_at, expires_at, next_attempt_at)
       select gen_random_uuid(), hook_id, 'memory:late', event, object_id, subject, body, 'delivered', created_at, expires_at, next_attempt_at
       from hook_deliveries where hook_id = $1`,
      [made.id],
    );
    await relay.query('commit');
    relay.release();
    expect([await erasing, here.log_lines.filter((line) => line.includes('"level":50'))]).toEqual([204, []]);
    const { rows } = await here.panel.query<{ body: string }>('select body from hook_deliveries');
    expect(JSON.stringify(rows)).not.toContain('Nobody At All');
  });

  it('keep nothing of a row of the memory that is erased', async () => {
    await make('person.updated');
    const { body } = await here.http
      .post('/api/memory/people')
      .set(admin.bearer)
      .send({ name: 'Nobody Else' });
    const { id } = body as { id: number };
    await eventually(() => receiver.received.length === 1);
    await here.http.post('/api/memory/erase').set(admin.bearer).send({ kind: 'person', id }).expect(204);
    await eventually(() => receiver.received.length === 2);
    expect(receiver.received[1]?.data).toEqual({ id });
    const { rows } = await here.panel.query<{ body: string }>('select body from hook_deliveries');
    const { rows: noted } = await here.memory.query('select object from hook_outbox');
    expect(JSON.stringify([rows, noted])).not.toContain('Nobody Else');
    expect(rows).toHaveLength(2);
  });

  it('keep nothing of a row of state that is erased, not even its key', async () => {
    await make('state.updated');
    const { body } = await here.http
      .put('/api/memory/state/telling-key')
      .set(admin.bearer)
      .send({ value: 'x' });
    const { id } = body as StateDto;
    await eventually(() => receiver.received.length === 1);
    await here.http.post('/api/memory/erase').set(admin.bearer).send({ kind: 'state', id }).expect(204);
    await eventually(() => receiver.received.length === 2);
    expect(receiver.received.map(({ data }) => data)).toEqual([{ id }, { id }]);
    const { rows } = await here.panel.query('select * from hook_deliveries');
    const { rows: noted } = await here.memory.query('select * from hook_outbox');
    expect(JSON.stringify([rows, noted])).not.toContain('telling-key');
  });

  it('do not forget an old delivery that is being sent again', async () => {
    const made = await make('client.created');
    await makeClient('Noa');
    await eventually(async () => (await deliveries())[0]?.status === 'delivered');
    const [delivery] = await deliveries();
    const at = new Date(Date.now() - 20 * 24 * HOUR);
    await here.panel.query('update hook_deliveries set created_at = $1, expires_at = $1', [at]);
    receiver.answer = (answer) => answer.writeHead(503).end();
    await here.http
      .post(`${HOOKS}/${made.id}/deliveries/${delivery!.id}/again`)
      .set(admin.bearer)
      .expect(200);
    await eventually(async () => (await deliveries())[0]?.response_status === 503);
    receiver.acceptAll();
    // Long enough after the tests before that old entries are removed again.
    await later(100 * HOUR, () => receiver.received.length === 2);
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  });

  it('forget old entries of the log', async () => {
    await make('client.created');
    await makeClient('Mia');
    await eventually(async () => (await deliveries()).some(({ status }) => status === 'delivered'));
    await later(
      15 * 24 * HOUR,
      async () => (await here.panel.query('select from hook_deliveries')).rowCount === 0,
    );
  });

  it.each([
    [{ url: 'ftp://x.example', events: ['client.created'] }, 'url'],
    [{ url: 'http://me:word@x.example', events: ['client.created'] }, 'url'],
    [{ url: 'nonsense', events: ['client.created'] }, 'url'],
    [{ url: 'https://x.example/\r\nX: y', events: ['client.created'] }, 'url'],
    [{ url: 'https://x.example', events: [] }, 'events'],
    [{ url: 'https://x.example', events: ['resync'] }, 'events'],
  ])('refuse %j', async (body, field) => {
    const answer = await here.http.post(HOOKS).set(admin.bearer).send(body);
    expectProblem(answer, 400, 'invalid_request');
    expect(refusedFields(answer).map(([name]) => name)).toEqual([field]);
  });

  it('are not found under another id', async () => {
    const id = '0193a000-0000-7000-8000-000000000000';
    for (const [method, path] of [
      ['patch', ''],
      ['delete', ''],
      ['get', '/deliveries'],
      ['post', '/test'],
      ['post', `/deliveries/${id}/again`],
    ] as const)
      expectProblem(
        await here.http[method](`${HOOKS}/${id}${path}`)
          .set(admin.bearer)
          .send(method === 'patch' ? {} : undefined),
        404,
        'not_found',
      );
  });
});

describe('outbound webhooks that may not go inside', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const make = (url: string) =>
    t.http
      .post(HOOKS)
      .set(admin.bearer)
      .send({ url, events: ['client.created'] });

  it.each([
    'https://127.0.0.1/',
    'https://localhost:8443/',
    'https://a.localhost/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://192.168.1.1/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'http://hooks.example.com/',
  ])('refuse %s', async (url) => {
    expectProblem(await make(url), 400, 'invalid_request');
  });

  it.each([
    ['https://hooks.example.com:0/', 'port'],
    ['https://hooks.example.com/a b', 'characters'],
    [' https://hooks.example.com/', 'characters'],
    ['https:\\\\hooks.example.com\\x', 'characters'],
    ['https://hooks.example.com/\u202e/moc.live', 'characters'],
    ['https://hooks.exam\u200bple.com/', 'characters'],
    ['https://hooks.example.com/\u2028x', 'characters'],
    ['https://hooks.example.com/<script>', 'characters'],
    ['https://hooks.example.com/"x', 'characters'],
    ['https://hooks.example.com/`x`', 'characters'],
  ])('refuse %j, and say that it is for its %s', async (url, what) => {
    const refused = await make(url);
    expect(refusedFields(refused)).toEqual([['url', 'not_allowed']]);
    expect(JSON.stringify(refused.body)).toContain(what);
  });

  it.each(['https://hooks.example.com:8443/a%20b?x={y}|z&u=ü#part', 'https://müller.example/ä'])(
    'may have %j',
    async (url) => {
      expect((await make(url).expect(201)).body).toMatchObject({ url });
    },
  );

  it('reach nothing inside by a name, whose address changes or not', async () => {
    const receiver = await HookReceiver.start();
    const sender = t.app.get(OutboundCalls, { strict: false });
    const { body } = await make(`https://rebind.example.com:${receiver.port}/`).expect(201);
    const { id } = body as HookDto;
    let looks = 0;
    const answers = [
      ['127.0.0.1'],
      ['93.184.215.14', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['::1'],
      ['10.1.2.3'],
    ];
    for (const addresses of answers) {
      sender.lookup = (_name, _options, callback) => {
        looks++;
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      };
      const { body: tested } = await t.http.post(`${HOOKS}/${id}/test`).set(admin.bearer).expect(200);
      expect(tested).toMatchObject({ status: 'failed', response_status: null });
      expect((tested as HookDeliveryDto).error).toContain('private');
    }
    // One look-up a request: what was checked is what is connected to.
    expect(looks).toBe(answers.length);
    // The receiver counts: this request is its only one.
    await fetch(receiver.url);
    expect(receiver.requests).toBe(1);
    sender.lookup = lookup;
    await receiver.close();
  });
});
