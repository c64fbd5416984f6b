import type { FreeSlotDto } from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';

describe('the times at which the chat agent books', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    operator = await signIn(t, { role: 'operator' });
    await emptyTables(t.panel, 'clients');
    await setAgent(t, {
      time_zone: 'Europe/Vienna',
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '12:00' })),
      ...{ slot_minutes: 30, enabled: true, auto_confirm: true, agent_hours: 'working' },
      ...{ closures: [], notice_minutes: 0, buffer_minutes: 0 },
      services: [{ name: 'Consultation', duration_minutes: 60 }],
    });
  });

  const book = (starts_at: string, more: object = {}, query: object = {}) =>
    t.http.post(APPOINTMENTS).query(query).set(AS_AGENT).send(bookingAt(starts_at, more));
  const free = async (query: object): Promise<string[]> => {
    const { status, body, text } = await t.http
      .get(`${APPOINTMENTS}/availability`)
      .query(query)
      .set(AS_AGENT);
    if (status !== 200) throw new Error(text);
    return (body.slots as FreeSlotDto[]).map((slot) => slot.local_starts_at.slice(5));
  };

  it('are told in UTC and as the clocks of the business show them', async () => {
    const { body } = await book('2027-03-02T10:00');
    expect(body).toMatchObject({
      ...{ starts_at: '2027-03-02T09:00:00.000Z', local_starts_at: '2027-03-02T10:00' },
      ...{ ends_at: '2027-03-02T09:30:00.000Z', local_ends_at: '2027-03-02T10:30' },
    });
    const seen = await t.http.get(`${APPOINTMENTS}/${body.id}`).set(operator.bearer);
    expect(seen.body).not.toHaveProperty('local_starts_at');
    const { alternatives } = expectProblem(await book('2027-03-02T10:00'), 409, 'slot_taken');
    expect(alternatives?.[0]).toEqual({
      ...{ starts_at: '2027-03-02T08:00:00.000Z', local_starts_at: '2027-03-02T09:00' },
      ...{ ends_at: '2027-03-02T08:30:00.000Z', local_ends_at: '2027-03-02T09:30' },
      resource: 'main',
    });
    const { alternatives: ofPanel } = expectProblem(
      await t.http.post(APPOINTMENTS).set(operator.bearer).send(bookingAt('2027-03-02T10:00:00+01:00')),
      409,
      'slot_taken',
    );
    expect(ofPanel).toEqual(alternatives);
  });

  it.each([
    ['a year ago', '2026-03-02T10:00'],
    ['a moment ago', '2027-03-01T09:59:59'],
    ['right now', NOW],
  ])('are refused where they began %s', async (_, starts_at) => {
    const { detail, errors } = expectProblem(await book(starts_at), 400, 'in_the_past');
    expect(errors).toEqual([{ field: 'starts_at', code: 'out_of_range', message: detail }]);
    expect(detail).toContain('now it is 2027-03-01T10:00 there');
    const ofPanel = await t.http
      .post(APPOINTMENTS)
      .set(operator.bearer)
      .send(bookingAt(NOW.replace('2027', '2026')));
    expect(ofPanel.status).toBe(201);
  });

  it.each([
    ['at night', '2027-03-02T03:00'],
    ['on a Sunday', '2027-03-07T10:00'],
    ['across closing time', '2027-03-02T11:45'],
    ['before opening, which is UTC taken for local', '2027-03-02T08:00'],
  ])('are refused %s, with others near them', async (_, starts_at) => {
    const { alternatives, detail } = expectProblem(await book(starts_at), 409, 'outside_hours');
    expect(alternatives).toHaveLength(5);
    expect(detail).toContain('Offer one of the alternatives');
    expectProblem(await book(starts_at, {}, { dry_run: 'true' }), 409, 'outside_hours');
    expect((await book(alternatives![0]!.local_starts_at)).status).toBe(201);
  });

  it('are any where the settings say so, but not past ones', async () => {
    await setAgent(t, { agent_hours: 'any' });
    expect((await book('2027-03-07T03:00')).status).toBe(201);
    expectProblem(await book('2026-03-07T03:00'), 400, 'in_the_past');
  });

  it('are checked after the fields, the external_id and the switch of the agent', async () => {
    await book('2027-03-02T10:00', { external_id: 'call-1' });
    t.clock.set('2027-03-03T09:00:00Z');
    expect((await book('2027-03-02T10:00', { external_id: 'call-1' })).status).toBe(200);
    const wrong = await book('2026-03-02T10:00', { duration_minutes: 0 });
    expect(refusedFields(wrong)).toEqual([['duration_minutes', 'out_of_range']]);
    await setAgent(t, { enabled: false });
    expectProblem(await book('2026-03-02T10:00'), 409, 'agent_disabled');
  });

  describe('with closures', () => {
    it('are none of the closed days, nor of a closed resource', async () => {
      await setAgent(t, {
        resources: ['main', 'room'],
        closures: [
          { from: '2027-03-02', to: '2027-03-03', reason: 'Holiday' },
          { from: '2027-03-04T10:00', to: '2027-03-04T11:00', reason: 'Meeting' },
          { from: '2027-03-05', to: '2027-03-05', reason: 'Repair', resource: 'room' },
        ],
      });
      const freeDays = await free({ date: '2027-03-02', days: 4 });
      expect(freeDays).toEqual([
        ...['03-04T09:00', '03-04T09:30', '03-04T11:00', '03-04T11:30'],
        ...['03-05T09:00', '03-05T09:30', '03-05T10:00', '03-05T10:30', '03-05T11:00', '03-05T11:30'],
      ]);
      expect(await free({ date: '2027-03-05', resource: 'room' })).toEqual([]);
      expectProblem(await book('2027-03-02T10:00'), 409, 'outside_hours');
      expectProblem(await book('2027-03-04T09:45'), 409, 'outside_hours');
      expectProblem(await book('2027-03-05T10:00', { resource: 'room' }), 409, 'outside_hours');
      expect((await book('2027-03-05T10:00')).status).toBe(201);
      await setAgent(t, { closures: [], resources: ['main'] });
    });
  });

  describe('with notice', () => {
    it('begin that much later, and never before now', async () => {
      expect(await free({ date: '2027-03-01' })).toEqual(['03-01T10:30', '03-01T11:00', '03-01T11:30']);
      await setAgent(t, { notice_minutes: 90 });
      expect(await free({ date: '2027-03-01' })).toEqual(['03-01T11:30']);
      const { alternatives, detail } = expectProblem(await book('2027-03-01T11:00'), 409, 'outside_hours');
      expect(detail).toContain('90 minutes of notice');
      expect(alternatives?.[0]?.local_starts_at).toBe('2027-03-01T11:30');
      expect((await book('2027-03-01T11:30')).status).toBe(201);
    });

    it('say how long that is as people do', async () => {
      await setAgent(t, { notice_minutes: 2_880 });
      const { detail } = expectProblem(await book('2027-03-01T11:00'), 409, 'outside_hours');
      expect(detail).toContain('needs 2 days of notice');
    });
  });

  describe('with a buffer', () => {
    beforeEach(async () => {
      await setAgent(t, { buffer_minutes: 15 });
      await booked(t, operator, bookingAt('2027-03-02T10:00:00+01:00', { duration_minutes: 30 }));
    });

    it('keep away from what is booked, for agents alone', async () => {
      expect(await free({ date: '2027-03-02' })).toEqual(
        ['09:00', '09:15', '10:45', '11:00', '11:30'].map((time) => `03-02T${time}`),
      );
      const { alternatives } = expectProblem(await book('2027-03-02T10:30'), 409, 'slot_taken');
      expect(alternatives?.map((one) => one.local_starts_at)).not.toContain('2027-03-02T09:30');
      await booked(t, operator, bookingAt('2027-03-02T10:30:00+01:00'));
      expect((await book('2027-03-02T09:15')).status).toBe(201);
    });

    it('keep away from each other when they are booked at once', async () => {
      const answers = await Promise.all(
        [0, 5, 10, 15, 20].map((minute) => book(`2027-03-03T10:${String(minute).padStart(2, '0')}`)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    });
  });

  describe('for a service', () => {
    it('last as long as it does, and have its name', async () => {
      expect(await free({ date: '2027-03-02', service: 'consultation' })).toEqual(
        ['09:00', '09:30', '10:00', '10:30', '11:00'].map((time) => `03-02T${time}`),
      );
      const { body } = await book('2027-03-02T10:00', { service: 'consultation' });
      expect(body).toMatchObject({ title: 'Consultation', local_ends_at: '2027-03-02T11:00' });
      const own = { service: 'Consultation', title: 'Own', duration_minutes: 15 };
      expect((await book('2027-03-03T10:00', own)).body).toMatchObject({
        ...{ title: 'Own', local_ends_at: '2027-03-03T10:15' },
      });
    });

    it('are refused for one that the settings do not name', async () => {
      const answer = await book('2027-03-02T10:00', { service: 'Massage' });
      expect(expectProblem(answer, 400, 'unknown_service').allowed).toEqual(['Consultation']);
      await setAgent(t, { services: [] });
      const query = { date: '2027-03-02', service: 'Massage' };
      const asked = await t.http.get(`${APPOINTMENTS}/availability`).query(query).set(AS_AGENT);
      expect(expectProblem(asked, 400, 'unknown_service').allowed).toEqual([]);
    });
  });

  describe('by contacts that cannot be used', () => {
    it('are booked all the same, with the contacts in the notes', async () => {
      const client = { name: 'Jana', phone: 'seven seven', email: 'jana at example dot com' };
      const { status, body } = await book('2027-03-02T10:00', { client });
      const stored = await t.http.get(`/api/clients/${body.client_id}`).set(operator.bearer);
      expect([status, stored.body]).toEqual([
        201,
        expect.objectContaining({
          ...{ phone: null, email: null },
          notes: 'Phone: seven seven\nEmail: jana at example dot com',
        }),
      ]);
      const long = { name: 'Jana', email: `${'j'.repeat(250)}@example.com` };
      expect((await book('2027-03-02T10:30', { client: long })).status).toBe(201);
    });

    it('are of the known client where the platform spells the number in its own way', async () => {
      await setAgent(t, { phone_region: 'AT' });
      const phone = '+491705550099';
      const { body } = await t.http.post('/api/clients').set(operator.bearer).send({ name: 'Jana', phone });
      const spellings = [
        ...['whatsapp:+491705550099', '491705550099', 'sip:+491705550099@voice.example.com'],
        ...['tel:+49-170-5550099;ext=5', '+49 170 5550099 ext. 5', '491705550099@s.whatsapp.net'],
      ];
      for (const [place, spelled] of spellings.entries()) {
        const starts_at = `2027-03-02T${9 + Math.floor(place / 2)}:${place % 2 === 0 ? '00' : '30'}`.replace(
          'T9',
          'T09',
        );
        const made = await book(starts_at, { client: { name: 'J.', phone: spelled } });
        expect([spelled, made.status, made.body.client_id]).toEqual([spelled, 201, body.id]);
      }
    });

    // The digits are a number of the USA and, behind a +, one of Egypt. WhatsApp sends international numbers only.
    it('are read by the channel of the chat that they come from', async () => {
      await setAgent(t, { phone_region: 'US' });
      const chat_id = 'a chat without a number';
      await t.http.post('/api/conversations/ping').set(AS_AGENT).send({ chat_id, channel: 'whatsapp' });
      const client = { name: 'Omar', phone: '2025550123' };
      const made = await book('2027-03-02T11:00', { client, chat_id });
      expect(made.status).toBe(201);
      const { body } = await t.http.get(`/api/clients/${made.body.client_id}`).set(operator.bearer);
      expect(body.phone).toBe('+2025550123');
    });
  });
});
