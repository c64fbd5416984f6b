import { randomUUID } from 'node:crypto';
import type { AppointmentDto, DashboardDto, MailDto, PageDto, PingResultDto } from '@groupless/shared-dto';
import { whileAway } from '../harness/databases/outage';
import { asInstalled } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { expectProblem } from '../harness/http/problems';
import { ChatNumbersRepository } from '../../src/conversations/counts/chat-numbers.repository';
import { ClientCountsService } from '../../src/clients/counts/client-counts.service';
import { DashboardService } from '../../src/dashboard/dashboard.service';
import { countRows, emptyMemory, insertRows } from '../harness/databases/rows';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { SECRETS } from '../harness/apps/test-app';
import { atOnce } from '../harness/data/times';
import { emptyTables } from '../harness/databases/empty-tables';

const PATH = '/api/dashboard';
/** A Friday; in Kiritimati, 14 hours ahead, it is Saturday already. */
const NOW = '2026-11-20T12:00:00.000Z';
const HOUR_MS = 3_600_000;
const WEEKLY = {
  ...{ policy: 'exclusive', retryLimit: 2, retryDelay: 600, retryBackoff: true, expireInSeconds: 60 },
  ...{ retentionSeconds: 60, deleteAfterSeconds: 60, partition: false },
};
const DAY_MS = 24 * HOUR_MS;

const after = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();

