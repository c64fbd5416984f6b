import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BusyCalendarDto } from '@groupless/shared-dto';
import { fetchCalendar } from '../../../src/busy-times/calendars/calendar-fetch';
import { CalendarReader } from '../../../src/busy-times/calendars/calendar-reader.service';
import { APPOINTMENTS, AS_AGENT, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const CALENDARS = '/api/settings/calendars';
const DAY = '2027-03-02';
const calendar = (...starts: string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...starts.flatMap((start, index) => [
      ...['BEGIN:VEVENT', `UID:${index}`, `DTSTART:${start}`, 'DURATION:PT1H'],
      ...['SUMMARY:Dentist', 'END:VEVENT'],
    ]),
    ...['END:VCALENDAR', ''],
  ].join('\r\n');

describe('busy calendars', () => {
  let t: ServedApp;
  let outside: Server;
  let answer: (response: ServerResponse) => void;
  const asked: Record<string, string | undefined>[] = [];
  let admin: SignedInUser;
  let url: string;
  beforeAll(async () => {
    t = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true' } });
    t.clock.set('2027-03-01T08:00:00.000Z');
    admin = await signIn(t, { role: 'admin' });
    await setAgent(t, { resources: ['Anna', 'Ben'], time_zone: 'UTC' });
    outside = createServer(({ headers, url: path = '' }, response) => {
      asked.push({ path, etag: headers['if-none-match'] });
      answer(response);
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/secret-address/basic.ics`;
  });
  afterAll(async () => {
    outside.closeAllConnections();
    await new Promise((resolve) => outside.close(resolve));
    await t.close();
  });
  beforeEach(async () => {
    await emptyTables(t.panel, 'busy_calendars', 'clients', 'blocks');
    asked.length = 0;
    answer = (response) => response.setHeader('etag', '"1"').end(calendar('20270302T090000Z'));
  });

  const list = async (): Promise<BusyCalendarDto[]> =>
    (await t.http.get(CALENDARS).set(admin.bearer)).body as BusyCalendarDto[];
  const add = (more: object = {}) =>
    t.http
      .post(CALENDARS)
      .set(admin.bearer)
      .send({ name: 'Anna, private', resource: 'anna', url, ...more });
  const added = async (more: object = {}): Promise<BusyCalendarDto> => {
    const { status, body } = await add(more);
    expect(status).toBe(201);
    const { id } = body as BusyCalendarDto;
    const found = async () => (await list()).find((one) => one.id === id)!;
    await eventually(
      async () => (await found()).last_read_at !== null || (await found()).last_error !== null,
    );
    return found();
  };
  const readAll = () => t.app.get(CalendarReader).readAll();
  const busy = async (resource = 'Anna') =>
    (await t.http.get('/api/busy-times').query({ from: DAY, to: '2027-03-03', resource }).set(admin.bearer))
      .body as object[];

  it('are added once by requests with the same Idempotency-Key', async () => {
    const send = (more: object = {}) => add(more).set('idempotency-key', 'calendar');
    const ids = [await send(), await send()].map(({ status, body }) => [
      status,
      (body as BusyCalendarDto).id,
    ]);
    expect(ids).toEqual([
      [201, ids[0]![1]],
      [200, ids[0]![1]],
    ]);
    expect(await list()).toHaveLength(1);
    expectProblem(await send({ name: 'Another' }), 409, 'idempotency_key_reused');
  });

  it('are read, busy for agents and asked about in the panel, without their titles or their address', async () => {
    const row = await added();
    expect(row).toMatchObject({ resource: 'Anna', show_titles: false, events: 1, last_error: null });
    const time = { starts_at: `${DAY}T09:00:00.000Z`, ends_at: `${DAY}T10:00:00.000Z` };
    const told = {
      resource: 'Anna',
      resource_id: row.resource_id,
      ...time,
      title: null,
      calendar_id: row.id,
      block_id: null,
    };
    expect(await busy()).toEqual([told]);
    expect(await busy('Ben')).toEqual([]);
    const book = (headers: Record<string, string>, more: object = {}) =>
      t.http
        .post(APPOINTMENTS)
        .set(headers)
        .send(bookingAt(`${DAY}T09:30:00Z`, { resource: 'Anna', ...more }));
    expectProblem(await book(AS_AGENT), 409, 'slot_taken');
    const question = await book(admin.bearer);
    expectProblem(question, 409, 'busy');
    expect(question.body.busy).toEqual([told]);
    expect((await book(admin.bearer, { allow_busy: true })).status).toBe(201);
    const { rows } = await t.panel.query<{ url: string }>('select url from busy_calendars');
    expect(rows[0]!.url).toMatch(/^v1\./);
    expect(JSON.stringify(await list())).not.toContain('secret-address');
    await t.http.patch(`${CALENDARS}/${row.id}`).set(admin.bearer).send({ show_titles: true });
    expect(await busy()).toEqual([{ ...told, title: 'Dentist' }]);
    await t.http.delete(`${CALENDARS}/${row.id}`).set(admin.bearer).expect(204);
    expect(await busy()).toEqual([]);
  });

  it('are of a resource of the settings or of all, or stay where they are', async () => {
    const refused = await add({ resource: 'Ana' });
    expectProblem(refused, 400, 'unknown_resource');
    expect(refused.body.allowed).toEqual(['Anna', 'Ben']);
    expectProblem(await add({ resource: 'any' }), 400, 'unknown_resource');
    const { id } = await added();
    await t.panel.query(`update busy_calendars set resource = 'Cleo' where id = $1`, [id]);
    const patch = (resource: string | null) =>
      t.http.patch(`${CALENDARS}/${id}`).set(admin.bearer).send({ resource });
    expectProblem(await patch('Ana'), 400, 'unknown_resource');
    expect((await patch('cleo')).body).toMatchObject({ resource: 'Cleo' });
    expect((await patch('BEN')).body).toMatchObject({ resource: 'Ben' });
    expect((await patch(null)).body).toMatchObject({ resource: null });
  });

  it('are not read again as a whole while they are unchanged, but once a day', async () => {
    await added();
    answer = (response) => response.writeHead(304).end();
    await readAll();
    expect(asked.at(-1)!['etag']).toBe('"1"');
    expect(await busy()).toHaveLength(1);
    t.clock.set('2027-03-02T08:30:00.000Z');
    answer = (response) => response.end(calendar());
    await readAll();
    expect(asked.at(-1)!['etag']).toBeUndefined();
    t.clock.set('2027-03-01T08:00:00.000Z');
    expect(await busy()).toEqual([]);
  });

  it('that cannot be read say so, keep their last times for a day, and then no more', async () => {
    await added();
    answer = (response) => response.writeHead(500).end();
    await readAll();
    expect((await list())[0]).toMatchObject({
      ...{ last_error: 'The address answers with status 500.', events: 1 },
    });
    expect(await busy()).toHaveLength(1);
    t.clock.set('2027-03-02T08:30:00.000Z');
    await readAll();
    t.clock.set('2027-03-01T08:00:00.000Z');
    expect((await list())[0]).toMatchObject({ events: 0 });
    expect(await busy()).toEqual([]);
  });

  const cut = () => calendar('20270302T110000Z', '20270302T120000Z').slice(0, 150);
  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      'is cut off, without a length',
      (response) => {
        // As many small servers answer: the end of the connection is the end of the text.
        response.socket!.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${cut()}`);
      },
      'The calendar is not complete: it has no end.',
    ],
    [
      'is cut off, with a length',
      (response) => {
        response.writeHead(200, { 'content-length': 10_000 }).write(cut());
        response.socket!.end();
      },
      'The connection broke.',
    ],
    [
      'is larger than 10 MB',
      (response) => response.end(calendar().padEnd(11 * 1_024 * 1_024)),
      'The calendar is larger than 10 MB.',
    ],
    [
      'is suddenly empty',
      (response) => response.end(calendar()),
      'It has no busy times any more. If that is right, enter its address anew.',
    ],
  ])('that %s keep the times that were read before, and say so', async (_, answers, last_error) => {
    const { last_read_at } = await added();
    answer = answers;
    t.clock.set('2027-03-01T08:10:00.000Z');
    await readAll();
    t.clock.set('2027-03-01T08:00:00.000Z');
    expect(await list()).toMatchObject([{ last_error, last_read_at, events: 1 }]);
    expect(await busy()).toHaveLength(1);
  });

  it('that are empty for a day are so', async () => {
    await added();
    answer = (response) => response.end(calendar());
    await readAll();
    t.clock.set('2027-03-02T08:30:00.000Z');
    await readAll();
    await readAll();
    t.clock.set('2027-03-01T08:00:00.000Z');
    expect(await list()).toMatchObject([{ events: 0, last_error: null }]);
  });

  it('that are empty after a change of the zone keep their times for a day, and say so', async () => {
    await added();
    await setAgent(t, { resources: ['Anna', 'Ben'], time_zone: 'Europe/Berlin' });
    answer = (response) => response.end(calendar());
    await readAll();
    expect(asked.at(-1)!['etag']).toBeUndefined();
    await setAgent(t, { resources: ['Anna', 'Ben'], time_zone: 'UTC' });
    const last_error = 'It has no busy times any more. If that is right, enter its address anew.';
    expect(await list()).toMatchObject([{ events: 1, last_error }]);
  });

  it('with more times than are kept have the next ones, and say so', async () => {
    const series = 'RRULE:FREQ=MINUTELY;INTERVAL=2\r\nEND:VEVENT';
    const many = () => calendar('20270301T000000Z').replace('PT1H', 'PT1M').replace('END:VEVENT', series);
    answer = (response) => response.setHeader('etag', '"1"').end(many());
    const told = {
      events: 5_000,
      last_error: 'The calendar has more than 5000 busy times: only the next ones count.',
    };
    expect(await added()).toMatchObject(told);
    await readAll();
    // Unchanged, others are the next ones by now.
    expect(asked.at(-1)!['etag']).toBeUndefined();
    t.clock.set('2027-03-02T08:30:00.000Z');
    await readAll();
    t.clock.set('2027-03-01T08:00:00.000Z');
    expect(await list()).toMatchObject([told]);
  });

  it('that are empty are so at once where a person enters the address anew', async () => {
    const { id } = await added();
    answer = (response) => response.end(calendar());
    await readAll();
    await t.http.patch(`${CALENDARS}/${id}`).set(admin.bearer).send({ url }).expect(200);
    await eventually(async () => (await list())[0]!.last_error === null);
    expect(await list()).toMatchObject([{ events: 0 }]);
  });

  it('whose events are over are empty without a word', async () => {
    answer = (response) => response.end(calendar('20270228T090000Z'));
    await added();
    t.clock.set('2027-03-01T20:00:00.000Z');
    answer = (response) => response.end(calendar());
    await readAll();
    t.clock.set('2027-03-01T08:00:00.000Z');
    expect(await list()).toMatchObject([{ events: 0, last_error: null }]);
  });

  it('that are not read in time keep what came for nothing', async () => {
    answer = (response) => {
      response.socket!.write(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${calendar('20270302T110000Z')}`);
    };
    await expect(fetchCalendar(url, { etag: null, mayBePrivate: true, limit_ms: 200 })).rejects.toThrow(
      'No answer within 0.2 s.',
    );
  });

  it.each([
    ['no calendar', (response: ServerResponse) => response.end('<html>'), 'It holds no calendar.'],
    [
      'another address again and again',
      (response: ServerResponse) => response.writeHead(302, { location: '/again' }).end(),
      'The address leads on too often.',
    ],
  ])('that answer %s are not read', async (_, answers, last_error) => {
    answer = answers;
    expect(await added()).toMatchObject({ last_error, last_read_at: null, events: 0 });
  });

  it('follow an address that leads on', async () => {
    answer = (response) =>
      asked.length === 1
        ? response.writeHead(302, { location: '/other.ics' }).end()
        : response.end(calendar('20270302T100000Z'));
    expect(await added()).toMatchObject({ last_error: null, events: 1 });
    expect(asked.map(({ path }) => path)).toEqual(['/secret-address/basic.ics', '/other.ics']);
  });

  it('are five at most of a resource, and five of all', async () => {
    for (let count = 0; count < 5; count++) expect((await add()).status).toBe(201);
    expectProblem(await add({ resource: ' ANNA' }), 409, 'too_many_calendars');
    const other = await add({ resource: null });
    expect(other.status).toBe(201);
    const move = t.http.patch(`${CALENDARS}/${other.body.id}`).set(admin.bearer).send({ resource: 'Anna' });
    expectProblem(await move, 409, 'too_many_calendars');
    await eventually(async () => (await list()).every((one) => one.last_read_at !== null));
  });

  it('have a web address', async () => {
    for (const wrong of ['ftp://example.com/a.ics', 'nonsense', 'https://example.com/a\r\n.ics'])
      expect(refusedFields(await add({ url: wrong }))).toEqual([['url', 'not_allowed']]);
  });
});

describe('busy calendars of a server that reads public addresses alone', () => {
  it('are refused where they are private, in any spelling', async () => {
    const t = await startServedApp();
    const admin = await signIn(t, { role: 'admin' });
    for (const url of [
      ...['https://127.0.0.1/a.ics', 'https://localhost/a.ics', 'https://[::1]/a.ics', 'webcal://10.0.0.1/a'],
      ...['https://2130706433/a.ics', 'http://calendar.example.com/a.ics'],
    ]) {
      const refused = await t.http.post(CALENDARS).set(admin.bearer).send({ name: 'x', url });
      expect([url, refusedFields(refused)]).toEqual([url, [['url', 'not_allowed']]]);
    }
    await t.close();
  });
});
