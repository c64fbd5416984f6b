import type { AppointmentDto, AvailabilityDto, ScheduleDto } from '@groupless/shared-dto';
import type { FreeTimes } from '@groupless/shared-dto/tool-answers';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday, at eight in London. */
const NOW = '2027-03-01T08:00:00.000Z';
const MONDAY = '2027-03-01';
const THURSDAY = '2027-03-04';
const week = (days: number[], opens: string, closes: string) => days.map((day) => ({ day, opens, closes }));
const schedule = (resource: string, more: Partial<ScheduleDto> = {}): ScheduleDto => ({
  ...{ resource, working_hours: null, services: null, exceptions: [], colour: null },
  ...more,
});
/** A salon: Anna works from Monday to Wednesday; Ben from Thursday to Saturday, and does not colour. */
const ANNA = schedule('Anna', { working_hours: week([1, 2, 3], '09:00', '12:00') });
const BEN = schedule('Ben', { working_hours: week([4, 5, 6], '10:00', '12:00'), services: ['Cut'] });
const SALON = {
  ...{
    time_zone: 'Europe/London',
    enabled: true,
    slot_minutes: 60,
    closures: [],
    agent_hours: 'working' as const,
  },
  ...{ notice_minutes: 0, buffer_minutes: 0, resources: ['Anna', 'Ben'] },
  working_hours: week([1, 2, 3, 4, 5, 6], '09:00', '18:00'),
  services: [
    { name: 'Cut', duration_minutes: 60, price: '£ 30', description: 'With a wash.' },
    { name: 'Colour', duration_minutes: 120 },
  ],
  schedules: [ANNA, BEN],
};

