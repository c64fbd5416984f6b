import type {
  AppointmentDto,
  AppointmentImportDto,
  AppointmentImportUndoneDto,
  ImportedAppointmentsDto,
  ImportOfAppointmentsDto,
  PageDto,
} from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';

const NEXT_MONTH = [
  'starts_at,ends_at,client,phone,service,resource,notes',
  '2026-12-01T08:00,2026-12-01T08:45,Walter Fischer,0664 1234567,Massage,Anna,bad back',
  '2026-12-01 09:00,,Eva Groß,,Massage,anna,',
  '2026-12-01T08:30,2026-12-01T09:15,Peter Groß,,Massage,Anna,',
  '2026-12-01T08:00,,Peter Groß,,Fango,Anna,',
  '2026-12-01T08:00,,Peter Groß,,Massage,Clara,',
  '2026-12-01T08:00,,Peter Groß,,Massage,,',
  '2026-13-01T08:00,,Peter Groß,,Massage,Anna,',
  '2026-11-10T08:00,,Peter Groß,keine,Massage,Bernd,',
].join('\n');

function calendar(...events: string[]): string {
  const whole = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...events, 'END:VCALENDAR', ''];
  return whole.join('\r\n');
}

function event(...lines: string[]): string {
  return ['BEGIN:VEVENT', 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
}

describe('imports of appointments', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    for (const table of ['appointments', 'clients', 'appointment_imports', 'hook_outbox'])
      await t.panel.query(`delete from ${table}`);
    t.clock.set('2026-11-20T09:30:00.000Z');
    await setAgent(t, {
      ...{ resources: ['Anna', 'Bernd'], time_zone: 'Europe/Vienna', phone_region: 'AT', horizon_days: 30 },
      services: [{ name: 'Massage', duration_minutes: 45 }],
    });
    await t.panel.query('update chat_agent_settings set time_zone_chosen = true');
  });

  const send = (file: string, query: object = {}, type = 'text/csv', user = operator) =>
    t.http
      .post('/api/appointments/import')
      .query(query)
      .set({ ...user.bearer, 'content-type': type })
      .send(file);
  async function imported(
    file: string,
    query: object = {},
    type = 'text/csv',
  ): Promise<AppointmentImportDto> {
    const answer = await send(file, query, type);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body as AppointmentImportDto;
  }
  const undo = (id: string | null, user = operator) =>
    t.http.post(`/api/appointments/imports/${id}/take-back`).set(user.bearer);
  async function stored(): Promise<AppointmentDto[]> {
    const query = { from: '2020-01-01', to: '2030-01-01', limit: 100 };
    const answer = await t.http.get('/api/appointments').query(query).set(operator.bearer).expect(200);
    return (answer.body as PageDto<AppointmentDto>).items;
  }
  const count = async (what: string) =>
    Number((await t.panel.query<{ n: string }>(`select count(*) as n from ${what}`)).rows[0]?.n);

  describe('of a CSV file', () => {
    it('books in the business’s zone, says why what is not booked, and a dry run says the same', async () => {
      const said = await imported(NEXT_MONTH, { dry_run: 'true' });
      expect((await count('appointments')) + (await count('clients'))).toBe(0);
      const done = await imported(NEXT_MONTH);
      expect({ ...said, import_id: done.import_id }).toEqual(done);
      expect(done).toMatchObject({ created: 3, skipped: 0, clients_made: 3, unread: 0 });
      expect(done.not_made.map(({ row, reason, named }) => [row, reason, named])).toEqual([
        [4, 'taken', null],
        [5, 'unknown_service', 'Fango'],
        [6, 'unknown_resource', 'Clara'],
        [7, 'no_resource', null],
      ]);
      expect(done.failed).toEqual([{ row: 8, field: 'starts_at', code: 'invalid_format' }]);
      expect(done.warnings).toEqual([{ row: 9, field: 'phone', code: 'invalid_phone' }]);
      const rows = (await stored()).map(({ starts_at, ends_at, status, resource, client, notes }) =>
        [starts_at, ends_at.slice(11, 16), status, resource, client?.name, notes].join(' | '),
      );
      expect(rows.sort()).toEqual([
        '2026-11-10T07:00:00.000Z | 07:45 | completed | Bernd | Peter Groß | phone in the file: keine',
        '2026-12-01T07:00:00.000Z | 07:45 | confirmed | Anna | Walter Fischer | bad back',
        '2026-12-01T08:00:00.000Z | 08:45 | confirmed | Anna | Eva Groß | ',
      ]);
    });

    it('is tried a day at a time, and says the same', async () => {
      const days = ['2026-12-03', '2026-12-02', '2026-12-01'].flatMap((day) => [
        `${day}T08:30,Walter Fischer`,
        `${day}T08:00,Eva Groß`,
        `${day}T10:00,Eva Groß`,
      ]);
      const file = ['starts_at,client,service,resource']
        .concat(days.map((one) => `${one},Massage,Anna`))
        .join('\n');
      const tried = await imported(file, { dry_run: true });
      expect(tried).toMatchObject({ created: 6, skipped: 0, clients_made: 2 });
      expect(tried.not_made.map(({ row, reason, name }) => [row, reason, name])).toEqual([
        [3, 'taken', 'Eva Groß'],
        [6, 'taken', 'Eva Groß'],
        [9, 'taken', 'Eva Groß'],
      ]);
      expect(await stored()).toEqual([]);
      const made = await imported(file);
      expect({ ...tried, import_id: made.import_id }).toEqual(made);
    });

    it('is known the second time, also after it was broken off', async () => {
      await imported(NEXT_MONTH);
      expect(await imported(NEXT_MONTH)).toMatchObject({ created: 0, skipped: 3, clients_made: 0 });
      expect(await count('appointments')).toBe(3);
    });

    it('makes one of two imports at once', async () => {
      const both = await Promise.all([send(NEXT_MONTH), send(NEXT_MONTH)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(await count('appointments')).toBe(3);
    });

    it('takes the client who alone is called so, and guesses none of two', async () => {
      const make = (client: object) =>
        t.http
          .post('/api/clients')
          .set(operator.bearer)
          .send({ ...client, allow_duplicate: true })
          .expect(201);
      const known = (await make({ name: 'Dr. Anna Müller' })).body as { id: string };
      for (const phone of ['+436641111111', '+436642222222']) await make({ name: 'Jo Groß', phone });
      const file = [
        'starts_at,client,phone,resource',
        '2026-12-01T08:00,Müller Anna,,Anna',
        '2026-12-01T10:00,Jo Groß,,Anna',
        '2026-12-01T12:00,Jo Groß,0664 2222222,Anna',
        '2026-12-01T14:00,Jo Groß,0664 3333333,Anna',
      ].join('\n');
      const done = await imported(file);
      expect(done).toMatchObject({
        created: 3,
        clients_made: 1,
        not_made: [{ row: 3, reason: 'several_clients' }],
      });
      expect(done.not_made[0]?.with.map(({ name }) => name)).toEqual(['Jo Groß', 'Jo Groß']);
      const [first] = (await stored()).filter(({ client }) => client?.name === 'Dr. Anna Müller');
      expect(first?.client_id).toBe(known.id);
    });

    it('books over no block', async () => {
      const block = { resource: 'Anna', starts_at: '2026-12-01T07:00:00Z', ends_at: '2026-12-01T12:00:00Z' };
      await t.http.post('/api/blocks').set(operator.bearer).send(block).expect(201);
      const done = await imported(
        'starts_at,client,resource\n2026-12-01T09:00,Eva,Anna\n2026-12-01T09:00,Eva,Bernd',
      );
      expect(done).toMatchObject({ created: 1, not_made: [{ row: 2, reason: 'busy', name: 'Eva' }] });
      await t.panel.query('delete from blocks');
    });

    it('is refused while nobody has chosen a zone, and takes one that is sent', async () => {
      await t.panel.query('update chat_agent_settings set time_zone_chosen = false');
      expectProblem(await send(NEXT_MONTH), 409, 'time_zone_unknown');
      const file = 'starts_at,client,resource\n2026-12-01T08:00,Eva,Anna';
      await imported(file, { time_zone: 'America/New_York' });
      expect((await stored())[0]?.starts_at).toBe('2026-12-01T13:00:00.000Z');
    });

    it('is refused where it is no such table', async () => {
      for (const file of ['', 'client\nEva', 'starts_at,client,colour\n', 'starts_at,client,client\n'])
        expectProblem(await send(file), 400, 'invalid_csv');
      expectProblem(await send('{}', {}, 'application/json'), 415, 'unsupported_media_type');
      const viewer = await signIn(t, { role: 'viewer' });
      expectProblem(await send(NEXT_MONTH, {}, 'text/csv', viewer), 403, 'forbidden');
      expect(await count('appointments')).toBe(0);
    });
  });

  describe('of a calendar', () => {
    const FILE = calendar(
      event(
        'UID:one@x',
        'DTSTART:20261201T070000Z',
        'DTEND:20261201T074500Z',
        'SUMMARY:Massage: Walter Fischer',
      ),
      event(
        ...['UID:two@x', 'DTSTART;TZID=Europe/Vienna:20261202T090000', 'DURATION:PT30M', 'SUMMARY:Check'],
        ...[
          'ORGANIZER:mailto:anna@example.at',
          'ATTENDEE;CN=Eva Groß:mailto:eva@example.at',
          'DESCRIPTION:Knee\\, left',
        ],
      ),
      event('UID:day@x', 'DTSTART;VALUE=DATE:20261208', 'SUMMARY:Holiday'),
      event(
        'UID:gone@x',
        'STATUS:CANCELLED',
        'DTSTART:20261203T070000Z',
        'DTEND:20261203T074500Z',
        'SUMMARY:Nobody',
      ),
      event(
        ...['UID:week@x', 'DTSTART;TZID=Europe/Vienna:20261130T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'],
        'SUMMARY:Jo',
      ),
      event(
        ...['UID:week@x', 'RECURRENCE-ID;TZID=Europe/Vienna:20261207T100000', 'DURATION:PT1H', 'SUMMARY:Jo'],
        'DTSTART;TZID=Europe/Vienna:20261207T150000',
      ),
    );
    const ofAnna = async () => {
      const answer = await t.http.get('/api/resources').set(operator.bearer).expect(200);
      return {
        resource_id: (answer.body as { id: string; name: string }[]).find(({ name }) => name === 'Anna')?.id,
      };
    };

    it('books its events with their repetitions within the horizon, once', async () => {
      const done = await imported(FILE, await ofAnna(), 'text/calendar; charset=utf-8');
      expect(done).toMatchObject({
        created: 5,
        failed: [],
        not_made: [{ reason: 'all_day', name: 'Holiday' }],
      });
      const rows = (await stored()).map(({ starts_at, client, service, notes }) =>
        [starts_at, client?.name, service, notes].join(' | '),
      );
      expect(rows.sort()).toEqual([
        '2026-11-30T09:00:00.000Z | Jo |  | ',
        '2026-12-01T07:00:00.000Z | Walter Fischer | Massage | ',
        '2026-12-02T08:00:00.000Z | Eva Groß |  | Knee, left',
        '2026-12-07T14:00:00.000Z | Jo |  | ',
        '2026-12-14T09:00:00.000Z | Jo |  | ',
      ]);
      const again = await imported(FILE, await ofAnna(), 'text/calendar');
      expect(again).toMatchObject({ created: 0, skipped: 5 });
    });

    it('leaves out what is over by a day that is sent, and needs to know whose it is', async () => {
      const done = await imported(FILE, { ...(await ofAnna()), from: '2026-12-02' }, 'text/calendar');
      expect(done.created).toBe(3);
      const nobodys = await imported(FILE, { dry_run: 'true', from: '2026-12-09' }, 'text/calendar');
      expect(nobodys.not_made).toMatchObject([{ reason: 'no_resource', name: 'Jo' }]);
    });

    it('is refused where it is none', async () => {
      for (const file of ['<html>', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'])
        expectProblem(await send(file, {}, 'text/calendar'), 400, 'invalid_calendar');
    });
  });

  it('is one event for other programs, and tells no client', async () => {
    await t.panel.query(
      `insert into hook_events values ('appointment.created'), ('client.created'), ('appointments.imported')
       on conflict do nothing`,
    );
    const { import_id } = await imported(NEXT_MONTH);
    const { rows } = await t.panel.query('select type, object from hook_outbox order by id');
    expect(rows).toEqual([{ type: 'appointments.imported', object: { import_id, created: 3 } }]);
    await t.panel.query('delete from hook_events');
    expect(await count('told_appointments where waived is null')).toBe(0);
    expect(await count('imported_appointments where reminds')).toBe(0);
    await t.panel.query('delete from appointments');
    await imported(NEXT_MONTH, { notify: 'reminders' });
    expect(await count('imported_appointments where reminds')).toBe(3);
  });

  it('list what they made, with the clients who were not there before', async () => {
    await t.http.post('/api/clients').set(operator.bearer).send({ name: 'Eva Groß' }).expect(201);
    t.clock.set('2026-11-20T09:31:00.000Z');
    const { import_id } = await imported(NEXT_MONTH);
    const rows = async () =>
      (await t.http.get(`/api/appointments/imports/${import_id}/rows`).set(operator.bearer).expect(200))
        .body as ImportedAppointmentsDto;
    const made = await rows();
    expect(made.appointments.map(({ name, starts_at }) => `${starts_at.slice(0, 10)} ${name}`)).toEqual([
      '2026-11-10 Peter Groß',
      '2026-12-01 Walter Fischer',
      '2026-12-01 Eva Groß',
    ]);
    expect([made.appointments_total, made.clients_total, made.clients.map(({ name }) => name)]).toEqual([
      ...[3, 2],
      ['Peter Groß', 'Walter Fischer'],
    ]);
    const { body } = await undo(import_id).expect(200);
    expect((body as AppointmentImportUndoneDto).clients).toEqual(made.clients);
    expect(await rows()).toMatchObject({ appointments: [{ name: 'Peter Groß' }], appointments_total: 1 });
    const unknown = `/api/appointments/imports/${made.clients[0]?.id}/rows`;
    expectProblem(await t.http.get(unknown).set(operator.bearer), 404, 'not_found');
  });

  describe('taken back', () => {
    it('lets what nobody changed and has not begun go, once', async () => {
      const { import_id } = await imported(NEXT_MONTH);
      const eva = (await stored()).find(({ client }) => client?.name === 'Eva Groß');
      await t.http
        .patch(`/api/appointments/${eva?.id}`)
        .set(operator.bearer)
        .send({ notes: 'n' })
        .expect(200);
      expectProblem(await undo(import_id, await signIn(t, { role: 'operator' })), 403, 'forbidden');
      const { body } = await undo(import_id).expect(200);
      const done = body as AppointmentImportUndoneDto;
      expect(done).toMatchObject({ already_undone: false, deleted: 1 });
      expect(done.left.map(({ name, why }) => [name, why]).sort()).toEqual([
        ['Eva Groß', 'changed'],
        ['Peter Groß', 'begun'],
      ]);
      const admin = await signIn(t, { role: 'admin' });
      expect((await undo(import_id, admin).expect(200)).body).toMatchObject({ already_undone: true });
      const list = await t.http.get('/api/appointments/imports').set(operator.bearer).expect(200);
      expect((list.body as PageDto<ImportOfAppointmentsDto>).items).toMatchObject([
        { id: import_id, created: 3, skipped: 0, failed: 5, undone_by: expect.any(String) },
      ]);
      expect(await imported(NEXT_MONTH)).toMatchObject({ created: 1, skipped: 2 });
    });

    it('for 30 days', async () => {
      const { import_id } = await imported(NEXT_MONTH);
      t.clock.set('2026-12-25T09:30:00.000Z');
      const late = await signIn(t, { role: 'admin' });
      expectProblem(await undo(import_id, late), 409, 'too_late');
    });
  });
});
