import { randomUUID } from 'node:crypto';
import { LIMITS, type PushDto } from '@groupless/shared-dto';
import { AccountUsageService } from '../../src/assistant-accounts/usage/account-usage.service';
import { JobsService } from '../../src/jobs/jobs.service';
import { PushNoticesService, type PushTask } from '../../src/push/telling/push-notices.service';
import { PushSender } from '../../src/push/telling/push-sender.service';
import { startTestApp } from '../harness/apps/test-app';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { APPOINTMENTS, AS_AGENT, bookingAt, setAgent } from '../harness/data/appointments';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { beginSession, signIn, type SignedInUser } from '../harness/data/panel-users';
import { emptyTables } from '../harness/databases/empty-tables';
import { PushService } from '../harness/http/push-service';
import { expectProblem } from '../harness/http/problems';

const NOW = '2026-02-02T08:00:00Z';
const chunks = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
const ALL = ['new_conversation', 'needs_human', 'assigned_to_me', 'client_answered', 'client_waits'];

describe('devices', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let desk: SignedInUser;
  let chats: Conversations;
  let service: PushService;
  beforeAll(async () => {
    t = await startServedApp({
      environment: { OUTBOUND_PRIVATE: 'true', SECURITY_CONTACT: 'mailto:security@example.com' },
    });
    await setAgent(t, { name: 'Salon Mia', time_zone: 'Europe/Vienna', agent_hours: 'any' });
    service = await PushService.start();
  });
  afterAll(async () => {
    await t.close();
    await service.stop();
  });
  beforeEach(async () => {
    t.clock.set(NOW);
    await emptyTables(t.panel, 'clients', 'conversations', 'team_notices', 'push_devices');
    await t.panel.query('delete from users');
    await t.panel.query(`delete from jobs.job where name = 'push'`);
    admin = await signIn(t);
    desk = await signIn(t, { role: 'desk' });
    chats = new Conversations(t, admin);
    service.answers.clear();
    service.taken();
  });
  afterEach(() => expect(service.faults.splice(0)).toEqual([]));

  const read = async (user: SignedInUser) =>
    (await t.http.get('/api/auth/push').set(user.bearer).expect(200)).body as PushDto;
  const post = (user: SignedInUser, body: object) =>
    t.http.post('/api/auth/push').set(user.bearer).send(body);
  /** A browser of the user subscribes. */
  const subscribe = async (user: SignedInUser) => {
    const subscription = service.subscribe((await read(user)).public_key);
    const { body } = await post(user, subscription).expect(201);
    return { ...subscription, id: (body as { id: string }).id };
  };
  const wants = (user: SignedInUser, push: string[], push_names = false) =>
    t.http
      .put('/api/auth/notifications')
      .set(user.bearer)
      .send({ desktop: [], sound: [], push, push_names })
      .expect(200);
  const notices = () => t.app.get(PushNoticesService, { strict: false });
  const tasks = async () => {
    const { rows } = await t.panel.query<{ data: PushTask }>(
      `delete from jobs.job where name = 'push' returning data`,
    );
    return rows.map(({ data }) => data);
  };
  /** What arrives of what has happened. */
  const told = async () => {
    await notices().tell();
    for (const task of await tasks()) await t.app.get(PushSender, { strict: false }).send(task);
    return service.taken();
  };
  const asks = (name: string) => chats.begin(newChat(), { needs_human: true, contact: { name } });

  it('are the user’s own, one for each endpoint, until they are removed', async () => {
    const { endpoint, keys, id } = await subscribe(desk);
    const { body: again } = await post(desk, { endpoint, keys }).expect(201);
    expect(again).toEqual({ id, name: 'a test', created_at: '2026-02-02T08:00:00.000Z', last_at: null });
    expect((await read(desk)).devices).toEqual([again]);
    const other = await read(admin);
    expect(other).toEqual({ public_key: (await read(desk)).public_key, devices: [] });
    expectProblem(await t.http.delete(`/api/auth/push/${id}`).set(admin.bearer), 404, 'not_found');
    await t.http.delete(`/api/auth/push/${id}`).set(desk.bearer).expect(204);
    expectProblem(await t.http.delete(`/api/auth/push/${id}`).set(desk.bearer), 404, 'not_found');
    expect((await read(desk)).devices).toEqual([]);
    const { rows } = await t.panel.query(
      `select action from audit_events where object = 'push_device:${id}' order by id`,
    );
    expect(rows).toEqual([{ action: 'auth.push_added' }, { action: 'auth.push_removed' }]);
  });

  it('keep endpoint and keys sealed', async () => {
    const { endpoint, keys } = await subscribe(desk);
    const { rows } = await t.panel.query('select * from push_devices');
    const stored = JSON.stringify(rows);
    for (const secret of [endpoint, keys.p256dh, keys.auth]) expect(stored).not.toContain(secret);
    const made = await t.panel.query(`select key from hash_keys where name = 'push'`);
    expect(made.rows).toEqual([{ key: expect.stringMatching(/^v\d/) }]);
  });

  it('are refused where nothing could be encrypted for them', async () => {
    const { endpoint, keys } = service.subscribe((await read(desk)).public_key);
    const off = Buffer.alloc(65, 4).toString('base64url');
    for (const body of [
      { endpoint },
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint, keys: { ...keys, p256dh: off } },
      { endpoint: 'ftp://push.example.com/', keys },
      { endpoint: 'https://user:secret@push.example.com/', keys },
    ])
      expectProblem(await post(desk, body), 400, 'invalid_request');
  });

  it('are told what their user has chosen, at once, with neither message nor name nor number', async () => {
    const mine = await subscribe(desk);
    await subscribe(admin);
    await wants(desk, ['needs_human']);
    await wants(admin, ['new_appointment']);
    const { conversation_id } = await asks('Anna Muster');
    const [one, ...more] = await told();
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      ...{ endpoint: mine.endpoint, title: 'A conversation needs a human', body: '' },
      ...{ path: `/conversations/${conversation_id}`, subject: 'mailto:security@example.com' },
      headers: { ttl: '14400', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) },
    });
    expect((await read(desk)).devices[0]!.last_at).toBe('2026-02-02T08:00:00.000Z');
    expect(await told()).toEqual([]);
  });

  it('show the name where the user allows it, and never a number that stands for one', async () => {
    await subscribe(desk);
    await wants(desk, ['needs_human', 'new_appointment'], true);
    await asks('Anna Muster');
    await asks('+43 660 1234567');
    await t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt('2026-02-10T09:00:00Z')).expect(201);
    const pushed = await told();
    expect(pushed.map(({ title, body }) => [title, body]).sort()).toEqual([
      ['A conversation needs a human (2)', 'Anna Muster'],
      ['New appointment', expect.stringMatching(/^Ada, Feb 10, 2026, 10:00/)],
    ]);
    // A push service sees the same length of all.
    expect(new Set(pushed.map(({ size }) => size)).size).toBe(1);
  });

  it('are not told of what their user did', async () => {
    await subscribe(admin);
    await subscribe(desk);
    for (const user of [admin, desk]) await wants(user, ['new_appointment', 'assigned_to_me']);
    await t.http.post(APPOINTMENTS).set(admin.bearer).send(bookingAt('2026-02-10T09:00:00Z')).expect(201);
    const { conversation_id } = await asks('Anna');
    await chats.assign(conversation_id, desk.id).expect(200);
    await chats.assign(conversation_id, admin.id).expect(200);
    const pushed = await told();
    expect(pushed.map(({ title }) => title)).toEqual(['New appointment']);
  });

  it('are told of an assignment, and of each answer after it', async () => {
    const { endpoint } = await subscribe(desk);
    await wants(desk, ALL);
    const { chat_id, conversation_id } = await chats.begin();
    expect((await told()).map(({ title }) => title)).toEqual(['New conversation']);
    await chats.post(conversation_id, 'takeover').expect(200);
    await chats.assign(conversation_id, desk.id).expect(200);
    expect((await told()).map((one) => [one.endpoint, one.title])).toEqual([
      [endpoint, 'A conversation is assigned to you'],
    ]);
    t.clock.set('2026-02-02T08:01:00Z');
    await chats.ping({ chat_id, message: says('user', 'A secret') });
    const [answered, ...more] = await told();
    expect(more).toEqual([]);
    expect(answered).toMatchObject({ title: 'A client answers in your conversation', body: '' });
  });

  it('are told of a note that names their user, and not of one that was removed', async () => {
    const { endpoint } = await subscribe(desk);
    await subscribe(admin);
    for (const user of [admin, desk]) await wants(user, ['mentioned']);
    await t.panel.query(`update users set name = 'Otto' where id = $1`, [desk.id]);
    const { conversation_id } = await chats.begin();
    const note = async (text: string) =>
      (
        await t.http
          .post(`/api/conversations/${conversation_id}/notes`)
          .set(admin.bearer)
          .send({ text })
          .expect(201)
      ).body.id as string;
    const first = await note('@Otto and @The admin');
    expect(await told()).toMatchObject([
      { endpoint, title: 'A colleague names you in a note', path: `/conversations/${conversation_id}` },
    ]);
    await t.http.delete(`/api/conversations/${conversation_id}/notes/${first}`).set(admin.bearer).expect(204);
    const second = await note('@Otto');
    await t.http
      .delete(`/api/conversations/${conversation_id}/notes/${second}`)
      .set(admin.bearer)
      .expect(204);
    expect(await told()).toEqual([]);
  });

  it('are told once of what is new and needs a person, and once of an own appointment', async () => {
    await subscribe(desk);
    await wants(desk, [...ALL, 'new_appointment', 'own_appointment', 'cancelled_appointment']);
    const { body: resource } = await t.http
      .post('/api/resources')
      .set(admin.bearer)
      .send({ name: 'Anna', user_id: desk.id })
      .expect(201);
    const { body: booked } = await t.http
      .post(APPOINTMENTS)
      .set(admin.bearer)
      .send({ ...bookingAt('2026-02-10T09:00:00Z'), resource: resource.name })
      .expect(201);
    await asks('Anna');
    expect((await told()).map(({ title }) => title).sort()).toEqual([
      'A conversation needs a human',
      'New appointment',
    ]);
    const patch = (body: object) =>
      t.http.patch(`${APPOINTMENTS}/${booked.id}`).set(admin.bearer).send(body).expect(200);
    await patch({ starts_at: '2026-02-10T12:00:00Z', ends_at: '2026-02-10T12:30:00Z' });
    expect((await told()).map(({ title }) => title)).toEqual([
      'One of your own appointments was booked, moved or cancelled',
    ]);
    await patch({ status: 'cancelled' });
    expect((await told()).map(({ title }) => title)).toEqual(['Appointment cancelled']);
  });

  it('are told that a limit of an active account is almost full: admins alone, once', async () => {
    for (const user of [admin, desk]) {
      await subscribe(user);
      await wants(user, ['account_limit']);
    }
    const identity = 'almost full';
    await emptyTables(t.panel, 'assistant_accounts');
    await t.panel.query(
      `insert into assistant_accounts (id, name, type, is_active, identity, tool)
       values (gen_random_uuid(), 'Team 1', 'pro', true, $1, 'claude_code')`,
      [identity],
    );
    const reads = (used_percent: number, at: string) =>
      t.app.get(AccountUsageService, { strict: false }).report(
        {
          ...{ tool: 'claude_code', identity, at, machine: 'desk' },
          windows: [{ name: 'five_hour', used_percent, resets_at: '2026-02-02T12:00:00Z' }],
        },
        { caller: { kind: 'key', id: 'k', name: 'k', scopes: [] }, machine: null },
      );
    await reads(70, '2026-02-02T07:10:00.000Z');
    await reads(85, '2026-02-02T07:20:00.000Z');
    await reads(90, '2026-02-02T07:30:00.000Z');
    expect((await told()).map(({ title, body, path }) => [title, body, path])).toEqual([
      ['An assistant account is almost full', 'Team 1', '/settings/accounts'],
    ]);
  });

  it('hear nothing of what is settled by then', async () => {
    await subscribe(desk);
    await wants(desk, ['needs_human']);
    const { conversation_id } = await asks('Anna');
    await chats.post(conversation_id, 'takeover').expect(200);
    expect(await told()).toEqual([]);
  });

  it('hear nothing once the session, the role or the user is no more', async () => {
    const laptop = await beginSession(t, desk.id, desk.email);
    const phone = await subscribe(desk);
    await subscribe(laptop);
    await wants(desk, ['needs_human']);
    await asks('Anna');
    expect(await told()).toHaveLength(2);
    await t.http
      .post('/api/auth/logout')
      .set({ 'sec-fetch-site': 'same-origin', cookie: `refresh_token=${laptop.refresh_token}` })
      .expect(204);
    expect((await read(desk)).devices.map(({ id }) => id)).toEqual([phone.id]);
    await asks('Ben');
    // Also where it was on its way.
    await notices().tell();
    const onTheWay = await tasks();
    expect(onTheWay).toHaveLength(1);
    const patch = (body: object) =>
      t.http.patch(`/api/users/${desk.id}`).set(admin.bearer).send(body).expect(200);
    await patch({ role: 'viewer' });
    await t.app.get(PushSender, { strict: false }).send(onTheWay[0]!);
    await asks('Cleo');
    expect(await told()).toEqual([]);
    await patch({ role: 'desk' });
    await patch({ is_active: false });
    await asks('Dora');
    expect(await told()).toEqual([]);
    await t.http.delete(`/api/users/${desk.id}`).set(admin.bearer).expect(204);
    expect((await t.panel.query('select from push_devices')).rows).toEqual([]);
  });

  it('hear nothing once their session has not been used for too long', async () => {
    await subscribe(desk);
    await wants(desk, ['needs_human']);
    t.clock.set('2026-02-04T08:00:00Z');
    await asks('Anna');
    expect(await told()).toEqual([]);
  });

  it('leave where their push service knows them no more, and are tried again where it is busy', async () => {
    await wants(desk, ['needs_human']);
    const [gone, lost, busy] = [await subscribe(desk), await subscribe(desk), await subscribe(desk)];
    service.answers.set(gone.endpoint, 410).set(lost.endpoint, 404).set(busy.endpoint, 429);
    await asks('Anna');
    await notices().tell();
    const sender = t.app.get(PushSender, { strict: false });
    const all = await tasks();
    const outcomes = await Promise.allSettled(all.map((task) => sender.send(task)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { message: 'The push service answered 429.' } },
    ]);
    expect((await read(desk)).devices.map(({ id }) => id)).toEqual([busy.id]);
    service.answers.clear();
    await sender.send(all.find(({ device_id }) => device_id === busy.id)!);
    expect(service.taken()).toHaveLength(1);
  });

  it('are told once, however many processes look', async () => {
    await subscribe(desk);
    await wants(desk, ['new_conversation', 'needs_human']);
    for (let n = 0; n < 20; n++) await asks(`Client ${n}`);
    const other = await startTestApp({ urls: t.urls });
    other.clock.set(NOW);
    const both = [notices(), other.app.get(PushNoticesService, { strict: false })];
    await Promise.all([...both, ...both].map((one) => one.tell()));
    await other.close();
    const objects = (await tasks()).map(({ count }) => count);
    expect(objects.reduce((sum, count) => sum + count, 0)).toBe(20);
  });

  it('are so many of one user, also where they come at once; the oldest makes room', async () => {
    const { public_key } = await read(desk);
    const others = await subscribe(admin);
    const first = await subscribe(desk);
    t.clock.set('2026-02-02T08:00:01Z');
    const last = await Promise.all(
      Array.from({ length: 3 * LIMITS.push_devices }, () =>
        post(desk, service.subscribe(public_key)).expect(201),
      ),
    );
    const { devices } = await read(desk);
    expect(devices).toHaveLength(LIMITS.push_devices);
    expect(devices.map(({ id }) => id)).not.toContain(first.id);
    expect(last.map(({ body }) => (body as { id: string }).id)).toEqual(
      expect.arrayContaining(devices.map(({ id }) => id)),
    );
    expect((await read(admin)).devices.map(({ id }) => id)).toEqual([others.id]);
    // The browser of another, which was added before all of them.
    await post(desk, { endpoint: others.endpoint, keys: others.keys }).expect(201);
    const now = (await read(desk)).devices;
    expect(now).toHaveLength(LIMITS.push_devices);
    expect(now.map(({ id }) => id)).toContain(others.id);
  });

  it('are a thousand', async () => {
    const { public_key } = await read(desk);
    const subscriptions = Array.from({ length: 1_000 }, () => service.subscribe(public_key));
    for (const some of chunks(subscriptions, LIMITS.push_devices)) {
      const user = await signIn(t, { role: 'desk' });
      await wants(user, ['needs_human']);
      await Promise.all(some.map((one) => post(user, one).expect(201)));
    }
    const left = async () => (await t.panel.query('select from push_devices')).rowCount ?? 0;
    for (const { endpoint } of subscriptions.slice(0, 100)) service.answers.set(endpoint, 410);
    await asks('Anna');
    const jobs = t.app.get(JobsService);
    const begunMs = performance.now();
    await jobs.start();
    await jobs.run('push-notices');
    while (service.received.length < 900 && performance.now() - begunMs < 60_000)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(new Set(service.taken().map(({ endpoint }) => endpoint)).size).toBe(900);
    while ((await left()) > 900 && performance.now() - begunMs < 60_000)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await left()).toBe(900);
  });

  it('are told by the engine within a moment of the change', async () => {
    await subscribe(desk);
    await wants(desk, ['needs_human']);
    await t.app.get(JobsService).start();
    const begunMs = performance.now();
    await asks(`Client ${randomUUID()}`);
    while (service.received.length === 0 && performance.now() - begunMs < 20_000)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const ms = performance.now() - begunMs;
    expect(service.taken()).toHaveLength(1);
    expect(ms).toBeLessThan(10_000);
  });
});
