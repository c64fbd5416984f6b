import ICAL from 'ical.js';
import type { SeriesDto } from '@groupless/shared-dto';
import { APPOINTMENTS, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { beginSession, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const FEED = `${APPOINTMENTS}/calendar.ics`;

describe('the calendar feed', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  let token: string;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients');
    viewer = await signIn(t, { role: 'viewer' });
    token = await newToken(viewer);
  });

  async function newToken({ bearer }: SignedInUser): Promise<string> {
    const { body } = await t.http.post('/api/auth/calendar-token').set(bearer);
    return (body as { token: string }).token;
  }
  const feed = (query: object = { token }, headers: Record<string, string> = {}) =>
    t.http.get(FEED).query(query).set(headers).buffer();
  const eventsOf = (text: string) =>
    new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((event) => ({
      uid: event.getFirstPropertyValue('uid'),
      sequence: event.getFirstPropertyValue('sequence'),
      status: event.getFirstPropertyValue('status'),
      summary: event.getFirstPropertyValue('summary'),
      start: (event.getFirstPropertyValue('dtstart') as InstanceType<typeof ICAL.Time>)
        .toJSDate()
        .toISOString(),
    }));

  it('is a calendar for whoever has the token, and is not sent twice', async () => {
    const row = await booked(t, operator, bookingAt(new Date().toISOString(), { title: 'Cut, wash' }));
    const answer = await feed();
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-cache',
    ]);
    expect(eventsOf(answer.text)).toEqual([
      {
        ...{ uid: `${row.id}@groupless`, sequence: 0, status: 'CONFIRMED', summary: 'Cut, wash: Ada' },
        start: row.starts_at.replace(/\.\d+/, '.000'),
      },
    ]);
    const again = await feed(
      { token },
      { 'if-none-match': answer.headers['etag']!, 'cache-control': 'no-cache' },
    );
    expect([again.status, again.text]).toEqual([304, '']);
    await booked(t, operator, bookingAt(new Date(Date.now() + 3_600_000).toISOString()));
    expect((await feed({ token }, { 'if-none-match': answer.headers['etag']! })).status).toBe(200);
  });

  it('has each of a series as an event of its own, which goes on where one of them moved', async () => {
    const first = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);
    const weekMs = 7 * 86_400_000;
    const { body } = await t.http
      .post('/api/series')
      .set(operator.bearer)
      .send({ ...bookingAt(first.toISOString()), rrule: 'FREQ=WEEKLY;COUNT=3' })
      .expect(201);
    const { series_id, created } = body as SeriesDto;
    const events = async () =>
      eventsOf((await feed()).text).map(({ uid, sequence, status, start }) => [uid, sequence, status, start]);
    const uidOf = (place: number) => `${created[place]!.id}@groupless`;
    const times = created.map(({ starts_at }) => starts_at.replace(/\.\d+/, '.000'));
    expect(await events()).toEqual(times.map((time, place) => [uidOf(place), 0, 'CONFIRMED', time]));
    const moved = new Date(first.getTime() + weekMs + 3_600_000).toISOString();
    await t.http.patch(`${APPOINTMENTS}/${created[1]!.id}`).set(operator.bearer).send({ starts_at: moved });
    await t.http.delete(`/api/series/${series_id}`).query({ from: created[2]!.id }).set(operator.bearer);
    expect(await events()).toEqual([
      [uidOf(0), 0, 'CONFIRMED', times[0]],
      [uidOf(1), 1, 'CONFIRMED', moved],
      [uidOf(2), 1, 'CANCELLED', times[2]],
    ]);
  });

  it('counts up when an appointment changes, and keeps a cancelled one', async () => {
    const row = await booked(t, operator, bookingAt(new Date().toISOString()));
    const change = (patch: object) =>
      t.http
        .patch(`${APPOINTMENTS}/${row.id}`)
        .query({ new_resource: true })
        .set(operator.bearer)
        .send(patch);
    const seen = async () => eventsOf((await feed()).text).map(({ sequence, status }) => [sequence, status]);
    await change({ title: 'T' });
    expect(await seen()).toEqual([[1, 'CONFIRMED']]);
    await change({ starts_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await seen()).toEqual([[2, 'CONFIRMED']]);
    await change({ resource: 'room', status: 'cancelled' });
    expect(await seen()).toEqual([[3, 'CANCELLED']]);
    const admin = await signIn(t);
    await t.http.delete(`${APPOINTMENTS}/${row.id}`).set(admin.bearer);
    expect(await seen()).toEqual([]);
  });

  it('reaches 30 days back and 365 ahead', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const rows = [];
    for (const days of [-31, -29, 364, 366]) rows.push(await booked(t, operator, bookingAt(day(days))));
    expect(eventsOf((await feed()).text).map(({ uid }) => uid)).toEqual([
      `${rows[1]!.id}@groupless`,
      `${rows[2]!.id}@groupless`,
    ]);
  });

  it('has no notes unless the settings say so, and may be that of one resource', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    await booked(t, operator, bookingAt(at(1), { notes: 'private', resource: 'Anna' }));
    await booked(t, operator, bookingAt(at(1), { notes: 'private', resource: 'Ben' }));
    expect((await feed()).text).not.toContain('private');
    await setAgent(t, { feed_notes: true });
    expect((await feed()).text).toContain('private');
    await setAgent(t, { feed_notes: false });
    const { text } = await feed({ token, resource: 'ANNA' });
    expect(eventsOf(text)).toHaveLength(1);
    expect(text).toContain('Anna');
  });

  it('names for whom an appointment is, with the client behind', async () => {
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    await booked(t, operator, { ...bookingAt(starts_at, { title: 'Cut' }), attendee_name: 'Tim' });
    expect((await feed()).text).toContain('SUMMARY:Cut: Tim (Ada)');
  });

  it('holds the nearest thousand that lie behind and the nearest four thousand to come', async () => {
    await t.panel.query(`insert into clients (id, name, source) values (gen_random_uuid(), 'Ada', 'panel')`);
    await t.panel.query(
      `insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource)
       select gen_random_uuid(), clients.id, n::text, $1::timestamptz + make_interval(mins => 5 * n),
         $1::timestamptz + make_interval(mins => 5 * n + 1), 'confirmed', 'phone', 'main'
       from clients, generate_series(-1100, 4100) as n`,
      [new Date(Date.now() + 150_000)],
    );
    const events = eventsOf((await feed()).text);
    expect(events).toHaveLength(5_000);
    expect([events[0]!.summary, events[4_999]!.summary]).toEqual(['-1000: Ada', '3999: Ada']);
  });

  it('is closed without the right token, whatever else comes with it', async () => {
    expectProblem(await feed({}), 401, 'unauthenticated');
    expectProblem(await feed({ token: '' }), 401, 'unauthenticated');
    expectProblem(await feed({ token: `${token}x` }), 401, 'unauthenticated');
    expectProblem(await feed({ token: [token, token] }), 401, 'unauthenticated');
    expectProblem(await feed({ token: 'wrong', page: '2' }), 401, 'unauthenticated');
    expectProblem(await feed({}, operator.bearer), 401, 'unauthenticated');
    expect(refusedFields(await feed({ token, page: '2' }))).toEqual([['page', 'unknown_field']]);
    const posted = expectProblem(await t.http.post(FEED).query({ token }), 405, 'method_not_allowed');
    expect(posted.detail).toContain('GET');
  });

  it('takes no notice of a wrong credential in a header', async () => {
    expect((await feed({ token }, { authorization: 'Bearer wrong', 'x-api-key': 'wrong' })).status).toBe(200);
  });

  it('dies with a rotation, a deactivation and the user', async () => {
    const next = await newToken(viewer);
    expectProblem(await feed(), 401, 'unauthenticated');
    expect((await feed({ token: next })).status).toBe(200);
    const admin = await signIn(t, { role: 'admin' });
    const account = `/api/users/${viewer.id}`;
    await t.http.patch(account).set(admin.bearer).send({ is_active: false });
    expectProblem(await feed({ token: next }), 401, 'unauthenticated');
    await t.http.patch(account).set(admin.bearer).send({ is_active: true });
    const third = await newToken(await beginSession(t, viewer.id, viewer.email));
    expect((await feed({ token: third })).status).toBe(200);
    await t.http.delete(account).set(admin.bearer);
    expectProblem(await feed({ token: third }), 401, 'unauthenticated');
  });

  it('leaves its token in no log', async () => {
    await feed();
    await feed({ token: `${token}-wrong` });
    expect(t.log_lines.join('')).toContain('calendar.ics');
    expect(t.log_lines.join('')).not.toContain(token);
  });
});