describe('schedules', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    admin = await signIn(t, { role: 'admin' });
    operator = await signIn(t, { role: 'operator' });
    await emptyTables(t.panel, 'clients', 'blocks');
    await setAgent(t, SALON);
  });

  const ask = (query: object, as: Record<string, string> = AS_AGENT) =>
    t.http.get(`${APPOINTMENTS}/availability`).query(query).set(as);
  const free = async (query: object, as?: Record<string, string>) => {
    const { status, body, text } = await ask(query, as);
    if (status !== 200) throw new Error(text);
    const { slots } = body as AvailabilityDto;
    return slots.map((slot) => `${slot.local_starts_at.slice(8)} ${slot.resource}`);
  };
  const book = (booking: object, query: object = {}) =>
    t.http.post(APPOINTMENTS).query(query).set(AS_AGENT).send(booking);
  const put = (changes: object) =>
    t.http
      .put('/api/settings/chat-agent')
      .query({ keep_appointments: true })
      .set(admin.bearer)
      .send({ ...STORED, ...changes });
  const STORED = {
    ...{ name: '', greeting: '', language: 'en', phone_region: 'GB', auto_confirm: false },
    ...SALON,
  };

  it('give each resource hours of its own', async () => {
    expect(await free({ date: MONDAY, resource: 'Anna' })).toEqual([
      '01T09:00 Anna',
      '01T10:00 Anna',
      '01T11:00 Anna',
    ]);
    expect((await ask({ date: MONDAY, resource: 'Ben' })).body).toMatchObject({
      slots: [],
      closed: 'No opening hours',
    });
    expect(await free({ date: THURSDAY, resource: 'Ben' })).toEqual(['04T10:00 Ben', '04T11:00 Ben']);
    const refused = await book(bookingAt(`${MONDAY}T10:00`, { resource: 'Ben' }));
    const { alternatives } = expectProblem(refused, 409, 'outside_hours');
    expect(alternatives?.map(({ local_starts_at, resource }) => [local_starts_at, resource])).toContainEqual([
      `${THURSDAY}T10:00`,
      'Ben',
    ]);
  });

  it('give single days other hours', async () => {
    const exceptions = [
      { from: MONDAY, to: '2027-03-02', opens: '14:00', closes: '15:00' },
      { from: THURSDAY, to: THURSDAY, opens: '23:00', closes: '01:00' },
    ];
    await setAgent(t, { ...SALON, schedules: [{ ...ANNA, exceptions }, BEN] });
    expect(await free({ date: MONDAY, days: 5, resource: 'Anna' })).toEqual(
      ['01T14:00', '02T14:00', '03T09:00', '03T10:00', '03T11:00', '04T23:00', '05T00:00'].map(
        (time) => `${time} Anna`,
      ),
    );
  });

  it('say who does what, to agents; a person may book what nobody does', async () => {
    const colour = bookingAt(`${THURSDAY}T10:00`, { resource: 'Ben', service: 'Colour' });
    const problem = expectProblem(await book(colour), 409, 'not_offered');
    expect(problem.detail).toContain('Ben does not do Colour');
    expect(new Set(problem.alternatives?.map(({ resource }) => resource))).toEqual(new Set(['Anna']));
    expectProblem(await ask({ date: THURSDAY, resource: 'Ben', service: 'Colour' }), 409, 'not_offered');
    expect(await free({ date: THURSDAY, resource: 'Ben', service: 'Colour' }, operator.bearer)).toEqual([
      '04T10:00 Ben',
    ]);
    const byPerson = await booked(t, operator, { ...colour, starts_at: `${THURSDAY}T10:00:00Z` });
    expect(byPerson).toMatchObject({ resource: 'Ben', service: 'Colour' });
  });

  it('are refused where they name nobody, nothing, or one thing twice', async () => {
    const faults = async (schedules: object[], more: object = {}) =>
      refusedFields(await put({ schedules, ...more })).map(([field, code]) => `${field} ${code}`);
    expect(await faults([schedule('Carl')])).toEqual(['schedules.0.resource not_allowed']);
    expect(await faults([ANNA, schedule(' ANNA ')])).toEqual(['schedules.1.resource repeated']);
    expect(await faults([schedule('Anna', { services: ['Shave'] })])).toEqual([
      'schedules.0.services.0 not_allowed',
    ]);
    expect(await faults([schedule('Anna', { services: ['Cut', 'CUT'] })])).toEqual([
      'schedules.0.services.1 repeated',
    ]);
    const overlapping = [...week([1], '09:00', '12:00'), ...week([1], '11:00', '13:00')];
    expect(await faults([schedule('Anna', { working_hours: overlapping })])).toEqual([
      'schedules.0.working_hours.1 not_allowed',
    ]);
    const day = (from: string, to: string, opens: string, closes: string) => ({ from, to, opens, closes });
    const exceptions = [
      day('2027-03-03', '2027-03-02', '09:00', '10:00'),
      day('2027-03-01', '2027-03-05', '09:00', '10:00'),
      day('2027-03-05', '2027-03-06', '09:30', '11:00'),
      day('2027-03-07', '2027-03-07', '22:00', '02:00'),
      day('2027-03-08', '2027-03-08', '01:00', '03:00'),
      day('2027-03-08', '2027-03-08', '03:00', '04:00'),
    ];
    expect(await faults([schedule('Anna', { exceptions })])).toEqual([
      'schedules.0.exceptions.0.to out_of_range',
      'schedules.0.exceptions.2 not_allowed',
      'schedules.0.exceptions.4 not_allowed',
    ]);
    expect(await faults([], { resources: ['Anna', 'any'] })).toEqual(['resources.1 not_allowed']);
    expect(await faults([{ ...ANNA, colour: 'red' }])).toEqual(['schedules.0.colour invalid_format']);
  });

  it('are none after a replacement that has none, and may leave out what is as usual', async () => {
    const short = await put({ schedules: [{ resource: 'ben', services: ['cut'] }] });
    expect(short.body).toMatchObject({ schedules: [schedule('Ben', { services: ['Cut'] })] });
    const { schedules: _left, ...without } = STORED;
    const { body } = await t.http.put('/api/settings/chat-agent').set(admin.bearer).send(without);
    expect(body).toMatchObject({ schedules: [] });
  });

  it('name coming appointments that they no longer allow', async () => {
    const { id } = await booked(t, operator, bookingAt('2027-03-02T10:00:00Z', { resource: 'Anna' }));
    const { body } = await put({ schedules: [{ ...ANNA, working_hours: week([1], '09:00', '12:00') }, BEN] });
    expect((body as { affected: object[] }).affected).toEqual([
      { id, starts_at: '2027-03-02T10:00:00.000Z' },
    ]);
  });

  it('keep the resource free after a service, for what agents book', async () => {
    const services = [
      { name: 'Cut', duration_minutes: 60, buffer_minutes: 30 },
      { name: 'Colour', duration_minutes: 120 },
    ];
    await setAgent(t, { ...SALON, services, slot_minutes: 30 });
    const first = await book(bookingAt(`${MONDAY}T09:00`, { resource: 'Anna', service: 'Cut' }));
    expect(first.status).toBe(201);
    expect(await free({ date: MONDAY, resource: 'Anna', duration_minutes: 60 })).toEqual([
      '01T10:30 Anna',
      '01T11:00 Anna',
    ]);
    const tooSoon = bookingAt(`${MONDAY}T10:00`, { resource: 'Anna', duration_minutes: 30 });
    expectProblem(await book(tooSoon), 409, 'slot_taken');
    // The one that comes before needs its time after it as well.
    await booked(t, operator, bookingAt('2027-03-02T11:00:00Z', { resource: 'Anna', duration_minutes: 60 }));
    expect(await free({ date: '2027-03-02', resource: 'Anna', service: 'Cut' })).toEqual([
      '02T09:00 Anna',
      '02T09:30 Anna',
    ]);
    expectProblem(
      await book(bookingAt('2027-03-02T10:00', { resource: 'Anna', service: 'Cut' })),
      409,
      'slot_taken',
    );
    // People decide for themselves; what was booked keeps its time though the service changes.
    await setAgent(t, { ...SALON, slot_minutes: 30 });
    expectProblem(await book(tooSoon), 409, 'slot_taken');
    expect((await booked(t, operator, { ...tooSoon, starts_at: `${MONDAY}T10:00:00Z` })).starts_at).toBe(
      `${MONDAY}T10:00:00.000Z`,
    );
  });

  describe('with any resource', () => {
    const WHOLE = week([1, 2, 3, 4, 5], '09:00', '12:00');
    beforeEach(() =>
      setAgent(t, {
        ...{ ...SALON, resources: ['Anna', 'Ben', 'Carl'] },
        schedules: [
          schedule('Anna', { working_hours: WHOLE }),
          schedule('Ben', { working_hours: WHOLE, services: ['Cut'] }),
          schedule('Carl', { working_hours: week([1], '11:00', '14:00') }),
        ],
      }),
    );
    const resourceOf = ({ body }: { body: unknown }) => (body as AppointmentDto).resource;

    it('offer each time once, on who has least that day, then by their order', async () => {
      await booked(t, operator, bookingAt(`${MONDAY}T09:00:00Z`, { resource: 'Anna' }));
      expect(await free({ date: MONDAY, resource: 'any' })).toEqual([
        '01T09:00 Ben',
        '01T10:00 Ben',
        '01T11:00 Ben',
        '01T12:00 Carl',
        '01T13:00 Carl',
      ]);
      expect((await ask({ date: MONDAY })).body).toMatchObject({ resource: 'any' });
      expect(await free({ date: MONDAY, service: 'Colour' })).toEqual([
        '01T10:00 Anna',
        '01T11:00 Carl',
        '01T12:00 Carl',
      ]);
    });

    it('book whoever is free and does it, and nobody who does not', async () => {
      const at = (hour: string, more: object = {}) => book(bookingAt(`${MONDAY}T${hour}:00`, more));
      expect(resourceOf(await at('10', { resource: 'any' }))).toBe('Anna');
      expect(resourceOf(await at('10'))).toBe('Ben');
      expectProblem(await at('10'), 409, 'slot_taken');
      // Carl has had nothing.
      expect(resourceOf(await at('11'))).toBe('Carl');
      expect(resourceOf(await at('11'))).toBe('Anna');
      expect(resourceOf(await book(bookingAt('2027-03-02T09:00', { service: 'Colour' })))).toBe('Anna');
      const { alternatives } = expectProblem(
        await book(bookingAt('2027-03-02T10:00', { service: 'Colour' })),
        409,
        'slot_taken',
      );
      expect(new Set(alternatives?.map(({ resource }) => resource))).toEqual(new Set(['Anna']));
      expectProblem(await at('15'), 409, 'outside_hours');
    });

    it('count what is completed that day, and nothing that was cancelled', async () => {
      const one = await booked(t, operator, bookingAt(`${MONDAY}T07:00:00Z`, { resource: 'Anna' }));
      const patch = (status: string) =>
        t.http.patch(`${APPOINTMENTS}/${one.id}`).set(operator.bearer).send({ status });
      await patch('completed');
      expect((await free({ date: MONDAY }))[0]).toBe('01T09:00 Ben');
      expect(resourceOf(await book(bookingAt(`${MONDAY}T09:00`), { dry_run: true }))).toBe('Ben');
      await patch('confirmed');
      await patch('cancelled');
      expect((await free({ date: MONDAY }))[0]).toBe('01T09:00 Anna');
      expect(resourceOf(await book(bookingAt(`${MONDAY}T09:00`), { dry_run: true }))).toBe('Anna');
    });

    it('are nobody who is blocked then, unless a person wants it so', async () => {
      const [starts_at, ends_at] = [`${MONDAY}T09:00:00Z`, `${MONDAY}T10:00:00Z`];
      await t.http.post('/api/blocks').set(operator.bearer).send({ starts_at, ends_at, resource: 'Anna' });
      expect((await free({ date: MONDAY }))[0]).toBe('01T09:00 Ben');
      expect(resourceOf(await book(bookingAt(`${MONDAY}T09:00`)))).toBe('Ben');
      expectProblem(await book(bookingAt(`${MONDAY}T09:00`)), 409, 'slot_taken');
      const asked = bookingAt(starts_at, { service: 'Cut' });
      expect((await booked(t, operator, asked)).resource).toBe('Carl');
      const refused = await t.http.post(APPOINTMENTS).set(operator.bearer).send(asked);
      expect(expectProblem(refused, 409, 'busy').busy).toMatchObject([{ resource: 'Anna' }]);
      expect((await booked(t, operator, { ...asked, allow_busy: true })).resource).toBe('Anna');
    });

    it('are nobody who is blocked then where a person books beside others', async () => {
      const [starts_at, ends_at] = [`${MONDAY}T09:00:00Z`, `${MONDAY}T10:00:00Z`];
      for (const resource of ['Anna', 'Ben', 'Carl'])
        await booked(t, operator, bookingAt(starts_at, { resource }));
      const block = (resource: string | null) =>
        t.http.post('/api/blocks').set(operator.bearer).send({ starts_at, ends_at, resource }).expect(201);
      const asked = { ...bookingAt(starts_at, { service: 'Cut', resource: 'any' }), allow_overlap: true };
      await block('Anna');
      const beside = await booked(t, operator, asked);
      expect([beside.resource, beside.squeezed]).toEqual(['Ben', true]);
      await block(null);
      expectProblem(await t.http.post(APPOINTMENTS).set(operator.bearer).send(asked), 409, 'busy');
      expect((await booked(t, operator, { ...asked, allow_busy: true })).resource).toBe('Anna');
    });

    it('take a person’s booking at any hour, first on who works then', async () => {
      const at = (hour: string, more: object = {}) =>
        booked(t, operator, bookingAt(`${MONDAY}T${hour}:00:00Z`, { resource: 'any', ...more }));
      expect((await at('13')).resource).toBe('Carl');
      expect((await at('13')).resource).toBe('Anna');
      expect((await at('13')).resource).toBe('Ben');
      const refused = await t.http
        .post(APPOINTMENTS)
        .set(operator.bearer)
        .send(bookingAt(`${MONDAY}T13:00:00Z`, { resource: 'any' }));
      expectProblem(refused, 409, 'slot_taken');
      expect(await at('13', { allow_overlap: true })).toMatchObject({ squeezed: true, resource: 'Carl' });
    });

    it('answer a repeated call with the first booking, whoever that was with', async () => {
      const wish = bookingAt(`${MONDAY}T09:00`, { external_id: 'w1' });
      const first = await book(wish);
      await booked(t, operator, bookingAt(`${MONDAY}T10:00:00Z`, { resource: 'Anna' }));
      const again = await book({ ...wish, resource: 'any' });
      expect([again.status, (again.body as AppointmentDto).id]).toEqual([
        200,
        (first.body as AppointmentDto).id,
      ]);
      const named = bookingAt(`${MONDAY}T09:00`, { external_id: 'w2', resource: 'Ben' });
      const second = await book(named);
      const loose = await book({ ...named, resource: undefined });
      expect([loose.status, (loose.body as AppointmentDto).id]).toEqual([
        200,
        (second.body as AppointmentDto).id,
      ]);
    });

    it('are no resource that an appointment can be moved to', async () => {
      const { id } = await booked(t, operator, bookingAt(`${MONDAY}T10:00:00Z`));
      const answer = await t.http
        .patch(`${APPOINTMENTS}/${id}`)
        .set(operator.bearer)
        .send({ resource: 'any' });
      expect(refusedFields(answer)).toEqual([['resource', 'not_allowed']]);
    });

    it('are shared out where many ask at once: none twice, none refused while one is free', async () => {
      const asked = Array.from({ length: 40 }, (_, index) => {
        const hour = String(9 + (index % 4)).padStart(2, '0');
        return book(bookingAt(`${MONDAY}T${hour}:00`, { client: { name: `C${index}` } }));
      });
      const answers = await Promise.all(asked);
      const made = answers.filter(({ status }) => status === 201).map(({ body }) => body as AppointmentDto);
      // Anna and Ben from nine to twelve, Carl from eleven to two: 2 + 2 + 3 + 1.
      expect(made).toHaveLength(8);
      expect(new Set(made.map((one) => `${one.starts_at} ${one.resource}`)).size).toBe(8);
      for (const { status } of answers) expect([201, 409]).toContain(status);
    });
  });

  describe('as models are told of them', () => {
    const call = (name: string, args: object) =>
      t.http
        .post('/mcp')
        .set({ ...AS_AGENT, accept: 'application/json, text/event-stream' })
        .send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    const answerOf = ({ text }: { text: string }) =>
      (JSON.parse(text.replace(/^[\s\S]*?data: /, '')) as { result: { structuredContent: object } }).result
        .structuredContent;

    it('say what a service costs, how long it takes and who does it', async () => {
      expect(answerOf(await call('free_times', { date: MONDAY }))).toMatchObject({
        resources: ['Anna', 'Ben'],
        services: [
          {
            name: 'Cut',
            duration_minutes: 60,
            price: '£ 30',
            description: 'With a wash.',
            resources: ['Anna', 'Ben'],
          },
          { name: 'Colour', duration_minutes: 120, resources: ['Anna'] },
        ],
        hours: expect.arrayContaining([
          'Mon 09:00-18:00',
          'Mon 09:00-12:00 Anna',
          'Thu 10:00-12:00 Ben',
        ]) as unknown,
      });
    });

    it('offer any where there are several', async () => {
      const tools = await t.http.get('/api/agent/tools.json').query({ format: 'openai' }).set(AS_AGENT);
      expect(tools.text).toContain('["any","Anna","Ben"');
      await setAgent(t, { ...SALON, resources: ['Anna'], schedules: [] });
      const one = await t.http.get('/api/agent/tools.json').query({ format: 'openai' }).set(AS_AGENT);
      expect(one.text).not.toContain('["any"');
    });

    it('are asked for the resource and the length of the booking that is to be moved', async () => {
      const made = answerOf(
        await call('book_appointment', {
          ...{ starts_at: `${THURSDAY}T10:00`, resource: 'Ben', service: 'Cut' },
          client: { name: 'Ada', phone: '+442071838750' },
        }),
      ) as { booking: string; resource: string };
      expect(made.resource).toBe('Ben');
      const { slots } = answerOf(
        await call('free_times', { date: THURSDAY, booking: made.booking }),
      ) as FreeTimes;
      expect(slots).toEqual([
        { at: `${THURSDAY}T10:00`, with: ['Ben'] },
        { at: `${THURSDAY}T11:00`, with: ['Ben'] },
      ]);
    });
  });
});
