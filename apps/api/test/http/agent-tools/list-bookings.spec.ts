import type { AppointmentDto } from '@groupless/shared-dto';
import { AS_AGENT, booked, setAgent } from '../../harness/data/appointments';
import { callByWay } from '../../harness/http/tool-calls';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';
const [MARIA, BEN] = ['+436641234567', '+436647654321'];

interface Found {
  bookings: {
    booking: string;
    service: string;
    local_starts_at: string;
    attendee_name?: string | null;
  }[];
}

describe('list_bookings', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients', 'conversations', 'rate_limits');
    await setAgent(t, {
      ...{ time_zone: 'Europe/Vienna', phone_region: 'AT', agent_hours: 'any', auto_confirm: true },
      ...{ agent_lookup: 'phone_and_name', resources: ['main'] },
    });
    await bookFor('Maria Huber', MARIA, '2027-03-02T10:00:00+01:00', 'Cut');
    await bookFor('Ben Berg', BEN, '2027-03-02T11:00:00+01:00', 'Colour');
  });

  /** By a person, in the panel. */
  async function bookFor(
    name: string,
    phone: string,
    starts_at: string,
    service: string,
  ): Promise<AppointmentDto> {
    const title = 'What the team calls it';
    const row = await booked(t, operator, { client: { name, phone }, starts_at, title });
    await t.panel.query('update appointments set service = $2 where id = $1', [row.id, service]);
    return row;
  }

  /** Over MCP, with what the program around the model says. */
  const call = (name: string, args: object, headers: Record<string, string> = {}) =>
    callByWay(t, 'mcp', name, args, { headers });
  const list = async (args: object, said: Record<string, string> = {}) => {
    const { isFault, text } = await call('list_bookings', args, said);
    if (isFault) throw new Error(text);
    return (JSON.parse(text) as Found).bookings;
  };
  const titles = async (args: object, said: Record<string, string> = {}) =>
    (await list(args, said)).map(({ service }) => service);

  /** By the agent; its start is the service. */
  async function bookInChat(name: string, phone: string, starts_at: string, said: Record<string, string>) {
    const { text } = await call('book_appointment', { starts_at, client: { name, phone } }, said);
    const answer = JSON.parse(text) as AppointmentDto & { client_has_also: { local_starts_at: string }[] };
    await t.panel.query('update appointments set service = $2 where id = $1', [answer.id, starts_at]);
    return answer;
  }

  it('finds those of the number that the platform names, whoever made them and whatever the model says', async () => {
    const caller = { 'x-caller-phone': MARIA };
    for (const args of [
      {},
      { phone: BEN, name: 'Ben Berg' },
      { phone: null, name: '' },
      { external_id: 'x' },
    ])
      expect(await titles(args, caller)).toEqual(['Cut']);
    expect(await titles({}, { 'x-caller-phone': '0664 1234567' })).toEqual(['Cut']);
    expect(await titles({ phone: BEN, name: 'Ben Berg' }, { 'x-caller-phone': '+436640000000' })).toEqual([]);
    expect(await titles({}, { 'x-chat-id': `whatsapp:${MARIA}` })).toEqual(['Cut']);
  });

  it('says no title, which is the team’s own', async () => {
    await t.panel.query('update appointments set service = null');
    const [found] = await list({}, { 'x-caller-phone': MARIA });
    expect(found).toMatchObject({ service: null, local_starts_at: '2027-03-02T10:00' });
  });

  it('finds those of the number in Vapi’s envelope, and gives the handle to move and cancel them', async () => {
    const vapi = async (name: string, args: object) => {
      const customer = { number: MARIA };
      const message = {
        ...{ type: 'tool-calls', call: { id: 'c-1', customer } },
        toolCallList: [{ id: 'a', name, arguments: args }],
      };
      const { body } = await t.http.post('/api/agent/tools/vapi').set(AS_AGENT).send({ message }).expect(200);
      return JSON.parse((body as { results: { result: string }[] }).results[0]!.result) as Found &
        AppointmentDto;
    };
    const { bookings } = await vapi('list_bookings', { phone: BEN, name: 'Ben Berg' });
    expect(bookings).toEqual([
      {
        booking: expect.any(String),
        service: 'Cut',
        ...{ local_starts_at: '2027-03-02T10:00', local_ends_at: '2027-03-02T10:30' },
        ...{ resource: 'main', status: 'confirmed' },
        attendee_name: null,
      },
    ]);
    const { booking } = bookings[0]!;
    const moved = await vapi('change_appointment', { booking, starts_at: '2027-03-03 10:00' });
    expect(moved.local_starts_at).toBe('2027-03-03T10:00');
    expect((await vapi('cancel_appointment', { booking })).status).toBe('cancelled');
    expect((await vapi('list_bookings', {})).bookings).toEqual([]);
  });

  it('finds by phone and name where nobody is named, if both are what is stored', async () => {
    for (const name of ['Maria Huber', 'huber  maria', 'Frau Maria HUBER'])
      expect(await titles({ phone: '0664 1234567', name })).toEqual(['Cut']);
    for (const wrong of [
      { phone: MARIA, name: 'Ben Berg' },
      { phone: MARIA, name: 'Maria' },
      { phone: BEN, name: 'Maria Huber' },
      { phone: '+436640000000', name: 'Maria Huber' },
    ])
      expect(await titles(wrong)).toEqual([]);
    for (const part of [{}, { phone: MARIA }, { name: 'Maria Huber' }]) {
      const answer = await call('list_bookings', part);
      expect(answer).toEqual({
        isFault: true,
        text: expect.stringContaining('Ask for the phone number and'),
      });
    }
  });

  it('counts look-ups by phone and name as log-ins are: by the phone, and failures by the key', async () => {
    const wrong = { phone: MARIA, name: 'Somebody Else' };
    for (let count = 0; count < 10; count++) expect(await titles(wrong)).toEqual([]);
    const right = { phone: MARIA, name: 'Maria Huber' };
    const refused = await call('list_bookings', right);
    expect(refused).toEqual({ isFault: true, text: expect.stringContaining('"code":"too_many_requests"') });
    // The platform's word is no guess.
    expect(await titles({}, { 'x-caller-phone': MARIA })).toEqual(['Cut']);
    expect(await titles({ phone: BEN, name: 'Ben Berg' })).toEqual(['Colour']);
    const { rows } = await t.panel.query<{ key: string }>('select key from rate_limits');
    expect(JSON.stringify(rows)).not.toContain(MARIA.slice(1));
  });

  it.each([
    ['verified', 'only for callers whose number the platform tells'],
    ['off', 'Nobody may look bookings up'],
  ] as const)('is for fewer where the settings say %s', async (agent_lookup, reason) => {
    await setAgent(t, { agent_lookup });
    const answer = await call('list_bookings', { phone: MARIA, name: 'Maria Huber' });
    expect(answer).toEqual({ isFault: true, text: expect.stringContaining(reason) });
    const verified = await call('list_bookings', {}, { 'x-caller-phone': MARIA });
    expect(verified.isFault).toBe(agent_lookup === 'off');
  });

  it('finds for a chat what was booked in it for its client, and never what a number that was only said would open', async () => {
    const said = { 'x-chat-id': 'web-1' };
    // Somebody says Maria's number, which links the chat to her by itself.
    const contact = { name: 'Maria', phone: MARIA };
    await call('take_messages', { contact, message: { role: 'user', text: 'It is me' } }, said);
    await setAgent(t, { agent_lookup: 'verified' });
    expect(await titles({}, said)).toEqual([]);
    await bookInChat('Maria', MARIA, '2027-03-04T10:00', said);
    expect(await titles({}, said)).toEqual(['2027-03-04T10:00']);
    expect(await titles({}, { 'x-chat-id': 'web-2' })).toEqual([]);
    // A person links it.
    await t.panel.query('update conversations set is_client_chosen = true');
    expect(await titles({}, said)).toEqual(['Cut', '2027-03-04T10:00']);
  });

  describe('where two customers have one chat id', () => {
    const said = { 'x-chat-id': 'session-1' };
    const writes = (headers: Record<string, string>, contact: object = {}) =>
      call('take_messages', { contact, message: { role: 'user', text: 'Hello' } }, headers);
    const otherKey = async () => {
      const admin = await signIn(t);
      const name = `Site ${Math.random()}`;
      const { body } = await t.http
        .post('/api/settings/keys')
        .set(admin.bearer)
        .send({ name, scopes: ['agent'] })
        .expect(201);
      return { 'x-api-key': (body as { key: string }).key };
    };

    it('a caller whom the platform names gets the own bookings alone, and so it is with the other one', async () => {
      await writes(said);
      const ofMaria = { ...said, 'x-caller-phone': MARIA };
      const ofBen = { ...said, 'x-caller-phone': BEN };
      await bookInChat('Maria Huber', MARIA, '2027-03-04T10:00', ofMaria);
      const { client_has_also } = await bookInChat('Ben Berg', BEN, '2027-03-04T11:00', ofBen);
      expect(client_has_also.map(({ local_starts_at }) => local_starts_at)).toEqual(['2027-03-02T11:00']);
      expect(await titles({}, ofMaria)).toEqual(['Cut', '2027-03-04T10:00']);
      expect(await titles({}, ofBen)).toEqual(['Colour', '2027-03-04T11:00']);
      // Known to nobody, but named.
      expect(await titles({}, { ...said, 'x-caller-phone': '+436640000000' })).toEqual([]);
    });

    it('a key gets what it booked itself for the client of the chat, never what another key booked', async () => {
      await writes(said);
      await bookInChat('Maria Huber', MARIA, '2027-03-04T10:00', said);
      const other = { ...said, ...(await otherKey()) };
      await setAgent(t, { agent_lookup: 'verified' });
      expect(await titles({}, other)).toEqual([]);
      const { client_has_also } = await bookInChat('Ben Berg', BEN, '2027-03-04T11:00', other);
      expect(client_has_also).toEqual([]);
      expect(await titles({}, said)).toEqual(['2027-03-04T10:00']);
      // The chat is tied to Maria.
      expect(await titles({}, other)).toEqual([]);
    });

    it('of one key, as in a kiosk, nobody gets any once it has booked for a second one', async () => {
      await setAgent(t, { agent_lookup: 'verified' });
      await writes(said);
      await bookInChat('Maria Huber', MARIA, '2027-03-04T10:00', said);
      expect(await titles({}, said)).toEqual(['2027-03-04T10:00']);
      const { client_has_also } = await bookInChat('Ben Berg', BEN, '2027-03-04T11:00', said);
      expect(client_has_also).toEqual([]);
      expect(await titles({}, said)).toEqual([]);
    });

    it('nobody gets what was booked for the client to whom it was tied before', async () => {
      await setAgent(t, { agent_lookup: 'verified' });
      await writes(said, { phone: MARIA });
      await bookInChat('Maria Huber', MARIA, '2027-03-04T10:00', said);
      expect(await titles({}, said)).toEqual(['2027-03-04T10:00']);
      // The next customer says another number.
      await writes(said, { phone: BEN });
      expect(await titles({}, said)).toEqual([]);
    });
  });

  describe('of a family with one number', () => {
    const asked = (name: string) => list({ phone: MARIA, name });
    const rows = (found: Found['bookings']) =>
      found.map(({ local_starts_at, ...one }) =>
        'attendee_name' in one ? [local_starts_at, one.attendee_name] : [local_starts_at],
      );
    beforeEach(async () => {
      await bookInChat('Kind Huber', MARIA, '2027-03-04T10:00', {});
      await bookInChat('Łukasz Huber', MARIA, '2027-03-04T11:00', {});
    });

    it('finds each by the own name alone, which is no wrong guess', async () => {
      for (let count = 0; count < 3; count++)
        expect(rows(await asked('huber, Kind'))).toEqual([['2027-03-04T10:00']]);
      expect(rows(await asked('Lukasz Huber'))).toEqual([['2027-03-04T11:00']]);
      expect(await asked('Huber')).toEqual([]);
      expect(await list({ phone: BEN, name: 'Kind Huber' })).toEqual([]);
      const { rows: counted } = await t.panel.query(
        `select count(*)::int as wrong from rate_limits where key like 'lookup-key%'`,
      );
      expect(counted).toEqual([{ wrong: 1 }]);
    });

    it('finds all by the name of the client, and says no names', async () => {
      expect(rows(await asked('Maria Huber'))).toEqual([
        ['2027-03-02T10:00'],
        ['2027-03-04T10:00'],
        ['2027-03-04T11:00'],
      ]);
    });

    it('says for whom each is where the platform names the caller', async () => {
      expect(rows(await list({}, { 'x-caller-phone': MARIA }))).toEqual([
        ['2027-03-02T10:00', null],
        ['2027-03-04T10:00', 'Kind Huber'],
        ['2027-03-04T11:00', 'Łukasz Huber'],
      ]);
    });

    it('says it also where each is a client', async () => {
      await t.panel.query(`update clients set other_phones = $1 where phone = $2`, [
        JSON.stringify([{ phone: MARIA, label: 'Wife' }]),
        BEN,
      ]);
      const found = rows(await list({}, { 'x-caller-phone': MARIA }));
      expect(found.map(([, name]) => name)).toEqual([
        'Maria Huber',
        'Ben Berg',
        'Kind Huber',
        'Łukasz Huber',
      ]);
    });
  });

  it('gives the handle with which free_times leaves the booking to be moved out of its own way', async () => {
    const booking = (await list({}, { 'x-caller-phone': MARIA }))[0]?.booking;
    const starts = async (args: object) => {
      const { text } = await call('free_times', { date: '2027-03-02', ...args });
      return (JSON.parse(text) as { slots: { at: string }[] }).slots.map(({ at }) => at);
    };
    expect(await starts({})).not.toContain('2027-03-02T10:00');
    expect(await starts({ booking })).toContain('2027-03-02T10:00');
    expect((await call('free_times', { date: '2027-03-02', booking: 'made-up' })).isFault).toBe(true);
  });

  it('leaves out what is over, cancelled, or given to another client', async () => {
    const { id } = await bookFor('Maria Huber', MARIA, '2027-03-05T10:00:00+01:00', 'Second');
    await booked(t, operator, {
      client: { name: 'Maria Huber', phone: MARIA },
      starts_at: '2027-02-01T10:00:00+01:00',
    });
    await t.http
      .patch(`/api/appointments/${id}`)
      .set(operator.bearer)
      .send({ status: 'cancelled' })
      .expect(200);
    expect(await titles({}, { 'x-caller-phone': MARIA })).toEqual(['Cut']);
  });

  it('is not needed after a booking: that says what the client has besides, to whom may hear it', async () => {
    const book = async (name: string, phone: string, hour: number, said: Record<string, string> = {}) => {
      const { text } = await call(
        'book_appointment',
        { starts_at: `2027-03-03T${hour}:00`, client: { name, phone } },
        said,
      );
      return (JSON.parse(text) as { client_has_also: object[] }).client_has_also;
    };
    const cut = { starts_at: '2027-03-02T09:00:00.000Z', local_starts_at: '2027-03-02T10:00' };
    expect(await book('Maria Huber', MARIA, 10)).toEqual([cut]);
    expect(await book('Curious', MARIA, 11)).toEqual([]);
    expect(await book('Curious', BEN, 12, { 'x-caller-phone': MARIA })).toEqual([
      cut,
      expect.anything(),
      expect.anything(),
    ]);
    await setAgent(t, { agent_lookup: 'off' });
    expect(await book('Maria Huber', MARIA, 13)).toEqual([]);
  });
});
