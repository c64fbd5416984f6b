import type { BookableServiceDto, CreatedApiKeyDto } from '@groupless/shared-dto';
import { signIn } from '../../harness/data/panel-users';
import { setAgent } from '../../harness/data/appointments';
import { AS_AGENT } from '../../harness/data/appointments';
import { callAsModel } from '../../harness/http/tool-calls';
import { rawRequest } from '../../harness/http/mcp-client';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';
const ADA = { name: 'Ada', phone: '+43 664 1234567' };
const ADA_ID = '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11';
const MOST = 6_000;

type Said = Record<string, unknown>;

const NO_SCHEDULE = { working_hours: null, exceptions: [], colour: null };

describe('what a model is told of times', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients', 'conversations', 'rate_limits');
    await setAgent(t, {
      ...{ time_zone: 'Europe/Vienna', phone_region: 'AT', agent_hours: 'working', auto_confirm: true },
      ...{ slot_minutes: 30, buffer_minutes: 0, resources: ['Anna', 'Ben'], schedules: [], closures: [] },
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
      services: [
        { name: 'Haircut', duration_minutes: 45 },
        { name: 'Colour', duration_minutes: 120 },
      ],
    });
  });

  /** Over MCP: what the model reads, and what a program gets. */
  async function ask(name: string, args: object, chat = 'test:ada', key: object = AS_AGENT) {
    const { headers, body } = rawRequest('2025-11-25', 'tools/call', { name, arguments: args });
    const answer = await t.http
      .post('/mcp')
      .set({ ...headers, ...key, 'x-chat-id': chat })
      .send(body);
    const { content, structuredContent, isError } = answer.body.result as {
      content: { text: string }[];
      structuredContent?: Said;
      isError: boolean;
    };
    const [{ text } = { text: '' }] = content;
    const at = text.indexOf('\n{');
    const told = JSON.parse(text.slice(at + 1)) as Said;
    return { text, say: text.slice(0, at), told, structured: structuredContent ?? {}, isError };
  }

  async function makeKnownTaken(starts_at: string, resource: string) {
    const made = await ask(
      'book_appointment',
      { starts_at, resource, service: 'Haircut', client: { name: 'Eve' } },
      'test:eve',
    );
    expect(made.isError).toBe(false);
  }

  describe('where nothing is free', () => {
    const STAFF_DAY = { from: '2027-03-23', to: '2027-03-23', reason: 'Staff day', public: true };
    const NOTHING: [string, object, string][] = [
      ['a closed day', { date: '2027-03-23' }, 'Closed on Tuesday, 23 March 2027: Staff day.'],
      ['a Saturday', { date: '2027-03-06' }, 'Closed on Saturday, 6 March 2027: No opening hours.'],
      [
        'a weekend',
        { date: '2027-03-06', days: 2 },
        'Closed from Saturday, 6 March 2027 to Sunday, 7 March 2027: No opening hours.',
      ],
      [
        'another weekday than the day has',
        { date: '2027-03-02', weekdays: [7] },
        'Nothing free on Tuesday, 2 March 2027 fits the wish (on Sunday).',
      ],
      [
        'an hour after work',
        { date: '2027-03-02', from_time: '18:30' },
        'Nothing free on Tuesday, 2 March 2027 fits the wish (from 18:30).',
      ],
      [
        'hours before work, over several days',
        { date: '2027-03-02', days: 5, to_time: '08:00' },
        'Nothing free from Tuesday, 2 March 2027 to Saturday, 6 March 2027 fits the wish (until 08:00).',
      ],
      [
        'all of it, and a person',
        {
          ...{ date: '2027-03-02', days: 3, from_time: '06:00', to_time: '08:00', weekdays: [2, 4] },
          resources: ['Anna', 'Ben'],
        },
        'Nothing free from Tuesday, 2 March 2027 to Thursday, 4 March 2027 fits the wish ' +
          '(on Tuesday or Thursday, from 06:00, until 08:00, with Anna or Ben).',
      ],
      [
        'a filter on a closed day',
        { date: '2027-03-23', from_time: '16:00' },
        'Closed on Tuesday, 23 March 2027: Staff day.',
      ],
    ];
    it.each(NOTHING)('says of which days, and why: %s', async (_, args, sentence) => {
      await setAgent(t, { closures: [STAFF_DAY] });
      const { say, told } = await ask('free_times', args);
      expect([say, told['slots']]).toEqual([sentence, []]);
    });

    it('is full, on that day alone', async () => {
      await setAgent(t, {
        working_hours: [{ day: 2, opens: '09:00', closes: '09:45' }],
        resources: ['Anna'],
      });
      await makeKnownTaken('2027-03-02T09:00', 'Anna');
      const { say } = await ask('free_times', { date: '2027-03-02' });
      expect(say).toBe('Nothing is free on Tuesday, 2 March 2027.');
    });
  });

  describe('where one person is not free', () => {
    const MONDAY = { date: '2027-04-19', service: 'Haircut' };
    const OTHERS = ' Others may be free: ask again with resource any.';
    const away = [
      { day: 2, opens: '09:00', closes: '18:00', resource: 'Anna' },
      { day: 3, opens: '09:00', closes: '18:00', resource: 'Anna' },
    ];
    const closureOf = (reason: string, isPublic = false) => ({
      ...{ from: '2027-04-19', to: '2027-04-19', reason, public: isPublic, resource: 'Anna' },
    });
    const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' }));

    it.each([
      ['other hours', { working_hours: [...weekdays, ...away] }, ''],
      ['a closure', { closures: [closureOf('Dentist')] }, ''],
      ['a closure with a public reason', { closures: [closureOf('Course', true)] }, ': Course'],
    ])('the business is not said to be closed: %s', async (_, settings, reason) => {
      await setAgent(t, settings);
      for (const wish of [
        { resource: 'Anna' },
        { resources: ['Anna'] },
        { resource: 'any', resources: ['Anna'] },
      ]) {
        const { say, told } = await ask('free_times', { ...MONDAY, ...wish });
        expect([say, told['closed'], told['slots']]).toEqual([
          `Anna is not there on Monday, 19 April 2027${reason}.${OTHERS}`,
          `Anna is not there${reason}`,
          [],
        ]);
      }
      for (const wish of [
        { resource: 'any' },
        { resources: ['any'] },
        { resources: 'any' },
        { resources: ['Anna', 'Ben'] },
      ]) {
        const { told } = await ask('free_times', { ...MONDAY, ...wish });
        expect((told['slots'] as object[])[0]).toEqual({ at: '2027-04-19T09:00', with: ['Ben'] });
      }
    });

    it('the business is said to be closed when it is', async () => {
      await setAgent(t, { closures: [{ from: '2027-04-19', to: '2027-04-19', reason: 'Dentist' }] });
      const { say, told } = await ask('free_times', { ...MONDAY, resource: 'Anna' });
      expect([say, told['closed']]).toEqual(['Closed on Monday, 19 April 2027.', 'closed']);
    });

    it('she alone is full', async () => {
      for (const hour of ['09:00', '09:45']) await makeKnownTaken(`2027-04-20T${hour}`, 'Anna');
      await setAgent(t, {
        working_hours: [...weekdays, { day: 2, opens: '09:00', closes: '10:30', resource: 'Anna' }],
      });
      const asked = { date: '2027-04-20', service: 'Haircut' };
      for (const wish of [{ resource: 'Anna' }, { resources: ['Anna'] }]) {
        const { say, told } = await ask('free_times', { ...asked, ...wish });
        expect([say, told['closed']]).toEqual([
          `Anna has nothing free on Tuesday, 20 April 2027.${OTHERS}`,
          null,
        ]);
      }
    });

    it('and she alone does the service, nobody else is offered', async () => {
      await setAgent(t, {
        working_hours: [...weekdays, ...away],
        schedules: [
          { resource: 'Ben', working_hours: null, services: ['Haircut'], exceptions: [], colour: null },
        ],
      });
      const { say } = await ask('free_times', { ...MONDAY, service: 'Colour' });
      expect(say).toBe('Anna is not there on Monday, 19 April 2027.');
      const refused = await ask('free_times', { ...MONDAY, service: 'Colour', resources: ['Ben'] });
      expect([refused.told['code'], refused.say]).toEqual([
        'not_offered',
        expect.stringMatching(/^Ben does not do Colour\. /),
      ]);
      await setAgent(t, {
        schedules: ['Anna', 'Ben'].map((resource) => ({ ...NO_SCHEDULE, resource, services: ['Haircut'] })),
      });
      const nobody = { starts_at: '2027-04-19T10:00', service: 'Colour', client: ADA };
      expect((await ask('book_appointment', nobody)).say).toMatch(
        /^Nobody does Colour: .*\. On another day neither: offer another service\.$/,
      );
      await setAgent(t, { schedules: [{ ...NO_SCHEDULE, resource: 'Ben', services: ['Haircut'] }] });
      const wish = { starts_at: '2027-04-19T10:00', service: 'Colour', resource: 'Ben', client: ADA };
      const { say: unbooked } = await ask('book_appointment', wish);
      expect(unbooked).toMatch(
        /^Ben does not do Colour: nothing was booked on Monday, 19 April 2027, 10:00–12:00\. /,
      );
      const { booking } = (await ask('book_appointment', { ...wish, service: 'Haircut' })).told;
      const { say: unmoved } = await ask('change_appointment', { booking, service: 'Colour' });
      expect(unmoved).toMatch(
        /^Ben does not do Colour: nothing was moved to Monday, 19 April 2027, 10:00–12:00\. /,
      );
    });

    it('and services may be asked for by their ids', async () => {
      const { bearer } = await signIn(t);
      const services = (await t.http.get('/api/services').set(bearer)).body as BookableServiceDto[];
      const ids = ['Haircut', 'Colour'].map((name) => services.find((one) => one.name === name)?.id);
      const byName = await ask('free_times', { date: '2027-04-20', services: ['Haircut', 'Colour'] });
      const byId = await ask('free_times', { date: '2027-04-20', service_ids: ids });
      expect([byId.isError, byId.text]).toEqual([false, byName.text]);
      const unknown = await ask('free_times', { date: '2027-04-20', service_ids: [ADA_ID] });
      expect(unknown.told).toMatchObject({ code: 'unknown_service', allowed: ['Haircut', 'Colour'] });
      const twice = await ask('free_times', { date: '2027-04-20', service: 'Colour', service_ids: ids });
      expect(twice.told['code']).toBe('invalid_request');
    });
  });

  describe('in words of MCP', () => {
    const wish = { starts_at: '2027-03-02T10:00', service: 'Haircut', resource: 'Anna', client: ADA };

    it('a booking is the sentence and what a model needs; the rest is for programs', async () => {
      const { text, say, told, structured } = await ask('book_appointment', wish);
      expect(say).toBe(structured['say']);
      expect(told).toEqual({
        ...{ booking: structured['booking'], status: 'confirmed', resource: 'Anna', service: 'Haircut' },
        ...{ local_starts_at: '2027-03-02T10:00', local_ends_at: '2027-03-02T10:45', client_has_also: [] },
      });
      expect(text.length).toBeLessThan(400);
      expect(structured).toMatchObject({ id: expect.any(String), starts_at: '2027-03-02T09:00:00.000Z' });
    });

    it('a repeat and other bookings are told, in local time alone', async () => {
      await ask('book_appointment', wish);
      const again = await ask('book_appointment', wish);
      expect(again.told).toMatchObject({ already_booked: true, note: expect.any(String) });
      const next = await ask('book_appointment', { ...wish, starts_at: '2027-03-03T10:00' });
      expect(next.told['client_has_also']).toEqual([{ local_starts_at: '2027-03-02T10:00' }]);
      const listed = await ask('list_bookings', ADA);
      expect(listed.text).not.toMatch(/"starts_at"|\.000Z/);
      expect(listed.structured).toMatchObject({ bookings: expect.any(Array) });
    });

    it('a change and a cancellation are told so too', async () => {
      const { booking } = (await ask('book_appointment', wish)).told;
      const moved = await ask('change_appointment', { booking, starts_at: '2027-03-02T12:00' });
      const cancelled = await ask('cancel_appointment', { booking });
      for (const { text } of [moved, cancelled]) expect(text).not.toMatch(/"id"|client_id|\.000Z/);
    });

    it('a refusal has alternatives in local time', async () => {
      await makeKnownTaken('2027-03-02T10:00', 'Anna');
      const { text, told, isError } = await ask('book_appointment', wish);
      expect(isError).toBe(true);
      expect(text).not.toContain('.000Z');
      expect((told['alternatives'] as object[])[0]).toEqual({
        ...{ local_starts_at: expect.any(String), local_ends_at: expect.any(String), resource: 'Anna' },
      });
    });
  });

  it('the team’s tools tell appointments in local time, and short', async () => {
    const admin = await signIn(t);
    const { body } = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: 'Desk', scopes: ['panel:write'] })
      .expect(201);
    const asTeam = { 'x-api-key': (body as CreatedApiKeyDto).key };
    const client = { name: 'Ada', phone: '+43 664 1234567' };
    let id: unknown;
    for (const hour of ['09', '10', '11', '12', '13', '14']) {
      const wish = { starts_at: `2027-03-02T${hour}:00`, service: 'Haircut', resource: 'Anna', client };
      const made = await ask('book_appointment', wish, 'test:team', asTeam);
      expect(made.told).toEqual({
        ...{ id: made.structured['id'], status: 'confirmed', resource: 'Anna', room: null },
        ...{ local_starts_at: `2027-03-02T${hour}:00`, local_ends_at: `2027-03-02T${hour}:45` },
        ...{ service: 'Haircut', title: 'Haircut', notes: '', team_notes: '' },
        ...{ client: { id: expect.any(String), name: 'Ada' }, attendee_name: null },
      });
      id = made.told['id'];
    }
    const listed = await ask('list_appointments', {}, 'test:team', asTeam);
    expect(listed.told).toMatchObject({ total: 6, items: { length: 6 } });
    expect(listed.structured).toMatchObject({
      items: [{ starts_at: '2027-03-02T08:00:00.000Z' }, {}, {}, {}, {}, {}],
    });
    const changed = await ask('change_appointment', { id, notes: 'By phone' }, 'test:team', asTeam);
    expect(changed.told).toMatchObject({ notes: 'By phone', local_starts_at: '2027-03-02T14:00' });
    for (const { text } of [listed, changed]) expect(text).not.toContain('.000Z');
    expect(listed.text.length).toBeLessThan(2_400);
  });

  it('lists for a move what its services leave free, with the time after them', async () => {
    await setAgent(t, { services: [{ name: 'Haircut', duration_minutes: 45, buffer_minutes: 30 }] });
    const wish = { resource: 'Anna', service: 'Haircut', client: ADA };
    const { booking } = (await ask('book_appointment', { ...wish, starts_at: '2027-03-02T10:00' })).told;
    await ask('book_appointment', { ...wish, starts_at: '2027-03-02T14:00' });
    const asked = { date: '2027-03-02', resource: 'Anna', booking };
    const named = (await ask('free_times', { ...asked, service: 'Haircut' })).told['slots'];
    expect((await ask('free_times', asked)).told['slots']).toEqual(named);
    expect(JSON.stringify(named)).not.toContain('13:00');
  });

  it('lists times for the length of the service, or for that which a move keeps, which alone can be booked', async () => {
    const times = async (args: object) =>
      (await ask('free_times', { date: '2027-03-02', resource: 'Anna', ...args })).told['slots'];
    const asService = await times({ service: 'Haircut' });
    expect(await times({ service: 'Haircut', duration_minutes: 10 })).toEqual(asService);
    const wish = { starts_at: '2027-03-02T10:00', resource: 'Anna', client: ADA };
    const { booking } = (await ask('book_appointment', { ...wish, service: 'Haircut' })).told;
    for (const service of [undefined, 'Haircut'])
      expect(await times({ booking, service, duration_minutes: 10 })).toEqual(asService);
    expect(await times({ booking, service: 'Colour', duration_minutes: 10 })).toEqual(
      await times({ booking, service: 'Colour' }),
    );
    await setAgent(t, { agents_on_grid: true });
    const overHttp = async (query: object) =>
      (
        await t.http
          .get('/api/appointments/availability')
          .set(AS_AGENT)
          .query({ date: '2027-03-02', resource: 'Ben', ...query })
      ).body.slots as object[];
    const listed = await overHttp({ service: 'Haircut', duration_minutes: 10 });
    expect(listed).toEqual(await overHttp({ service: 'Haircut' }));
    await setAgent(t, { agents_on_grid: false });
    expect((await overHttp({ service: 'Haircut', duration_minutes: 10 })).length).toBeGreaterThan(
      listed.length,
    );
  });

  describe('in a refusal', () => {
    const wish = { starts_at: '2027-03-02T10:00', service: 'Haircut', resource: 'Anna', client: ADA };

    it('of another length, offers times for that of the service, which can be booked', async () => {
      await makeKnownTaken('2027-03-02T12:30', 'Anna');
      const quick = { ...wish, starts_at: '2027-03-02T12:00', duration_minutes: 10 };
      const { told, say } = await ask('book_appointment', quick);
      expect([told['code'], say]).toEqual(['not_on_grid', expect.stringContaining('takes 45 minutes')]);
      for (const { local_starts_at, local_ends_at } of told['alternatives'] as Record<string, string>[]) {
        expect(Date.parse(`${local_ends_at}Z`) - Date.parse(`${local_starts_at}Z`)).toBe(45 * 60_000);
        const { booking } = (await ask('book_appointment', { ...wish, starts_at: local_starts_at })).told;
        expect(booking).toEqual(expect.any(String));
        await ask('cancel_appointment', { booking });
      }
    });

    it('of another length beside another fault, offers times for that of the service, too', async () => {
      await setAgent(t, {
        working_hours: [1, 2, 3].map((day) => ({ day, opens: '09:00', closes: '13:00' })),
      });
      const closed = { starts_at: '2027-03-07T12:00', service: 'Colour', duration_minutes: 45 };
      const refused = await ask('book_appointment', { ...wish, ...closed });
      const { booking } = (await ask('book_appointment', wish)).told;
      const unmoved = await ask('change_appointment', { booking, ...closed });
      for (const { told } of [refused, unmoved]) {
        const { code, alternatives } = told as { code: string; alternatives: Record<string, string>[] };
        expect([code, alternatives.length]).toEqual(['outside_hours', 5]);
        for (const { local_starts_at, local_ends_at } of alternatives)
          expect(Date.parse(`${local_ends_at}Z`) - Date.parse(`${local_starts_at}Z`)).toBe(120 * 60_000);
      }
      for (const { local_starts_at } of unmoved.told['alternatives'] as Record<string, string>[]) {
        const moved = await ask('change_appointment', {
          booking,
          starts_at: local_starts_at,
          service: 'Colour',
        });
        expect([moved.isError, moved.told['local_starts_at']]).toEqual([false, local_starts_at]);
      }
    });

    it('names service and person, and says to book it', async () => {
      await makeKnownTaken('2027-03-02T10:00', 'Anna');
      const { say } = await ask('book_appointment', wish);
      expect(say).toBe(
        'Anna is not free for Haircut on Tuesday, 2 March 2027, 10:00–10:45. Ben is free then. Offer one of the ' +
          'alternatives, and book it with its time and its resource.',
      );
      const closed = await ask('book_appointment', { ...wish, starts_at: '2027-03-02T03:00' });
      expect(closed.say).toMatch(/and book it with/);
    });

    it('over HTTP says to book it, too', async () => {
      await makeKnownTaken('2027-03-02T10:00', 'Anna');
      for (const starts_at of ['2027-03-02T10:00', '2027-03-02T03:00']) {
        const { body } = await t.http
          .post('/api/appointments')
          .set(AS_AGENT)
          .send({ ...wish, starts_at });
        expect(body).toMatchObject({ status: 409, detail: expect.stringContaining('and book it with') });
      }
    });

    it('is not what a phone that cannot be read is: over HTTP it is a warning, too', async () => {
      const { body } = await t.http
        .post('/api/appointments')
        .set(AS_AGENT)
        .send({ ...wish, client: { name: 'Ada', phone: '110' } })
        .expect(201);
      expect(body).toMatchObject({ warnings: [expect.stringContaining('The phone "110" cannot be read')] });
    });

    it('of a move says to move it', async () => {
      await makeKnownTaken('2027-03-02T12:00', 'Anna');
      const { booking } = (await ask('book_appointment', wish)).told;
      const { say } = await ask('change_appointment', { booking, starts_at: '2027-03-02T12:00' });
      expect(say).toMatch(/^Anna is not free for Haircut.*and move it to/);
    });

    it('names nobody whom that time cannot be booked with', async () => {
      await makeKnownTaken('2027-03-02T10:00', 'Anna');
      const odd = { ...wish, starts_at: '2027-03-02T10:07' };
      expect((await ask('book_appointment', odd)).say).not.toContain('Ben is free');
      const withBen = await ask('book_appointment', { ...odd, resource: 'Ben' });
      expect([withBen.told['code'], withBen.say]).toEqual([
        'not_on_grid',
        expect.stringMatching(/^Haircut with Ben cannot begin on Tuesday, 2 March 2027, 10:07–10:52\./),
      ]);
    });

    it('does not stand against what free_times lists for a person', async () => {
      await makeKnownTaken('2027-03-02T10:00', 'Anna');
      const { told } = await ask('free_times', { date: '2027-03-02', service: 'Haircut' });
      const odd = (told['slots'] as { at: string; with: string[] }[]).find(
        ({ at, with: names }) => /T1\d:[14]5/.test(at) && names.includes('Ben'),
      );
      expect(odd?.at).toBe('2027-03-02T10:45');
      const made = await ask('book_appointment', { ...wish, starts_at: odd?.at, resource: 'Ben' });
      expect([made.isError, made.told['resource']]).toEqual([false, 'Ben']);
    });
  });

  describe('in 6,000 characters', () => {
    const description = 'x'.repeat(180);
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);

    it.each([
      ['many services and resources', 40, 14],
      ['as many as there can be', 80, 50],
    ])('the times come first, and the rest is counted: %s', async (_, services, resources) => {
      const names = many(resources, 'Person');
      await setAgent(t, {
        resources: names,
        services: many(services, 'Service').map((name) => ({ name, duration_minutes: 30, description })),
      });
      const { text, told, structured } = await ask('free_times', { date: '2027-03-01', days: 31 });
      expect(text.length).toBeLessThanOrEqual(MOST);
      expect(JSON.stringify(structured).length).toBeLessThanOrEqual(MOST);
      const { slots, more, services: offered, more_services } = told as Record<string, never[] & number>;
      expect(slots!.length).toBeGreaterThanOrEqual(resources === 50 ? 3 : 12);
      expect([more, more_services]).toEqual([expect.any(Number), services - offered!.length]);
      expect(told['more_resources'] ?? 0).toBe(resources - (told['resources'] as []).length);
      const { text: asPlatform } = await callAsModel(t, 'openai', 'free_times', {
        date: '2027-03-01',
        days: 31,
      });
      expect(asPlatform.length).toBeLessThanOrEqual(MOST);
    });

    it('what is asked for comes first, and is never left out', async () => {
      const names = many(12, 'Person');
      const week = [1, 2, 3, 4];
      const own = week.flatMap((day) =>
        names.map((resource, at) => ({ day, opens: '09:00', closes: `1${(at % 5) + 2}:00`, resource })),
      );
      await setAgent(t, {
        resources: names,
        working_hours: [...week.map((day) => ({ day, opens: '09:00', closes: '18:00' })), ...own],
        services: [...many(41, 'Service'), 'Cut'].map((name) => ({
          ...{ name, duration_minutes: 30, description, price: '45 €' },
        })),
      });
      for (const days of [1, 31]) {
        const wish = { date: '2027-03-02', days, service: 'cut', resource: 'Person 12' };
        const { text, told } = await ask('free_times', wish);
        expect(text.length).toBeLessThanOrEqual(MOST);
        const { services, resources, hours } = told as {
          services: object[];
          resources: string[];
          hours: string[];
        };
        expect(services[0]).toMatchObject({
          name: 'Cut',
          price: '45 €',
          resources: expect.arrayContaining(names),
        });
        expect(resources[0]).toBe('Person 12');
        expect(hours.slice(0, 5)).toEqual([
          ...['Mon 09:00-18:00', 'Tue 09:00-18:00', 'Wed 09:00-18:00', 'Thu 09:00-18:00'],
          'Mon 09:00-13:00 Person 12',
        ]);
        expect(told['more_hours']).toBe(52 - hours.length);
      }
    });

    it('nothing is counted where all has room', async () => {
      const { told } = await ask('free_times', { date: '2027-03-02', service: 'Haircut' });
      for (const field of ['more', 'more_services', 'more_resources', 'more_hours'])
        expect(told).not.toHaveProperty(field);
    });
  });

  describe('of a change', () => {
    const wish = { starts_at: '2027-03-02T10:00', service: 'Haircut', resource: 'Anna', client: ADA };

    it('to the same time is not told as a move of before', async () => {
      const { booking } = (await ask('book_appointment', wish)).told;
      const { say, told } = await ask('change_appointment', { booking, starts_at: wish.starts_at });
      expect(say).toMatch(/^It was so before, and nothing was changed now: Tuesday, 2 March 2027, 10:00/);
      expect(told).toMatchObject({ unchanged: true });
    });

    it('without a wish is told all that can be changed', async () => {
      const { booking } = (await ask('book_appointment', wish)).told;
      const { say } = await ask('change_appointment', { booking });
      expect(say).toMatch(/^Nothing was changed: send the new starts_at, resource or service\./);
    });

    it('offers what it takes', async () => {
      const { body } = await t.http.get('/api/agent/tools.json?format=openai').set(AS_AGENT).expect(200);
      const tools = body as {
        function: { name: string; parameters: { properties: Record<string, { enum?: string[] }> } };
      }[];
      const enumOf = (name: string) =>
        tools.find((tool) => tool.function.name === name)?.function.parameters.properties['resource']?.enum;
      expect(enumOf('change_appointment')).not.toContain('any');
      expect(enumOf('book_appointment')).toContain('any');
    });
  });
});
