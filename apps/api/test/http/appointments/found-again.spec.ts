import type { AppointmentDto, ClientDto, PageDto } from '@groupless/shared-dto';
import { APPOINTMENTS, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const DAY = '2027-03-02';
const at = (time: string, day = DAY) => `${day}T${time}:00.000Z`;

describe('an appointment is found again', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set('2027-03-01T08:00:00.000Z');
    operator = await signIn(t, { role: 'operator' });
    await setAgent(t, {
      ...{ time_zone: 'Europe/Vienna', phone_region: 'AT' },
      services: [{ name: 'Full service', duration_minutes: 60 }],
    });
    const rows: [string, string, object][] = [
      [
        'smith',
        at('09:00'),
        { client: { name: 'Mrs Zoë Smith', phone: '+436641234567' }, title: 'Red bike' },
      ],
      ['jones', at('10:00'), { client: { name: 'Jones 100%' }, service: 'Full service', notes: 'W-123 A' }],
      ['child', at('12:00'), { client: { name: 'Mrs Kim' }, attendee_name: 'Tim', team_notes: 'pays late' }],
      [
        'rental',
        at('10:00', '2027-02-20'),
        { client: { name: 'Rent' }, ends_at: at('18:00'), resource: 'bike' },
      ],
      ['night', at('22:30'), { client: { name: 'Night' }, duration_minutes: 180 }],
    ];
    for (const [name, starts_at, more] of rows)
      ids.set(name, (await booked(t, operator, bookingAt(starts_at, more))).id);
  });
  afterAll(() => t.close());

  const list = (query: object) => t.http.get(APPOINTMENTS).query(query).set(operator.bearer);
  const found = async (query: object): Promise<string[]> => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    const { items, total } = body as PageDto<AppointmentDto>;
    expect(total).toBe(items.length);
    return items.map(({ id }) => [...ids].find(([, one]) => one === id)?.[0] ?? '?');
  };

  it.each([
    ['smith', ['smith']],
    ['SMITH zoe', ['smith']],
    ['zoe red', ['smith']],
    ['0664 123', ['smith']],
    ['+43 664', ['smith']],
    ['full', ['jones']],
    ['w-123 a', ['jones']],
    ['100%', ['jones']],
    ['tim', ['child']],
    ['late', ['child']],
    ['mrs', ['smith', 'child']],
    ['ki', ['child']],
    ['nobody', []],
    ['smith full', []],
  ])('by the words %j: %j', async (search, expected) => {
    expect(await found({ search })).toEqual(expected);
  });

  it('by words within a time, page by page, and in the other direction', async () => {
    expect(await found({ search: 'mrs', from: at('11:00') })).toEqual(['child']);
    expect(await found({ search: 'mrs', to: at('11:00') })).toEqual(['smith']);
    expect(await found({ search: 'mrs', status: 'cancelled' })).toEqual([]);
    expect(await found({ search: 'mrs', status: 'confirmed', resource: 'MAIN', sort: '-starts_at' })).toEqual(
      ['child', 'smith'],
    );
    expect(await found({ search: 'mrs', sort: '-updated_at' })).toHaveLength(2);
    const first = await list({ search: 'mrs', limit: 1 });
    const second = await list({ search: 'mrs', limit: 1, cursor: first.body.next_cursor as string });
    expect([first.body.items[0].id, second.body.items[0].id, second.body.next_cursor]).toEqual([
      ids.get('smith'),
      ids.get('child'),
      null,
    ]);
    expectProblem(
      await list({ search: 'other', cursor: first.body.next_cursor as string }),
      400,
      'invalid_cursor',
    );
  });

  it('under the new name of its client', async () => {
    const client = `/api/clients/${(await list({ search: 'night' })).body.items[0].client_id as string}`;
    await t.http.patch(client).set(operator.bearer).send({ name: 'Dawn' });
    expect(await found({ search: 'dawn' })).toEqual(['night']);
    expect(await found({ search: 'night' })).toEqual([]);
    await t.http.patch(client).set(operator.bearer).send({ name: 'Night' });
  });

  it('where it is going on, whenever it began', async () => {
    expect(await found({ from: at('09:15'), to: at('09:20') })).toEqual(['rental', 'smith']);
    expect(await found({ from: at('18:00'), to: at('23:00') })).toEqual(['night']);
    expect(await found({ from: at('00:00', '2027-03-03') })).toEqual(['night']);
    expect(await found({ from: at('09:00', '2027-02-25'), to: at('09:00', '2027-02-26') })).toEqual([
      'rental',
    ]);
    expect(await found({ to: at('10:00', '2027-02-20') })).toEqual([]);
  });

  it('once it has ended', async () => {
    expect(await found({ ended_before: at('10:00') })).not.toContain('night');
    const { items } = (await list({ ended_before: at('23:59'), sort: 'starts_at' }))
      .body as PageDto<AppointmentDto>;
    expect(items.length).toBeGreaterThan(0);
    for (const { ends_at } of items) expect(Date.parse(ends_at)).toBeLessThanOrEqual(Date.parse(at('23:59')));
    const [{ ends_at }] = items as [AppointmentDto];
    const before = new Date(Date.parse(ends_at) - 1).toISOString();
    expect(await found({ ended_before: before })).not.toContain((await found({ ended_before: ends_at }))[0]);
  });

  it('by when it was booked', async () => {
    await t.panel.query('update appointments set created_at = $2 where id = $1', [
      ids.get('smith'),
      '2027-02-01T10:00:00Z',
    ]);
    expect(await found({ created_before: '2027-02-01T10:00:00Z' })).toEqual([]);
    expect(await found({ created_before: '2027-02-02T10:00:00Z' })).toEqual(['smith']);
    expect(
      await found({ created_after: '2027-02-01T10:00:00Z', created_before: '2027-02-03T00:00:00Z' }),
    ).toEqual(['smith']);
    expect(await found({ created_after: '2027-02-02T10:00:00Z' })).toHaveLength(4);
  });

  it('by the day on which its client was made', async () => {
    const clients = async (created_after: string) => {
      const { body } = await t.http.get('/api/clients').query({ created_after }).set(operator.bearer);
      return (body as PageDto<ClientDto>).items.length;
    };
    expect([await clients('2027-03-01T08:00:00Z'), await clients('2027-03-01T08:00:01Z')]).toEqual([5, 0]);
  });

  it('as many today as the dashboard counts', async () => {
    t.clock.set(at('08:30'));
    const { bearer } = await signIn(t, { role: 'viewer' });
    const { body } = await t.http.get('/api/dashboard').set(bearer);
    const today = { from: '2027-03-01T23:00:00Z', to: '2027-03-02T23:00:00Z', status: 'pending,confirmed' };
    const listed = await t.http.get(APPOINTMENTS).query(today).set(bearer);
    expect([body.appointments.today.confirmed, listed.body.total]).toEqual([5, 5]);
    expect(body.appointments.next[0].id).toBe(ids.get('rental'));
    t.clock.set('2027-03-01T08:00:00.000Z');
    operator = await signIn(t, { role: 'operator' });
  });

  it('in a file of its own, with what the list has, and nothing that a spreadsheet runs', async () => {
    const evil = await booked(t, operator, bookingAt(at('15:00'), { client: { name: '=1+1' }, title: '@x' }));
    await t.http
      .patch(`${APPOINTMENTS}/${evil.id}`)
      .set(operator.bearer)
      .send({ status: 'cancelled' })
      .expect(200);
    const file = await t.http
      .get(`${APPOINTMENTS}/export.csv`)
      .query({ from: at('08:00'), to: at('16:00'), resource: 'main' })
      .set(operator.bearer);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header, ...lines] = file.text.slice(1).trim().split('\r\n');
    expect(header?.split(',').slice(0, 7)).toEqual([
      ...['id', 'local_starts_at', 'local_ends_at', 'starts_at', 'ends_at', 'client', 'phone'],
    ]);
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      ...['smith', 'jones', 'child'].map((name) => ids.get(name)),
      evil.id,
    ]);
    expect(lines[0]).toContain(`${DAY}T10:00,${DAY}T10:30,`);
    expect(lines[0]).toContain('Mrs Zoë Smith,+436641234567');
    expect(lines[3]).toContain("'=1+1");
    expect(lines[3]).toContain("'@x");
    expect(lines[3]).toContain('The operator');
    const searched = await t.http.get(`${APPOINTMENTS}/export.csv?search=tim`).set(operator.bearer);
    expect(searched.text.trim().split('\r\n')).toHaveLength(2);
    const viewer = await signIn(t, { role: 'viewer' });
    expectProblem(await t.http.get(`${APPOINTMENTS}/export.csv`).set(viewer.bearer), 403, 'forbidden');
  });
});
