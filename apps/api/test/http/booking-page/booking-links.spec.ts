import type { AppointmentDto, BookingPageDto, MailDto, MailPreviewDto, PageDto } from '@groupless/shared-dto';
import { ClientMailsService } from '../../../src/client-mails/client-mails.service';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { AS_AGENT, APPOINTMENTS, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { atOnce } from '../../harness/data/times';
import { emptyTables } from '../../harness/databases/empty-tables';
import { BookingVisitor, type ReadPage } from '../../harness/http/booking-visitor';
import { MailServer } from '../../harness/http/mail-server';
import { expectProblem } from '../../harness/http/problems';
import { callByWay } from '../../harness/http/tool-calls';

/** A Monday. */
const NOW = '2027-03-01T06:00:00Z';
const AT = '2027-03-02T09:00:00.000Z';
const OTHER = '2027-03-03T10:00:00.000Z';
const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' }));

describe('the link of a booking', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let visitor: BookingVisitor;
  beforeAll(async () => {
    t = await sharedApp({ PUBLIC_URL: 'http://127.0.0.1', ALLOWED_HOSTS: '127.0.0.1' });
    visitor = new BookingVisitor(t);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    admin = await signIn(t, { role: 'admin' });
    await emptyTables(t.panel, 'clients', 'rate_limits');
    await setAgent(t, {
      ...{ time_zone: 'Europe/Berlin', working_hours: WEEK, slot_minutes: 30, resources: ['Anna'] },
      ...{ enabled: true, auto_confirm: true, cancel_notice_minutes: 60, cancel_late: 'refuse' },
      ...{ schedules: [], services: [{ name: 'Cut', duration_minutes: 30 }], business_name: 'Salon Emil' },
    });
    await setPage({ enabled: true, confirm: true, notice_minutes: 0 });
  });

  async function setPage(change: Partial<BookingPageDto>) {
    const { body } = await t.http.get('/api/settings/booking-page').set(admin.bearer).expect(200);
    const page = { ...(body as BookingPageDto), ...change };
    await t.http.put('/api/settings/booking-page').set(admin.bearer).send(page).expect(200);
  }
  const post = (more: object = {}) =>
    t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send({ client: { name: 'Jana', phone: '+491705550099' }, starts_at: AT, service: 'Cut', ...more });
  async function booked(more: object = {}): Promise<{ id: string; path: string }> {
    const { id, manage_url } = (await post(more).expect(201)).body as AppointmentDto;
    return { id, path: new URL(manage_url!).pathname };
  }
  /** The limit of what is counted. */
  const reach = (key: string) =>
    t.panel.query('insert into rate_limits (key, points, expire) values ($1, 100, $2)', [
      key,
      Date.now() + 60_000,
    ]);
  const now = async () => {
    const { rows } = await t.panel.query(
      'select id, status, starts_at, version from appointments order by id',
    );
    return rows as { id: string; status: string; starts_at: Date; version: number }[];
  };
  const patch = (id: string, change: object) =>
    t.http.patch(`${APPOINTMENTS}/${id}`).set(admin.bearer).send(change).expect(200);
  const act = (page: ReadPage, fields: Record<string, string> = {}) => {
    const [button] = page.all('button[name=act]');
    return visitor.send(page.action(), {
      ...page.fields(),
      act: button?.getAttribute('value') ?? '',
      ...fields,
    });
  };
  const cancel = async (path: string) => act(await visitor.get(`${path}?step=cancel`));

  it('is in the answer to the booking alone, while the page is on', async () => {
    const { id, path } = await booked({ external_id: 'one' });
    const again = (await post({ external_id: 'one' }).expect(200)).body as AppointmentDto;
    expect(new URL(again.manage_url!).pathname).toBe(path);
    const token = path.split('/').at(-1)!;
    for (const asked of [APPOINTMENTS, `${APPOINTMENTS}/${id}`, `${APPOINTMENTS}/${id}/history`]) {
      const { text } = await t.http.get(asked).set(admin.bearer).expect(200);
      expect(text).not.toContain('manage_url');
      expect(text).not.toContain(token);
    }
    const own = await t.http.get(`${APPOINTMENTS}/external/one`).set(AS_AGENT).expect(200);
    expect(own.text).not.toContain('manage_url');
    const { rows } = await t.panel.query('select to_jsonb(a)::text as row from appointments as a');
    expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
    expect(t.log_lines.join('')).not.toContain(token);
    expect((await post({ starts_at: OTHER }).query({ dry_run: true }).expect(200)).body).not.toHaveProperty(
      'manage_url',
    );
    await setPage({ enabled: false });
    expect((await post({ starts_at: OTHER }).expect(201)).body).not.toHaveProperty('manage_url');
    expect((await visitor.get(path)).status).toBe(404);
  });

  it('is answered by the tool that books', async () => {
    const booking = { client: { name: 'Jana' }, starts_at: '2027-03-02T10:00', service: 'Cut' };
    const { text } = await callByWay(t, 'mcp', 'book_appointment', booking);
    const { manage_url } = JSON.parse(text) as { manage_url: string };
    expect((await visitor.get(new URL(manage_url).pathname)).status).toBe(200);
  });

  it('is in the mails of what takes place, as a link, and in no subject', async () => {
    const server = await MailServer.start();
    try {
      const sends = { ...server.settings.sends, booked: true, cancelled: true };
      await t.http
        .put('/api/settings/mail')
        .set(admin.bearer)
        .send({ ...server.settings, sends })
        .expect(200);
      const { id, path } = await booked({ client: { name: 'Jana', email: 'jana@example.com' } });
      const tell = async () => {
        await t.app.get(ClientMailsService, { strict: false }).notify();
        const { body } = await t.http.get('/api/mail?status=waiting').set(admin.bearer).expect(200);
        for (const mail of (body as PageDto<MailDto>).items)
          await t.app.get(MailSenderService, { strict: false }).send({ id: mail.id });
        return server.received.at(-1)!;
      };
      const mail = await tell();
      expect(mail.text).toContain(`See, move or cancel it: http://127.0.0.1${path}\n`);
      expect(mail.html).toContain(`<a href="http://127.0.0.1${path}">`);
      await patch(id, { status: 'cancelled' });
      const ended = await tell();
      expect(ended.subject).toMatch(/^Cancelled/);
      expect(`${ended.text}${String(ended.html)}${JSON.stringify(ended.headers)}`).not.toContain('/book/m/');

      const put = (text: object) =>
        t.http.put('/api/settings/mail/texts/booked/en').set(admin.bearer).send(text);
      expectProblem(await put({ subject: '{manage}', text: '{date}' }), 400, 'invalid_request');
      expectProblem(await put({ subject: 'It', text: 'x{manage}' }), 400, 'invalid_request');
      const own = { subject: 'It', text: 'Cancel: {manage}' };
      await put(own).expect(200);
      await booked({ starts_at: OTHER });
      const preview = '/api/settings/mail/texts/booked/en/preview';
      const shown = await t.http.post(preview).set(admin.bearer).send(own).expect(200);
      expect((shown.body as MailPreviewDto).text).toBe('Cancel: http://127.0.0.1/book/m/…');
      await t.http.delete('/api/settings/mail/texts/booked/en').set(admin.bearer).expect(204);
    } finally {
      await t.http
        .put('/api/settings/mail')
        .set(admin.bearer)
        .send({ ...server.settings, enabled: false });
      await server.stop();
    }
  });

  it('shows the booking, moves it and cancels it, each by a form of its own', async () => {
    const { id, path } = await booked();
    const page = await visitor.get(path);
    expect(page.said('.tell')).toEqual(['Confirmed']);
    expect(page.said('dd')).toEqual(['Cut (30 min)', expect.stringContaining('March 2'), 'Anna', 'Jana']);
    const times = await visitor.get(page.links('Move')[0]!);
    const day = await visitor.get(times.links('Wed')[0]!);
    const question = await visitor.get(day.links('11:00 AM')[0]!);
    expect(question.said('h2')).toEqual(['Move it to this time?']);
    const moved = await act(question);
    expect(moved.status).toBe(303);
    expect((await visitor.get(moved.headers['location']!)).said('.tell')).toEqual(['Moved. See you then!']);
    expect(await now()).toMatchObject([{ id, status: 'confirmed', starts_at: new Date(OTHER) }]);
    const cancelled = await cancel(path);
    expect((await visitor.get(cancelled.headers['location']!)).said('.tell')).toEqual([
      'Your appointment is cancelled.',
    ]);
    expect(await now()).toMatchObject([{ id, status: 'cancelled' }]);
    const { body } = await t.http.get(`${APPOINTMENTS}/${id}/history`).set(admin.bearer);
    expect(JSON.stringify(body)).toContain('Link of the booking');
  });

  it('offers for a move what its services leave free, with the time after them', async () => {
    const { body } = await t.http.get('/api/settings/chat-agent').set(admin.bearer);
    const services = [{ name: 'Cut', duration_minutes: 30, buffer_minutes: 30 }];
    await t.http
      .put('/api/settings/chat-agent')
      .set(admin.bearer)
      .send({ ...body, services })
      .expect(200);
    const { path } = await booked();
    await booked({ starts_at: OTHER });
    const times = await visitor.get(`${path}?step=move`);
    const day = await visitor.get(times.links('Wed')[0]!);
    // At 10:30 it would end when the other begins, with no time after it.
    expect(day.links('10:00 AM')).toHaveLength(1);
    expect([day.links('10:30 AM'), day.links('11:30 AM')]).toEqual([[], []]);
    await setAgent(t, { services: [] });
    expect((await visitor.get(`${path}?step=move`)).links('Wed')).not.toEqual([]);
  });

  it('changes nothing by being fetched, followed or sent without its form', async () => {
    const { path } = await booked();
    const before = await now();
    const paths = [
      '',
      '?step=cancel',
      '?step=move',
      `?step=move&at=${OTHER}`,
      '?done=cancelled',
      '/calendar.ics',
    ];
    const agents = [
      ...['Mozilla/5.0 (Windows NT 10.0) SafeLinks', 'Barracuda Sentinel', 'Slackbot-LinkExpanding 1.0'],
      ...['WhatsApp/2.23', 'facebookexternalhit/1.1', 'Googlebot/2.1', 'curl/8.0', ''],
    ];
    for (const agent of agents)
      for (const way of ['get', 'head'] as const)
        for (const one of paths)
          for (const headers of [{}, { purpose: 'prefetch', 'sec-purpose': 'prefetch' }])
            await t.http[way](`${path}${one}`).set({ 'user-agent': agent, ...headers });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const sent of [
      '',
      'act=cancel',
      'act=cancel&token=',
      'act=cancel&token=a.b.c',
      `act=move&at=${OTHER}`,
    ])
      expect((await t.http.post(path).set(form).send(sent)).status).toBe(400);
    expect((await t.http.post(path).send({ act: 'cancel' })).status).toBe(415);
    for (const way of ['put', 'patch', 'delete'] as const) expect((await t.http[way](path)).status).toBe(405);
    expect(await now()).toEqual(before);
  });

  it('takes no form of another act or another booking', async () => {
    const [one, other] = [await booked(), await booked({ starts_at: OTHER })];
    const question = await visitor.get(`${one.path}?step=cancel`);
    expect((await visitor.send(other.path, { ...question.fields(), act: 'cancel' })).status).toBe(400);
    const moving = { ...question.fields(), act: 'move', at: '2027-03-04T10:00:00.000Z' };
    expect((await visitor.send(one.path, moving)).status).toBe(400);
    expect((await now()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
  });

  it('does twice what was sent twice once', async () => {
    const { path } = await booked();
    const question = await visitor.get(`${path}?step=cancel`);
    const answers = await atOnce(5, () => act(question));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(await now()).toMatchObject([{ status: 'cancelled', version: 2 }]);
  });

  it('takes a cancellation back for ten minutes, to what it was', async () => {
    await setPage({ confirm: false });
    await setAgent(t, { auto_confirm: false });
    const { path } = await booked();
    const cancelled = await visitor.get((await cancel(path)).headers['location']!);
    const back = await act(cancelled);
    expect((await visitor.get(back.headers['location']!)).said('.tell')[0]).toContain(
      'takes place after all',
    );
    expect(await now()).toMatchObject([{ status: 'pending' }]);
    expect((await act(cancelled)).status).toBe(303);
    await cancel(path);
    t.clock.set('2027-03-01T06:09:59Z');
    expect((await visitor.get(path)).all('button[value=restore]')).toHaveLength(1);
    t.clock.set('2027-03-01T06:10:00Z');
    expect((await visitor.get(path)).status).toBe(404);
    expect((await act(cancelled)).status).toBe(404);
    expect(await now()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('takes back only what was cancelled by it', async () => {
    const { id, path } = await booked();
    await patch(id, { status: 'cancelled' });
    const page = await visitor.get(path);
    expect([page.status, page.all('button').length]).toEqual([200, 0]);
  });

  it('ends with the cancellation, also where that is taken back later', async () => {
    const { id, path } = await booked();
    await patch(id, { status: 'cancelled' });
    t.clock.set('2027-03-01T06:09:00Z');
    await patch(id, { status: 'confirmed' });
    expect((await visitor.get(path)).status).toBe(200);
    await patch(id, { status: 'cancelled' });
    t.clock.set('2027-03-01T06:19:01Z');
    admin = await signIn(t, { role: 'admin' });
    await patch(id, { status: 'confirmed' });
    expect((await visitor.get(path)).status).toBe(404);
  });

  it('ends when somebody else gets the appointment', async () => {
    const { id, path } = await booked();
    const { body } = await t.http.post('/api/clients').set(admin.bearer).send({ name: 'Other' }).expect(201);
    await patch(id, { client_id: (body as { id: string }).id });
    expect((await visitor.get(path)).status).toBe(404);
  });

  it('opens nothing where a sign of it is another', async () => {
    const { path } = await booked();
    const token = path.split('/').at(-1)!;
    for (let at = 0; at < token.length; at += 7) {
      const other = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect((await visitor.get(`/book/m/${other}`)).status).toBe(404);
    }
    const { rows } = await t.panel.query(`select key, points from rate_limits where key like 'visit:%'`);
    expect((rows as { points: number }[])[0]!.points).toBeGreaterThan(5);
  });

  it('is good whatever others of its network send, and closes for what it sends too often itself', async () => {
    const { id, path } = await booked();
    const question = await visitor.get(`${path}?step=cancel`);
    await reach('visit:127.0.0.1');
    expect((await visitor.send(`${path}x`, question.fields())).status).toBe(429);
    await reach(`visit-link:${id}`);
    expect((await act(question)).status).toBe(429);
    await emptyTables(t.panel, 'rate_limits');
    await reach('visit:127.0.0.1');
    expect((await act(question)).status).toBe(303);
    expect(await now()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('moves and cancels in time alone, and to free times alone', async () => {
    const { path } = await booked();
    await booked({ starts_at: OTHER });
    const question = await visitor.get(`${path}?step=move&at=${OTHER}`);
    const taken = await act(question);
    expect([taken.status, taken.said('.bad')[0]]).toEqual([409, expect.stringContaining('been taken')]);
    t.clock.set('2027-03-02T08:30:00Z');
    const late = await visitor.get(path);
    expect(late.said('.tell')[1]).toContain('too late');
    expect(late.links('Cancel')).toEqual([]);
    expect((await visitor.get(`${path}?step=cancel`)).all('form')).toEqual([]);
    t.clock.set('2027-03-02T09:01:00Z');
    expect((await visitor.get(path)).said('.tell')[1]).toContain('has begun');
    expect((await now()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
  });

  it('has the appointment for a calendar', async () => {
    const { path } = await booked();
    const { headers, text } = await t.http.get(`${path}/calendar.ics`).expect(200);
    expect(headers['content-type']).toContain('text/calendar');
    expect(text).toContain('DTSTART:20270302T090000Z');
    expect(text).toContain('SUMMARY:Cut\\, Salon Emil');
  });

  it('of one visitor shows nothing of another', async () => {
    await booked();
    const { path } = await booked({ starts_at: OTHER, client: { name: 'Tim', phone: '+491705550012' } });
    expect((await visitor.get(path)).text).not.toContain('Jana');
    const { body } = await t.http.get(APPOINTMENTS).set(admin.bearer);
    expect((body as PageDto<AppointmentDto>).items).toHaveLength(2);
  });
});
