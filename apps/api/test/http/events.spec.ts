import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { DatabaseUrls } from '../../src/database/data-source-options';
import { EventsService } from '../../src/events/events.service';
import { LiveEventsService } from '../../src/events/live/live-events.service';
import { EventReader } from '../harness/http/event-reader';
import { Conversations } from '../harness/data/conversations';
import { PASSWORD, signIn, type SignedInUser } from '../harness/data/panel-users';
import { expectProblem } from '../harness/http/problems';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { serverAddress, TcpProxy, throughPort } from '../harness/databases/tcp-proxy';
import { createTestDatabases, testServer, type TestDatabases } from '../harness/databases/test-databases';
import { eventually } from '../harness/data/times';

describe('GET /api/events', () => {
  let databases: TestDatabases;
  let proxy: TcpProxy;
  let here: ServedApp;
  let there: ServedApp;
  let admin: SignedInUser;
  const readers: EventReader[] = [];

  beforeAll(async () => {
    databases = await createTestDatabases();
    const url = databases.urls.panel.direct_url;
    proxy = await TcpProxy.to(serverAddress(url));
    const urls: DatabaseUrls = {
      ...databases.urls,
      panel: { ...databases.urls.panel, direct_url: throughPort(url, proxy.port) },
    };
    here = await startServedApp({ urls });
    there = await startServedApp({ urls: databases.urls });
    admin = await signIn(here);
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(async () => {
    await here.close();
    await there.close();
    await proxy.close();
    await databases.drop();
  });

  async function follow(
    app: ServedApp,
    { bearer }: Pick<SignedInUser, 'bearer'>,
    headers: Record<string, string> = {},
  ): Promise<EventReader> {
    const reader = await EventReader.open(app.port, { ...bearer, ...headers });
    readers.push(reader);
    return reader;
  }

  async function grantNotify(grant: 'grant' | 'revoke', to: 'to' | 'from'): Promise<void> {
    const url = new URL(testServer().superuser_url);
    url.pathname = new URL(databases.urls.panel.url).pathname;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query(`${grant} execute on function pg_notify(text, text) ${to} public`);
    await client.end();
  }

  function announce(app: ServedApp, ...[type, id]: Parameters<EventsService['announce']>): void {
    app.app.get(EventsService).announce(type, id);
  }

  it('tells what happened on this replica and on another, with type, id and time', async () => {
    const reader = await follow(here, admin);
    announce(here, 'client.created', 'a');
    announce(there, 'appointment.created', 'b');
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    const told = [await reader.next('client.created'), await reader.next('appointment.created')];
    expect(told).toEqual([
      { type: 'client.created', id: 'a', at },
      { type: 'appointment.created', id: 'b', at },
    ]);
  });

  it('tells of what webhooks and the panel write to the memory', async () => {
    const reader = await follow(there, admin);
    const post = async (path: string, body: object) => here.http.post(await here.webhook(path)).send(body);
    await post('assistant-session-summary', { summary: 'done' });
    await post('assistant-update-state', { key: 'stage', value: 'one' });
    await post('assistant-task', { action: 'create', task: 'call back' });
    await here.http.post('/api/memory/projects').set(admin.bearer).send({ name: 'Panel' }).expect(201);
    await here.http.post('/api/memory/people').set(admin.bearer).send({ name: 'Ada' }).expect(201);
    await reader.next('session.created');
    await reader.next('state.updated', null);
    for (const type of ['task.updated', 'project.updated', 'person.updated'] as const)
      await reader.next(type);
  });

  it('is a stream that nobody on the way may keep or gather', async () => {
    const reader = await EventReader.open(here.own_port, admin.bearer);
    readers.push(reader);
    const { response } = reader;
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
  });

  it('tells each role only of what it may read', async () => {
    const viewer = await follow(here, await signIn(here, { role: 'viewer' }));
    const operator = await follow(here, await signIn(here, { role: 'operator' }));
    const all = await follow(here, admin);
    for (const type of ['user.updated', 'state.updated', 'appointment.created'] as const)
      announce(here, type, '1');
    announce(here, 'client.deleted', 'last');
    const told = (reader: EventReader) => reader.events.filter(({ id }) => id === '1' || id === 'last');
    const typesOf = (reader: EventReader) =>
      told(reader)
        .map(({ type }) => type)
        .sort();
    for (const reader of [viewer, operator, all]) await reader.next('client.deleted', 'last');
    for (const reader of [operator, all]) await reader.next('state.updated', '1');
    expect(typesOf(viewer)).toEqual(['appointment.created', 'client.deleted']);
    expect(typesOf(operator)).toEqual(['appointment.created', 'client.deleted', 'state.updated']);
    expect(typesOf(all)).toEqual(['appointment.created', 'client.deleted', 'state.updated', 'user.updated']);
  });

  it('tells users of their own row whatever their role, and of no other', async () => {
    const viewer = await signIn(here, { role: 'viewer' });
    const reader = await follow(here, viewer);
    announce(here, 'user.updated', 'somebody-else');
    announce(here, 'user.updated', viewer.id);
    await reader.next('user.updated', viewer.id);
    expect(reader.events.filter(({ type }) => type === 'user.updated').map(({ id }) => id)).toEqual([
      viewer.id,
    ]);
  });

  it('tells of a note those alone whom it names', async () => {
    const otto = await signIn(here, { role: 'desk' });
    await here.panel.query(`update users set name = 'Otto' where id = $1`, [otto.id]);
    const { conversation_id } = await new Conversations(here, admin).begin();
    const [named, other] = [await follow(there, otto), await follow(here, admin)];
    await here.http
      .post(`/api/conversations/${conversation_id}/notes`)
      .set(admin.bearer)
      .send({ text: 'Please, @Otto' })
      .expect(201);
    await named.next('conversation.mentioned', conversation_id);
    announce(here, 'client.deleted', 'the last');
    await other.next('client.deleted', 'the last');
    expect(other.events.map(({ type }) => type)).not.toContain('conversation.mentioned');
  });

  it('tells a reader who comes back, to whichever replica, what it missed', async () => {
    const viewer = await signIn(here, { role: 'viewer' });
    const left = await follow(here, viewer);
    announce(here, 'client.updated', 'seen');
    await left.next('client.updated', 'seen');
    left.close();
    const witness = await follow(there, admin);
    announce(there, 'state.updated', 'hidden');
    announce(here, 'client.updated', 'missed');
    announce(there, 'client.deleted', 'missed too');
    for (const type of ['client.updated', 'client.deleted', 'state.updated'] as const)
      await witness.next(type);
    const comeBack = (app: ServedApp) => follow(app, viewer, { 'last-event-id': left.lastEventId ?? '' });
    const returns = [await comeBack(here), await comeBack(there)];
    announce(there, 'client.created', 'new');
    for (const returned of returns) {
      await returned.next('client.updated', 'missed');
      await returned.next('client.deleted', 'missed too');
      await returned.next('client.created', 'new');
      const told = returned.events.map(({ type }) => type).sort();
      expect(told).toEqual(['client.created', 'client.deleted', 'client.updated']);
      expect(returned.lastEventId).toMatch(/^[0-9a-f]{16}-\d+$/);
    }
  });

  it('misses nothing from the log-in on, however late the stream begins', async () => {
    const witness = await follow(there, admin);
    announce(here, 'client.updated', 'before the log-in');
    await witness.next('client.updated', 'before the log-in');
    const { email, bearer } = await signIn(here);
    const { headers } = await here.http
      .post('/api/auth/login')
      .send({ email, password: PASSWORD })
      .expect(200);
    announce(here, 'client.updated', 'after it');
    await witness.next('client.updated', 'after it');
    for (const app of [here, there]) {
      const reader = await follow(app, { bearer }, { 'last-event-id': String(headers['last-event-id']) });
      await reader.next('client.updated', 'after it');
      expect(reader.events.map(({ id }) => id)).not.toContain('before the log-in');
      expect(reader.events.map(({ type }) => type)).not.toContain('resync');
    }
  });

  it('goes on for a reader who was told nothing before the connection broke', async () => {
    const left = await follow(here, admin);
    while (left.lastEventId === null) await sleep(5);
    left.close();
    announce(here, 'client.updated', 'first');
    const witness = await follow(there, admin, { 'last-event-id': left.lastEventId });
    await witness.next('client.updated', 'first');
    expect(witness.events).toHaveLength(1);
  });

  it('says resync to a reader who comes back with an unknown id, once, and not to a new one', async () => {
    const returned = await follow(here, admin, { 'last-event-id': '7' });
    await returned.next('resync');
    const again = await follow(here, admin, { 'last-event-id': returned.lastEventId ?? '' });
    announce(here, 'client.updated', 'y');
    await again.next('client.updated', 'y');
    expect(again.events).toHaveLength(1);
    const fresh = await follow(here, admin);
    announce(here, 'client.updated', 'x');
    await fresh.next('client.updated', 'x');
    expect(fresh.events.map(({ type }) => type)).not.toContain('resync');
  });

  it('says resync when the database was away, and tells all that comes after', async () => {
    const reader = await follow(here, admin);
    announce(here, 'client.updated', 'before');
    await reader.next('client.updated', 'before');
    const beforeGap = reader.lastEventId;
    const witness = await follow(there, admin);
    proxy.cut();
    announce(there, 'client.updated', 'unheard');
    await witness.next('client.updated', 'unheard');
    proxy.mend();
    await reader.next('resync');
    announce(there, 'client.updated', 'heard');
    await reader.next('client.updated', 'heard');
    expect(reader.events.map(({ id }) => id)).not.toContain('unheard');
    const returned = await follow(here, admin, { 'last-event-id': beforeGap ?? '' });
    await returned.next('resync');
  });

  it('says resync when events could not be sent', async () => {
    const reader = await follow(there, admin);
    await grantNotify('revoke', 'from');
    announce(there, 'client.updated', 'lost');
    await eventually(() => there.log_lines.some((line) => line.includes('events could not be sent')));
    await grantNotify('grant', 'to');
    await reader.next('resync');
    announce(there, 'client.updated', 'sent');
    await reader.next('client.updated', 'sent');
    expect(reader.events.map(({ id }) => id)).not.toContain('lost');
  });

  it.each(['log-out', 'deactivation', 'deletion'])(
    'ends within a second of a %s on another replica',
    async (how) => {
      const user = await signIn(here, { role: 'operator' });
      const reader = await follow(here, user);
      const statement = {
        'log-out': 'delete from auth_sessions where user_id = $1',
        deactivation: 'update users set is_active = false where id = $1',
        deletion: 'delete from users where id = $1',
      }[how]!;
      await here.panel.query(statement, [user.id]);
      await reader.end();
    },
  );

  it('is open to a key of the panel until it is revoked', async () => {
    const { body } = await here.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: 'reader', scopes: ['panel:read'] })
      .expect(201);
    const { id, key } = body as { id: string; key: string };
    const reader = await EventReader.open(here.port, { 'x-api-key': key });
    readers.push(reader);
    announce(here, 'state.updated', 'hidden');
    announce(here, 'client.updated', 'shown');
    await reader.next('client.updated', 'shown');
    expect(reader.events.map((event) => event.type)).not.toContain('state.updated');
    await there.http.delete(`/api/settings/keys/${id}`).set(admin.bearer).expect(204);
    await reader.end();
  });

  it('ends with a session that was not used for too long', async () => {
    const user = await signIn(here);
    const reader = await follow(here, user);
    await here.panel.query(
      `update auth_sessions set last_used_at = now() - interval '2 years' where user_id = $1`,
      [user.id],
    );
    await reader.end();
  });

  it('follows a change of role', async () => {
    const user = await signIn(here, { role: 'admin' });
    const reader = await follow(here, user);
    await here.panel.query(`update users set role = 'viewer' where id = $1`, [user.id]);
    // The role is looked up again from time to time. The two events are sent together, in this order.
    await eventually(async () => {
      const heard = reader.events.length;
      announce(here, 'account.updated', 'secret');
      announce(here, 'client.updated', 'open');
      await reader.next('client.updated', 'open');
      return !reader.events.slice(heard).some(({ type }) => type === 'account.updated');
    });
  });

  it('cuts a reader who takes nothing, while others get everything', async () => {
    const reader = await follow(here, admin);
    const frozen = await freeze(here.port, admin);
    const rows = JSON.stringify(
      Array.from({ length: 60 }, (_, id) => ['client.updated', `${id}${'x'.repeat(60)}`, 'now']),
    );
    let hungUp = false;
    frozen.on('close', () => (hungUp = true));
    const notifySome = `select pg_notify('groupless_events', $1 || repeat(' ', n)) from generate_series(1, 10) n`;
    // More than the buffers of the sockets hold; in portions, each of which the awake reader takes before the next.
    for (let round = 1; round <= 150; round++) {
      await here.panel.query(notifySome, [rows]);
      await eventually(() => reader.events.length === round * 600);
    }
    announce(here, 'client.deleted', 'last');
    await reader.next('client.deleted', 'last');
    expect(reader.events).toHaveLength(150 * 10 * 60 + 1);
    frozen.resume();
    while (!hungUp) await sleep(10);
  });

  it('is closed to who has no session', async () => {
    expectProblem(await here.http.get('/api/events'), 401, 'unauthenticated');
  });

  it('keeps nobody who asks for the headers alone', async () => {
    await here.http.head('/api/events').set(admin.bearer).expect(200);
    const service = here.app.get<unknown, { readers: Set<unknown> }>(LiveEventsService, { strict: false });
    while (service.readers.size > 0) await sleep(5);
  });

  it('ends when the server stops', async () => {
    const third = await startServedApp({ urls: databases.urls });
    const reader = await follow(third, admin);
    await third.close();
    await reader.end();
  });
});

/** A reader who asks and then takes nothing any more. */
function freeze(port: number, { bearer }: Pick<SignedInUser, 'bearer'>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: ${bearer.authorization}\r\n\r\n`,
      );
    });
    socket.once('data', () => {
      socket.pause();
      resolve(socket);
    });
    socket.on('error', reject);
  });
}