describe('the dashboard', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let client_id: string;
  beforeAll(async () => {
    t = await startServedApp();
    t.clock.set(NOW);
    admin = await signIn(t);
  });
  beforeEach(() => {
    client_id = randomUUID();
  });
  afterEach(async () => {
    await emptyTables(t.panel, 'clients', 'appointments', 'appointment_events', 'conversations');
    await t.panel.query('update agent_sightings set last_seen_at = null');
    await emptyMemory(t.memory);
  });
  afterAll(() => t.close());

  const get = (headers: Record<string, string> = admin.bearer) => t.http.get(PATH).set(headers);
  const dashboard = async () => (await get().expect(200)).body as DashboardDto;

  const insertClients = (...clients: object[]) =>
    insertRows(
      t.panel,
      'clients',
      clients.map((client) => ({
        id: randomUUID(),
        name: 'Ada',
        company: '',
        status: 'active',
        source: 'panel',
        tags: [],
        notes: '',
        version: 1,
        name_key: '',
        search_text: '',
        created_at: NOW,
        updated_at: NOW,
        ...client,
      })),
    );

  /** Each on a resource of its own, so that none is in another's way. */
  async function insertAppointments(...appointments: object[]): Promise<void> {
    if ((await countRows(t.panel, 'clients')) === 0) await insertClients({ id: client_id });
    await insertRows(
      t.panel,
      'appointments',
      appointments.map((appointment) => {
        const { starts_at = NOW } = appointment as { starts_at?: string };
        return {
          id: randomUUID(),
          client_id,
          title: 'Cut',
          starts_at,
          ends_at: new Date(Date.parse(starts_at) + HOUR_MS).toISOString(),
          status: 'confirmed',
          source: 'panel',
          resource: randomUUID(),
          notes: '',
          version: 1,
          times_moved: 0,
          created_at: NOW,
          updated_at: NOW,
          ...appointment,
        };
      }),
    );
  }

  const insertConversations = (...conversations: object[]) =>
    insertRows(
      t.panel,
      'conversations',
      conversations.map((conversation) => ({
        id: randomUUID(),
        chat_id: randomUUID(),
        channel: 'chat',
        is_client_chosen: false,
        status: 'open',
        takeovers: 0,
        unread_count: 0,
        received_to: 0,
        created_at: NOW,
        updated_at: NOW,
        search_text: '',
        ...conversation,
      })),
    );

  async function setTimeZone(time_zone: string): Promise<void> {
    const path = '/api/settings/chat-agent';
    const { body } = await t.http.get(path).set(admin.bearer).expect(200);
    await t.http
      .put(path)
      .set(admin.bearer)
      .send({ ...body, time_zone })
      .expect(200);
  }

  it('counts each service of the visits that were booked within thirty days, two of one name apart', async () => {
    const send = (method: 'post' | 'delete', path: string, body: object = {}) =>
      t.http[method](`/api/${path}`).set(admin.bearer).send(body);
    const make = async (name: string) =>
      (await send('post', 'services', { name, duration_minutes: 30 }).expect(201)).body.id as string;
    const [cut, before] = [await make('Cut'), await make('Colour')];
    let hours = 0;
    const book = async (...service_ids: string[]) => {
      const starts_at = after(++hours * -2 * HOUR_MS);
      const booking = { client: { name: 'Ada' }, starts_at, service_ids, allow_overlap: true };
      await send('post', 'appointments', booking).expect(201);
    };
    t.clock.set(after(-30 * DAY_MS));
    await book(cut);
    t.clock.set(NOW);
    for (const visit of [[cut, before], [before], [before]]) await book(...visit);
    await send('delete', `services/${before}`).expect(204);
    const colour = await make('Colour');
    await book(cut, colour);
    const counts = (await dashboard()).appointments.by_service_30d;
    const archived_at = expect.stringMatching(/Z$/);
    expect(counts).toEqual([
      { id: before, name: 'Colour', archived_at, booked: 3 },
      { id: cut, name: 'Cut', archived_at: null, booked: 2 },
      { id: colour, name: 'Colour', archived_at: null, booked: 1 },
    ]);
    await emptyTables(t.panel, 'clients', 'services');
  });

  it('has these parts and no others, also where there is nothing', async () => {
    await asInstalled(t);
    const body = await dashboard();
    const days = (count: number, nothing: object) =>
      Array.from({ length: count }, (_, index) => ({
        date: after((index - count + 1) * DAY_MS).slice(0, 10),
        ...nothing,
      }));
    expect(body).toEqual({
      clients: { total: 0, new_30d: 0, new_previous_30d: 0 },
      appointments: {
        today: { pending: 0, confirmed: 0, completed: 0, cancelled: 0, no_show: 0 },
        next_7d: 0,
        pending_over_24h: 0,
        without_outcome: 0,
        by_day_30d: days(30, { phone: 0, chat: 0, web: 0, panel: 0 }),
        by_service_30d: [],
        next: [],
      },
      conversations: {
        open: 0,
        needs_human: 0,
        unread: 0,
        waiting: 0,
        waiting_since: null,
        agent_last_seen_at: null,
        undelivered: [],
        many_numbers: [],
        messages_by_day_14d: days(14, { user: 0, assistant: 0, operator: 0 }),
      },
      attention: [],
      tasks: { pending: 0, completed_7d: 0, completed_previous_7d: 0 },
      active_account: {
        id: expect.any(String),
        name: expect.any(String),
        type: expect.any(String),
        tool: null,
        has_session: false,
        session_updated_at: null,
        session_expires_at: null,
        usage: null,
      },
      active_accounts: [expect.objectContaining({ tool: null, has_session: false })],
      first_steps: [
        'use',
        'name',
        'zone',
        'hours',
        'services',
        'country',
        'team',
        'agent',
        'attach',
        'assistant',
      ],
      generated_at: NOW,
    });
  });

  describe('needs attention', () => {
    const mail = (minutes: number, more: object) => ({
      ...{ id: randomUUID(), kind: 'booked', recipient: 'ada@example.com', subject: 'x', content: 'x' },
      ...{
        status: 'waiting',
        last_response: null,
        created_at: after(-minutes * 60_000),
        about: null,
        ...more,
      },
    });
    const kindsFor = async (role: 'admin' | 'desk') => {
      const { bearer } = role === 'admin' ? admin : await signIn(t, { role });
      const { attention } = (await get(bearer).expect(200)).body as DashboardDto;
      return attention.map(({ kind, count, link, reason }) => [kind, count, link, reason]);
    };
    afterEach(() => emptyTables(t.panel, 'mails', 'told_appointments', 'busy_calendars', 'hooks'));

    it('where mails fail or wait too long, and the desk finds the client', async () => {
      await insertClients({ id: client_id, email: 'Ada@example.com' });
      const failed = { status: 'failed', last_response: '535 wrong password' };
      const former = { recipient: 'former@example.com' };
      const ended = (ms: number) => `ended:3:${Math.floor(Date.parse(after(ms)) / 1_000)}`;
      const told = (mail_id: string, starts_at = after(DAY_MS)) => ({
        ...{ appointment_id: randomUUID(), client_id, kind: 'booked', at: NOW, starts_at, mail_id },
        ...{ resource: 'main', status: 'confirmed', waived: null as object | null },
      });
      const missed = [
        mail(60, { ...failed, client_id }),
        mail(16, { client_id, last_response: '451 try later' }),
        // Nobody with the new address knows that it does not take place.
        mail(16, { kind: 'cancelled', client_id, ...former }),
      ];
      const [over, waived] = [mail(60, { ...failed, client_id }), mail(60, { ...failed, client_id })];
      await insertRows(t.panel, 'mails', [
        ...[...missed, over, waived],
        mail(16, { kind: 'invitation', recipient: admin.email }),
        mail(16, { kind: 'cancelled', client_id, ...former, about: ended(DAY_MS) }),
        // Of what is over, or is told by another mail.
        mail(16, { kind: 'cancelled', client_id, ...former, about: ended(-1_000) }),
        mail(60, { ...failed, client_id }),
        // To an address that nobody has any more, and a notice that is over.
        mail(16, { client_id, ...former }),
        mail(16, { kind: 'invitation', ...former }),
        mail(16, { kind: 'team', recipient: admin.email }),
        // On its way, written anew, or of last week.
        mail(14, { client_id }),
        mail(60, { ...failed, last_response: 'What it says is no longer true.', client_id }),
        mail(5 * 24 * 60, { ...failed, client_id }),
      ]);
      await insertRows(t.panel, 'told_appointments', [
        ...missed.map(({ id }) => told(id)),
        told(over.id, after(-1_000)),
        { ...told(waived.id), waived: {} },
      ]);
      const link = '/settings/mail?status=failed,waiting#mail-log';
      expect(await kindsFor('admin')).toEqual([['mail_failed', 5, link, '451 try later']]);
      await insertRows(t.panel, 'mails', [mail(30, { status: 'sent' })]);
      const { body } = await t.http
        .get('/api/mail?status=failed,waiting&limit=100')
        .set(admin.bearer)
        .expect(200);
      const statuses = (body as PageDto<MailDto>).items.map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set(['failed', 'waiting']));
      expect(await kindsFor('desk')).toEqual([['mail_failed', 4, `/clients/${client_id}`, '451 try later']]);
    });

    it('where calendars cannot be read and webhooks fail, for admins', async () => {
      const calendar = { name: 'Anna', url: 'x', last_error: null };
      await insertRows(t.panel, 'busy_calendars', [
        { id: randomUUID(), ...calendar },
        { id: randomUUID(), ...calendar, last_error: 'It holds no calendar.' },
      ]);
      const hook = {
        ...{ url: 'https://example.com', events: ['*'], active: true, secret: 'x', failures: 3 },
        ...{ failing_since: null, switched_off_at: null },
      };
      const times = { created_at: NOW, updated_at: NOW };
      await insertRows(t.panel, 'hooks', [
        { id: randomUUID(), ...hook, ...times, failing_since: after(-11 * 60_000) },
        { id: randomUUID(), ...hook, ...times, failing_since: after(-9 * 60_000) },
        { id: randomUUID(), ...hook, ...times, active: false, switched_off_at: after(-DAY_MS) },
      ]);
      expect(await kindsFor('admin')).toEqual([
        ['calendar_unreadable', 1, '/settings/calendars', 'It holds no calendar.'],
        ['webhook_failing', 2, '/settings/hooks', null],
      ]);
      expect(await kindsFor('desk')).toEqual([]);
    });

    it('where the last trial of a backup failed, for admins', async () => {
      const trial = (state: string, daysAgo: number, output: object = { message: 'The count differs.' }) =>
        t.panel.query(
          `insert into jobs.job (name, state, started_on, completed_on, output)
           values ('restore-trial', $1::jobs.job_state, $2, case when $1 in ('completed', 'failed') then $2::timestamptz end, $3)`,
          [state, after(-daysAgo * DAY_MS), output],
        );
      await t.panel.query(`select jobs.create_queue('restore-trial', '${JSON.stringify(WEEKLY)}')`);
      await trial('completed', 8);
      await trial('failed', 1);
      expect(await kindsFor('admin')).toEqual([
        ['restore_failed', 1, '/settings/jobs', 'The count differs.'],
      ]);
      expect(await kindsFor('desk')).toEqual([]);
      await trial('completed', 0.5);
      expect(await kindsFor('admin')).toEqual([]);
      // From the first failure on, while it waits for another try or is at it; a process that ended says nothing.
      for (const state of ['retry', 'active']) {
        await trial(state, 0.25, { value: { message: 'job heartbeat timeout' } });
        expect(await kindsFor('admin')).toEqual([]);
        await trial(state, 0.2);
        expect(await kindsFor('admin')).toEqual([
          ['restore_failed', 1, '/settings/jobs', 'The count differs.'],
        ]);
        await trial('completed', 0.1);
        expect(await kindsFor('admin')).toEqual([]);
        await t.panel.query(`delete from jobs.job where name = 'restore-trial' and started_on > $1`, [
          after(-0.3 * DAY_MS),
        ]);
      }
      await t.panel.query(`delete from jobs.job where name = 'restore-trial'`);
      await t.panel.query(`delete from jobs.queue where name = 'restore-trial'`);
    });

    it('where pending bookings begin soon', async () => {
      await insertAppointments(
        ...[HOUR_MS, 36 * HOUR_MS, 37 * HOUR_MS, -HOUR_MS].map((ms) => ({
          ...{ status: 'pending', starts_at: after(ms) },
        })),
        { starts_at: after(HOUR_MS) },
      );
      expect(await kindsFor('desk')).toEqual([
        ['bookings_wait', 2, expect.stringMatching('status=pending'), null],
      ]);
    });
  });

  it('is for every role and for keys that read the panel, and for no others', async () => {
    for (const role of ['viewer', 'operator'] as const) {
      const { body } = await get((await signIn(t, { role })).bearer).expect(200);
      expect((body as DashboardDto).tasks).toMatchObject({ pending: expect.any(Number) });
    }
    const { body: ofDesk } = await get((await signIn(t, { role: 'desk' })).bearer).expect(200);
    expect(ofDesk).toMatchObject({
      tasks: null,
      active_account: null,
      active_accounts: [],
      clients: { total: expect.any(Number) },
    });
    expectProblem(await get({ 'x-api-key': SECRETS.AGENT_API_KEY }), 403, 'forbidden');
    expectProblem(await get({}), 401, 'unauthenticated');
    const key = { name: 'Screen in the hall', scopes: ['panel:read'] };
    const { body } = await t.http.post('/api/settings/keys').set(admin.bearer).send(key).expect(201);
    await get({ 'x-api-key': body.key }).expect(200);
  });

  it('names the machine that read the limits to admins alone', async () => {
    const usage = { at: NOW, machine: 'ada-laptop', windows: [] };
    const { id } = (await dashboard()).active_account!;
    await t.panel.query('update assistant_accounts set usage = $1 where id = $2', [usage, id]);
    const key = { name: 'Screen in the office', scopes: ['panel:read'] };
    const { body } = await t.http.post('/api/settings/keys').set(admin.bearer).send(key).expect(201);
    const machinesFor = async (headers: Record<string, string>) => {
      const { active_account, active_accounts } = (await get(headers).expect(200)).body as DashboardDto;
      return [active_account, ...active_accounts].map((account) => account?.usage?.machine);
    };
    expect(await machinesFor(admin.bearer)).toEqual(['ada-laptop', 'ada-laptop']);
    for (const headers of [
      (await signIn(t, { role: 'viewer' })).bearer,
      (await signIn(t, { role: 'operator' })).bearer,
      { 'x-api-key': (body as { key: string }).key },
    ])
      expect(await machinesFor(headers)).toEqual([null, null]);
    await t.panel.query('update assistant_accounts set usage = null where id = $1', [id]);
  });

  describe('of clients', () => {
    it('tells those made in the last 30 days from those of the 30 days before', async () => {
      const made = [0, -1, -30 * DAY_MS + 1, -30 * DAY_MS, -60 * DAY_MS + 1, -60 * DAY_MS, -400 * DAY_MS];
      await insertClients(...made.map((ms) => ({ created_at: after(ms) })));
      expect((await dashboard()).clients).toEqual({ total: 7, new_30d: 3, new_previous_30d: 2 });
    });

    it('counts all of them exactly, through additions, removals and what is taken back', async () => {
      await insertClients(...Array.from({ length: 12 }, () => ({})));
      await t.panel.query('delete from clients where id in (select id from clients limit 5)');
      await t.panel.query('delete from clients where false');
      await t.panel.query(
        `insert into clients (id, name, source) values ('${client_id}', 'Ada', 'panel') on conflict do nothing`,
      );
      await t.panel.query(
        `insert into clients (id, name, source) values ('${client_id}', 'Ada', 'panel') on conflict do nothing`,
      );
      const other = await t.panel.connect();
      await other.query(
        `begin; insert into clients (id, name, source) values (gen_random_uuid(), 'Bob', 'panel')`,
      );
      await other.query('rollback');
      other.release();
      expect((await dashboard()).clients.total).toBe(8);
      await t.panel.query('truncate clients cascade');
      await insertClients({});
      expect((await dashboard()).clients.total).toBe(1);
    });

    it('tells them apart by when they were made, through removals, changes and what is taken back', async () => {
      const made = async (count: number, ms: number) =>
        insertClients(...Array.from({ length: count }, () => ({ created_at: after(ms), name: `${ms}` })));
      const thirtyDays = -30 * DAY_MS;
      await made(3, thirtyDays + HOUR_MS);
      await made(2, thirtyDays - HOUR_MS);
      await made(4, -45 * DAY_MS);
      await made(5, -61 * DAY_MS);
      expect((await dashboard()).clients).toEqual({ total: 14, new_30d: 3, new_previous_30d: 6 });

      const one = `select id from clients where name = '${-45 * DAY_MS}' limit 1`;
      await t.panel.query(`delete from clients where id = (${one})`);
      await t.panel.query(`update clients set created_at = $1, name = 'Moved' where id = (${one})`, [
        after(-DAY_MS),
      ]);
      const other = await t.panel.connect();
      await other.query(`begin; delete from clients`);
      await other.query('rollback');
      other.release();
      expect((await dashboard()).clients).toEqual({ total: 13, new_30d: 4, new_previous_30d: 4 });

      await t.panel.query('truncate clients cascade');
      await made(1, -45 * DAY_MS);
      expect((await dashboard()).clients).toEqual({ total: 1, new_30d: 0, new_previous_30d: 1 });
    });

    it('counts those of many transactions at once, of which none waits for another', async () => {
      const waiting = await t.panel.connect();
      await waiting.query(
        `begin; insert into clients (id, name, source) values (gen_random_uuid(), 'Bob', 'panel')`,
      );
      const answers = await atOnce(20, (index) =>
        t.http
          .post('/api/clients')
          .set(admin.bearer)
          .send({ name: `Client ${index}` }),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect((await dashboard()).clients).toMatchObject({ total: 20, new_30d: 20 });
      await waiting.query('commit');
      waiting.release();
      expect((await dashboard()).clients).toMatchObject({ total: 21, new_30d: 21 });
    });
  });

  describe('of appointments', () => {
    const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'no_show'] as const;

    it('counts by status those that are going on today', async () => {
      const today = STATUSES.flatMap((status, index) =>
        Array.from({ length: index + 1 }, () => ({ status, starts_at: '2026-11-20T00:00:00Z' })),
      );
      await insertAppointments(
        ...today,
        { starts_at: '2026-11-19T23:59:59.999Z' },
        { starts_at: '2026-11-20T23:59:59.999Z' },
        { starts_at: '2026-11-21T00:00:00Z' },
      );
      expect((await dashboard()).appointments.today).toEqual({
        pending: 1,
        // One began the day before and goes on.
        confirmed: 4,
        completed: 3,
        cancelled: 4,
        no_show: 5,
      });
    });

    it('has the days of the chat agent’s time zone', async () => {
      await insertAppointments(
        { starts_at: '2026-11-20T09:59:59.999Z', created_at: '2026-11-20T09:59:59.999Z', source: 'chat' },
        { starts_at: '2026-11-20T10:00:00Z', created_at: '2026-11-20T10:00:00Z', source: 'phone' },
      );
      await setTimeZone('Pacific/Kiritimati');
      const { today, by_day_30d } = (await dashboard()).appointments;
      await setTimeZone('UTC');
      expect(today.confirmed).toBe(2);
      expect(by_day_30d.slice(-2)).toEqual([
        { date: '2026-11-20', phone: 0, chat: 1, web: 0, panel: 0 },
        { date: '2026-11-21', phone: 1, chat: 0, web: 0, panel: 0 },
      ]);
    });

    it('counts the live ones of the next seven days', async () => {
      const starts = [-1, 0, 7 * DAY_MS - 1, 7 * DAY_MS];
      await insertAppointments(
        ...starts.map((ms) => ({ starts_at: after(ms) })),
        ...STATUSES.map((status) => ({ status, starts_at: after(DAY_MS) })),
      );
      expect((await dashboard()).appointments.next_7d).toBe(4);
    });

    it('counts those that have been pending for more than 24 hours', async () => {
      const made = [-DAY_MS, -DAY_MS - 1, -90 * DAY_MS].map((ms) => ({ created_at: after(ms) }));
      await insertAppointments(...made.flatMap((one) => STATUSES.map((status) => ({ ...one, status }))));
      // Nobody confirms what is over.
      await insertAppointments({
        status: 'pending',
        created_at: after(-2 * DAY_MS),
        starts_at: after(-HOUR_MS),
      });
      expect((await dashboard()).appointments.pending_over_24h).toBe(2);
    });

    it('counts those of the last 30 days of which nobody has said what became', async () => {
      const starts = [
        -HOUR_MS - 1,
        -HOUR_MS,
        -HOUR_MS + 1,
        -30 * DAY_MS - HOUR_MS,
        -30 * DAY_MS - HOUR_MS + 1,
      ];
      await insertAppointments(...starts.map((ms) => ({ starts_at: after(ms) })));
      await insertAppointments(...STATUSES.map((status) => ({ status, starts_at: after(-DAY_MS) })));
      const long = { starts_at: after(-32 * DAY_MS), ends_at: after(-2 * DAY_MS) };
      await insertAppointments(long);
      const { without_outcome } = (await dashboard()).appointments;
      expect(without_outcome).toBe(6);
      const query = { status: 'pending,confirmed', from: after(-30 * DAY_MS), ended_before: NOW };
      const { body } = await t.http.get('/api/appointments').query(query).set(admin.bearer).expect(200);
      expect((body as { total: number }).total).toBe(without_outcome);
    });

    it('tells what was booked on each of the last 30 days, and by what way', async () => {
      const booked = (created_at: string, source: string) => ({ created_at, source });
      await insertAppointments(
        booked('2026-10-21T23:59:59.999Z', 'panel'),
        booked('2026-10-22T00:00:00Z', 'phone'),
        booked('2026-10-22T23:59:59.999Z', 'phone'),
        booked('2026-11-19T08:00:00Z', 'chat'),
        booked('2026-11-20T12:00:00Z', 'panel'),
        {
          ...booked('2026-11-20T11:00:00Z', 'panel'),
          status: 'cancelled',
          starts_at: '2027-05-01T10:00:00Z',
        },
      );
      const { by_day_30d } = (await dashboard()).appointments;
      expect(by_day_30d).toHaveLength(30);
      expect(by_day_30d.filter(({ phone, chat, panel }) => phone + chat + panel > 0)).toEqual([
        { date: '2026-10-22', phone: 2, chat: 0, web: 0, panel: 0 },
        { date: '2026-11-19', phone: 0, chat: 1, web: 0, panel: 0 },
        { date: '2026-11-20', phone: 0, chat: 0, web: 0, panel: 2 },
      ]);
    });

    it('shows the live ones that are going on and come next as their list does', async () => {
      const hours = [9, 1, 5, 0, 3, 8, 2, 7, 6, 4];
      await insertAppointments(
        { starts_at: after(-1), notes: 'Now' },
        { starts_at: after(-HOUR_MS), notes: 'Ended' },
        { starts_at: after(HOUR_MS / 2), status: 'cancelled' },
        ...hours.map((hour) => ({
          starts_at: after(hour * HOUR_MS),
          status: hour % 2 === 0 ? 'pending' : 'confirmed',
          notes: `Hour ${hour}`,
          chat_id: hour % 3 === 0 ? 'a chat' : null,
        })),
      );
      const query = { from: NOW, status: 'pending,confirmed', limit: 8 };
      const { body } = await t.http.get('/api/appointments').query(query).set(admin.bearer).expect(200);
      const { items } = body as PageDto<AppointmentDto>;
      expect(items.map(({ notes }) => notes)).toEqual([
        'Now',
        ...[0, 1, 2, 3, 4, 5, 6].map((hour) => `Hour ${hour}`),
      ]);
      expect((await dashboard()).appointments.next).toEqual(items);
    });
  });

  describe('of conversations', () => {
    it('counts those that are open, that need somebody and that are unread', async () => {
      await insertConversations(
        ...Array.from({ length: 4 }, () => ({ status: 'open' })),
        ...Array.from({ length: 3 }, () => ({ status: 'needs_human', unread_count: 5 })),
        { status: 'human', unread_count: 1 },
        { status: 'closed' },
      );
      // A viewer marks nothing as read, and sees what the team has not read.
      const { bearer } = await signIn(t, { role: 'viewer' });
      const counted = async () => ((await get(bearer).expect(200)).body as DashboardDto).conversations;
      expect(await counted()).toMatchObject({ open: 4, needs_human: 3, unread: 4 });
      await t.panel.query(`update conversations set status = 'closed' where status = 'open'`);
      await t.panel.query(
        `update conversations set status = 'open', unread_count = 0 where status = 'needs_human'`,
      );
      await t.panel.query(
        `delete from conversations where id = (select id from conversations where status = 'open' limit 1)`,
      );
      expect(await counted()).toMatchObject({ open: 2, needs_human: 0, unread: 1 });
      await t.panel.query('truncate conversations cascade');
      expect(await counted()).toMatchObject({ open: 0, needs_human: 0, unread: 0 });
    });

    it('tells when the agent was last heard of', async () => {
      await insertConversations(
        { agent_last_seen_at: after(-HOUR_MS), last_message_at: after(-HOUR_MS) },
        { agent_last_seen_at: after(-1_234), last_message_at: after(-DAY_MS) },
        { agent_last_seen_at: null },
      );
      expect((await dashboard()).conversations.agent_last_seen_at).toBe(after(-1_234));
    });

    it('looks for the agent among the newest chats and those where a person answers', async () => {
      await insertConversations(
        { agent_last_seen_at: after(-5), last_message_at: after(-90 * DAY_MS), status: 'human' },
        ...Array.from({ length: 600 }, (_, index) => ({
          agent_last_seen_at: after(-HOUR_MS - index),
          last_message_at: after(-HOUR_MS - index),
        })),
      );
      expect((await dashboard()).conversations.agent_last_seen_at).toBe(after(-5));
    });

    it('hears of the agent also by a chat that is older than all of those', async () => {
      const chat_id = 'an old one';
      await insertConversations(
        { chat_id, agent_last_seen_at: after(-DAY_MS), last_message_at: after(-90 * DAY_MS) },
        ...Array.from({ length: 600 }, (_, index) => ({
          agent_last_seen_at: after(-HOUR_MS),
          last_message_at: after(-HOUR_MS - index),
        })),
      );
      await t.http
        .post('/api/conversations/ping')
        .set({ 'x-api-key': SECRETS.AGENT_API_KEY })
        .send({ chat_id })
        .expect(200);
      expect((await dashboard()).conversations.agent_last_seen_at).toBe(NOW);
    });

    describe('that many numbers share', () => {
      const PHONES = [
        '+4915110000001',
        '+4915110000002',
        '+4915110000003',
        '+4915110000004',
        '+4915110000005',
      ];
      afterEach(async () => {
        t.clock.set(NOW);
        await emptyTables(t.panel, 'chat_numbers');
      });
      const agent = { 'x-api-key': SECRETS.AGENT_API_KEY };
      const ping = async (chat_id: string, phone: string | null, text = 'Hello') => {
        const contact = phone === null ? {} : { contact: { phone } };
        const body = { chat_id, message: { role: 'user', text }, ...contact };
        return (await t.http.post('/api/conversations/ping').set(agent).send(body).expect(200))
          .body as PingResultDto;
      };
      const book = (chat_id: string, phone: string, hour: number) =>
        t.http
          .post('/api/appointments')
          .set(agent)
          .send({
            chat_id,
            client: { name: `Client ${phone}`, phone },
            starts_at: after(3 * DAY_MS + hour * HOUR_MS),
          })
          .expect(201);
      const shared = async () => (await dashboard()).conversations.many_numbers;

      it('tells of them by name, from the fifth number within an hour on', async () => {
        for (const phone of PHONES.slice(0, 4)) await ping('the same for all', phone);
        // The same number in another spelling, one that is hidden, and a chat of one customer are no further ones.
        await ping('the same for all', '0049 151 10000001');
        await ping('the same for all', 'anonymous');
        await ping('of one', PHONES[0]!);
        await ping('of one', PHONES[0]!);
        expect(await shared()).toEqual([]);
        const { conversation_id } = await ping('the same for all', PHONES[4]!);
        expect(await shared()).toEqual([{ conversation_id, name: PHONES[4], numbers: 5, since: NOW }]);
        const { rows } = await t.panel.query<object>(`select * from chat_numbers where chat_id = 'of one'`);
        expect(rows).toEqual([]);
      });

      it('tells of two, the one with the most numbers first', async () => {
        for (const phone of PHONES) await ping('second', phone);
        for (const phone of [...PHONES, '+4915110000006']) await ping('first', phone);
        expect((await shared()).map(({ numbers }) => numbers)).toEqual([6, 5]);
      });

      it('tells of a screen where all write and book, by the numbers of both', async () => {
        const { conversation_id } = await ping('kiosk', null);
        for (const [hour, phone] of PHONES.slice(0, 3).entries()) await book('kiosk', phone, hour);
        await ping('kiosk', PHONES[2]!);
        await ping('kiosk', PHONES[3]!);
        expect(await shared()).toEqual([]);
        await ping('kiosk', PHONES[4]!);
        expect(await shared()).toMatchObject([{ conversation_id, numbers: 5 }]);
      });

      it.each([
        ['of numbers that came within the hour', [59, 45, 30, 15, 0], 1],
        ['of none that came over more than an hour', [64, 48, 32, 16, 0], 0],
        ['of none that came an hour ago', [60, 60, 60, 60, 60], 0],
      ])('tells %s', async (_, minutes, chats) => {
        for (const [index, phone] of PHONES.entries()) {
          t.clock.set(after(-minutes[index]! * 60_000));
          await ping('slow', phone);
        }
        t.clock.set(NOW);
        expect(await shared()).toHaveLength(chats);
        await t.app.get(ChatNumbersRepository, { strict: false }).forgetBefore(new Date(after(1)));
        expect(await countRows(t.panel, 'chat_numbers')).toBe(0);
      });
    });

    it('tells what was written on each of the last 14 days, and by whom', async () => {
      const roles = ['user', 'user', 'assistant', 'operator', 'system'];
      const times = ['2026-11-06T23:59:59.999Z', '2026-11-07T00:00:00Z', '2026-11-20T23:59:59.999Z'];
      await insertRows(
        t.memory,
        'chat_history',
        times.flatMap((timestamp) =>
          roles.flatMap((role, index) =>
            // Turns of coding assistants are the memory's.
            [`chat ${index}`, `project:${index}`].map((chat_id) => ({
              chat_id,
              role,
              message: 'x',
              timestamp,
            })),
          ),
        ),
      );
      const { messages_by_day_14d } = (await dashboard()).conversations;
      expect(messages_by_day_14d).toHaveLength(14);
      expect(messages_by_day_14d.filter(({ user }) => user > 0)).toEqual([
        { date: '2026-11-07', user: 2, assistant: 1, operator: 1 },
        { date: '2026-11-20', user: 2, assistant: 1, operator: 1 },
      ]);
    });
  });

  it('counts the tasks that are pending, and those completed in each of the last two weeks', async () => {
    const times = [0, -7 * DAY_MS + 1, -7 * DAY_MS, -14 * DAY_MS + 1, -14 * DAY_MS].map((ms) => after(ms));
    const statuses = ['pending', 'completed', 'completed', 'cancelled'];
    await insertRows(
      t.memory,
      'assistant_tasks',
      times.flatMap((updated_at) =>
        statuses.map((status, index) => ({
          task: `${updated_at} ${index}`,
          status,
          priority: 5,
          updated_at,
          created_at: updated_at,
        })),
      ),
    );
    expect((await dashboard()).tasks).toEqual({ pending: 5, completed_7d: 4, completed_previous_7d: 4 });
  });

  it('shows the active account and its room without its session, and null if none is', async () => {
    const used = { name: 'five_hour', used_percent: 82, resets_at: '2026-12-01T10:00:00.000Z' };
    const { rows } = await t.panel.query<{ id: string; name: string; type: string }>(
      `update assistant_accounts set session_data = 'sealed', session_version = 1,
         session_updated_at = '2026-11-01T10:00:00Z', session_expires_at = '2026-12-01T10:00:00.5Z', usage = $1
       where is_active returning id, name, type, tool`,
      [{ at: NOW, machine: 'ada-laptop', windows: [used, { ...used, name: 'seven_day', resets_at: NOW }] }],
    );
    const response = await get().expect(200);
    const { active_account, active_accounts } = response.body as DashboardDto;
    expect(active_accounts).toEqual([active_account]);
    expect(active_account).toEqual({
      ...rows[0],
      has_session: true,
      session_updated_at: '2026-11-01T10:00:00.000Z',
      session_expires_at: '2026-12-01T10:00:00.500Z',
      usage: {
        at: NOW,
        machine: 'ada-laptop',
        is_caller: null,
        windows: [used, { name: 'seven_day', used_percent: null, resets_at: NOW }],
      },
    });
    expect(response.text).not.toContain('sealed');
    await t.panel.query('update assistant_accounts set is_active = false');
    expect(await dashboard()).toMatchObject({ active_account: null, active_accounts: [] });
  });

  it('is read once for all who ask at the same time', async () => {
    const count = jest.spyOn(t.app.get(ClientCountsService, { strict: false }), 'count');
    const service = t.app.get(DashboardService, { strict: false });
    const caller = { kind: 'key', id: 'k', name: 'a key', scopes: [] } as const;
    const before = await Promise.all(Array.from({ length: 20 }, () => service.get(caller)));
    expect(count).toHaveBeenCalledTimes(1);
    await insertClients({});
    const after = await Promise.all(Array.from({ length: 20 }, () => service.get(caller)));
    expect(count).toHaveBeenCalledTimes(2);
    count.mockRestore();
    expect(new Set([...before, ...after].map(({ clients }) => clients.total))).toEqual(new Set([0, 1]));
    expect(after.every(({ clients }) => clients.total === 1)).toBe(true);
  });

  it.each(['panel', 'memory'] as const)('is 503 while the %s database is away', async (name) => {
    await get().expect(200);
    await whileAway(t, name, async () => {
      expectProblem(await get(), 503, 'database_unavailable');
    });
  });
});
