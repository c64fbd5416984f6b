import type { AppointmentDto, ClientDto, PageDto } from '@groupless/shared-dto';
import { asInstalled, AS_AGENT, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';
import { callByWay } from '../../harness/http/tool-calls';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';
const TWO = ['+4915133000182', '+4915133000183'] as const;

interface Told {
  warnings?: string[];
  [field: string]: unknown;
}

describe('a number that a caller says', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let hour = 8;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
    admin = await signIn(t);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    hour = 8;
    await emptyTables(t.panel, 'clients', 'appointments', 'conversations', 'rate_limits');
    await setAgent(t, {
      time_zone: 'Europe/Vienna',
      phone_region: 'DE',
      agent_hours: 'any',
      resources: ['Anna'],
    });
  });

  const next = () => `2027-03-02T${String(hour++).padStart(2, '0')}:00`;
  const call = async (tool: string, args: object, headers: Record<string, string> = {}) => {
    const { text } = await callByWay(t, 'mcp', tool, args, { conversation: 'test:cal', headers });
    return JSON.parse(text) as Told;
  };
  const takeMessage = (phone: string, headers: Record<string, string> = {}) =>
    call(
      'take_messages',
      { message: 'call me back', needs_human: true, contact: { name: 'Cal', phone } },
      headers,
    );
  /** The ways in which a booking of an agent comes. */
  const WAYS = {
    tool: (client: object) => call('book_appointment', { starts_at: next(), client }),
    HTTP: async (client: object) => {
      const booking = { starts_at: next(), client };
      return (await t.http.post('/api/appointments').set(AS_AGENT).send(booking).expect(201)).body as Told;
    },
  };
  const list = async <Row>(path: string) =>
    ((await t.http.get(`/api/${path}`).set(admin.bearer).expect(200)).body as PageDto<Row>).items;
  const numbersOf = ({ phone, other_phones }: ClientDto) => [phone, ...other_phones.map((one) => one.phone)];
  const pinged = async (phone: string) =>
    (
      await t.http
        .post('/api/conversations/ping')
        .set(AS_AGENT)
        .send({ chat_id: 'cal', contact: { phone } })
        .expect(200)
    ).body as Told & { conversation_id: string };

  describe('with a message', () => {
    it.each(['+49 151', 'eins zwei', '110'])('is asked for again where it is %j', async (phone) => {
      const warning = expect.stringMatching(
        /^The phone ".*" cannot be read.*again, digit by digit/,
      ) as unknown;
      expect(await takeMessage(phone)).toMatchObject({ warnings: [warning] });
      expect(await pinged(phone)).toMatchObject({ warnings: [warning] });
      // The platform's number is known, and the customer wants to be called by another one.
      const called = await takeMessage(phone, { 'x-caller-phone': '+4915133000100' });
      expect(called).toMatchObject({ warnings: [warning] });
    });

    it('is told where only the first of several is kept', async () => {
      for (const phone of ['0151 33000182, 0151 33000183', '0151 33000182 oder 0151 33000183']) {
        const { conversation_id, warnings } = await pinged(phone);
        expect(warnings).toEqual([expect.stringContaining(`Only ${TWO[0]} of the phone "${phone}"`)]);
        const { body } = await t.http.get(`/api/conversations/${conversation_id}`).set(admin.bearer);
        expect(body).toMatchObject({ contact_phone: TWO[0] });
      }
    });

    it('comes by a channel that can be seen, in one line', async () => {
      const channels = { seen: 'whatsapp ', unseen: '\u200b' };
      for (const [chat_id, channel] of Object.entries(channels))
        await t.http.post('/api/conversations/ping').set(AS_AGENT).send({ chat_id, channel }).expect(200);
      const chats = await list<{ chat_id: string; channel: string }>('conversations');
      const byChat = Object.fromEntries(chats.map(({ chat_id, channel }) => [chat_id, channel]));
      expect(byChat).toEqual({ seen: 'whatsapp', unseen: 'chat' });
    });

    it('comes by no channel of its own where that is blank', async () => {
      const { conversation_id } = await call('take_messages', { message: 'hello', channel: '  ' });
      const { body } = await t.http.get(`/api/conversations/${String(conversation_id)}`).set(admin.bearer);
      expect(body).toMatchObject({ channel: 'chat' });
      await t.http
        .post('/api/conversations/ping')
        .set(AS_AGENT)
        .send({ chat_id: 'blank', channel: ' ' })
        .expect(200);
      const blank = (await list<{ chat_id: string; channel: string }>('conversations')).find(
        ({ chat_id }) => chat_id === 'blank',
      );
      expect(blank?.channel).toBe('chat');
    });

    it('is nothing to tell where it can be read, or is none', async () => {
      for (const phone of ['0151 33000182', '+49 151 33000182 (Mutter)', '030 1234567 DW 22', ' '])
        expect(await pinged(phone)).not.toHaveProperty('warnings');
      expect(await takeMessage('0151 33000182')).not.toHaveProperty('warnings');
      const own = await takeMessage('0151 33000182', { 'x-caller-phone': TWO[0] });
      expect(own).not.toHaveProperty('warnings');
    });
  });

  describe.each(['tool', 'HTTP'] as const)('with a booking by %s', (way) => {
    it.each([
      '0151 33000182, 0151 33000183',
      '0151 33000182 / 0151 33000183',
      '0151 33000182 oder 0151 33000183',
      '+49 151 33000182; +49 151 33000183',
    ])('is two numbers of the new client: %j', async (phone) => {
      expect(await WAYS[way]({ name: 'Two', phone })).not.toHaveProperty('warnings');
      const [client] = await list<ClientDto>('clients');
      expect(client && numbersOf(client)).toEqual(TWO);
      expect(client?.notes).toBe('');
    });

    it('finds the client of either, whose numbers stay: what it has not stands in the appointment', async () => {
      const phone = '0151 33000182, 0151 33000183';
      for (const known of TWO)
        await t.http
          .post('/api/clients')
          .set(admin.bearer)
          .send({ name: `Of ${known}`, phone: known })
          .expect(201);
      await WAYS[way]({ name: 'Both', phone });
      const [first] = await list<AppointmentDto>('appointments');
      expect([first?.client?.name, first?.notes]).toEqual([`Of ${TWO[0]}`, `Phone: ${TWO[1]}`]);
      await emptyTables(t.panel, 'clients', 'appointments');
      await t.http.post('/api/clients').set(admin.bearer).send({ name: 'Known', phone: TWO[1] }).expect(201);
      await WAYS[way]({ name: 'Known', phone });
      expect((await list<ClientDto>('clients')).map(numbersOf)).toEqual([[TWO[1]]]);
      const [second] = await list<AppointmentDto>('appointments');
      expect([second?.client?.name, second?.notes, second?.given?.phone]).toEqual(['Known', '', TWO[0]]);
    });

    it('is kept and asked for where only its beginning can be read', async () => {
      const phone = '+49 151 34000182, 83';
      expect(await WAYS[way]({ name: 'Cut', phone })).toMatchObject({
        warnings: [expect.stringContaining(`Only +4915134000182 of the phone "${phone}" can be read`)],
      });
      const [client] = await list<ClientDto>('clients');
      expect(client).toMatchObject({ phone: '+4915134000182', extension: null, notes: `Phone: ${phone}` });
    });
  });

  it.each([
    ['+49 151 33522312 / 183', '+4915133522312', 'Only +4915133522312 of the phone'],
    ['+49 151 33522312 - 83', '+4915133522312', 'Only +4915133522312 of the phone'],
    ['+49 151 33522312 183', '+4915133522312183', 'whose country has no such number'],
  ])('is kept as it is said where it is no number that there is: %j', async (phone, read, warning) => {
    const told = await WAYS.tool({ name: 'Glued', phone });
    expect(told).toMatchObject({ warnings: [expect.stringContaining(warning)] });
    const [client] = await list<ClientDto>('clients');
    expect(client).toMatchObject({ phone: read, notes: `Phone: ${phone}` });
    expect(await takeMessage(phone)).toMatchObject({ warnings: [expect.stringContaining(warning)] });
  });

  it('is asked for again, too, where the platform knows another one', async () => {
    const client = { name: 'Cal', phone: '+49 151' };
    const headers = { 'x-caller-phone': '+4915133000100' };
    const told = await call('book_appointment', { starts_at: next(), client }, headers);
    expect(told).toMatchObject({ warnings: [expect.stringContaining('The phone "+49 151" cannot be read')] });
    const [booked] = await list<AppointmentDto>('appointments');
    expect(booked?.notes).toBe('Phone given: +49 151');
  });

  describe('beside the number of the call', () => {
    const OFFICE = '030 9525090';
    const CALLER = { 'x-caller-phone': TWO[0] };
    const given = (phone: string) => `Phone given: ${phone}`;

    it.each([`${OFFICE} oder 0151 33000182`, `0151 33000182 / ${OFFICE}`, `${OFFICE}, ${TWO[0]}`])(
      'is kept in whatever order they are said: %j',
      async (phone) => {
        await call('book_appointment', { starts_at: next(), client: { name: 'Cal', phone } }, CALLER);
        const [booked] = await list<AppointmentDto>('appointments');
        expect([booked?.given?.phone, booked?.notes]).toEqual([TWO[0], given(phone)]);
        const { conversation_id } = await takeMessage(phone, CALLER);
        const { body } = await t.http
          .get(`/api/conversations/${String(conversation_id)}/messages`)
          .set(admin.bearer);
        expect(JSON.stringify(body)).toContain(given(phone));
      },
    );

    it('is nothing further where it is that one, however it is written', async () => {
      const client = { name: 'Cal', phone: '0151 33000182 / +49 151 33000182' };
      await call('book_appointment', { starts_at: next(), client }, CALLER);
      expect((await list<AppointmentDto>('appointments'))[0]?.notes).toBe('');
    });

    it('is the number where the one of the call is withheld', async () => {
      for (const hidden of ['+266696687', '+86282452253', 'anonymous']) {
        await emptyTables(t.panel, 'clients', 'appointments', 'conversations');
        const headers = { 'x-caller-phone': hidden };
        const booking = { starts_at: next(), client: { name: 'Cal', phone: TWO[1] } };
        expect(await call('book_appointment', booking, headers)).not.toHaveProperty('warnings');
        expect((await list<ClientDto>('clients')).map(numbersOf)).toEqual([[TWO[1]]]);
        const silent = { starts_at: next(), client: { name: 'Cal' } };
        expect(await call('book_appointment', silent, headers)).not.toHaveProperty('warnings');
        expect(await takeMessage(TWO[1], headers)).not.toHaveProperty('warnings');
      }
    });

    it('makes nobody of all whose number is withheld, also where it is the name of their chat', async () => {
      const unavailable = '+86282452253';
      const terms = { conversation: unavailable, headers: { 'x-caller-phone': unavailable } };
      for (const name of ['Cal', 'Dora']) {
        const booking = { starts_at: next(), client: { name, phone: unavailable } };
        expect((await callByWay(t, 'mcp', 'book_appointment', booking, terms)).text).toContain(
          'cannot be read',
        );
      }
      expect((await list<ClientDto>('clients')).map(({ phone }) => phone)).toEqual([null, null]);
      const { text } = await callByWay(t, 'mcp', 'list_bookings', {}, terms);
      expect(text).toContain('Ask for the phone number');
    });

    it.each(['+49 151', '+5215512345678', 'sip:1001@pbx'])(
      'hides no number of the call that cannot be read: %s',
      async (number) => {
        const headers = { 'x-caller-phone': number };
        const kept = `Number of the call: ${number}`;
        await call(
          'book_appointment',
          { starts_at: next(), client: { name: 'Cal', phone: TWO[1] } },
          headers,
        );
        expect((await list<AppointmentDto>('appointments'))[0]).toMatchObject({
          ...{ given: { phone: TWO[1] }, notes: kept },
        });
        const { conversation_id } = await takeMessage(TWO[1], headers);
        const { body } = await t.http
          .get(`/api/conversations/${String(conversation_id)}/messages`)
          .set(admin.bearer);
        expect(JSON.stringify(body)).toContain(kept);
        await emptyTables(t.panel, 'clients', 'appointments', 'conversations');
        expect(
          await call('book_appointment', { starts_at: next(), client: { name: 'Cal' } }, headers),
        ).toHaveProperty('warnings');
        expect((await list<ClientDto>('clients'))[0]?.notes).toBe(`Phone: ${number}`);
      },
    );
  });

  it('is two numbers, too, where somebody of the team books', async () => {
    const client = { name: 'Two', phone: '0151 33000182 / 0151 33000183' };
    const booking = { starts_at: '2027-03-02T09:00:00Z', client };
    await t.http.post('/api/appointments').set(admin.bearer).send(booking).expect(201);
    expect((await list<ClientDto>('clients')).map(numbersOf)).toEqual([TWO]);
  });

  it('is of somebody with a name that is more than marks, too, where somebody of the team books', async () => {
    for (const name of ['.', '+', '~ ~']) {
      const booking = { starts_at: '2027-03-02T09:00:00Z', client: { name, phone: TWO[0] } };
      const refused = await t.http.post('/api/appointments').set(admin.bearer).send(booking).expect(400);
      expect(refused.body).toMatchObject({ errors: [{ field: 'client.name', code: 'invalid_format' }] });
    }
  });

  it('is as it is given, all of it, while nobody has chosen a country', async () => {
    await asInstalled(t);
    await WAYS.HTTP({ name: 'Given', phone: '0151 33000182, 0151 33000183' });
    const [client] = await list<ClientDto>('clients');
    expect(client).toMatchObject({ phone: null, phone_as_given: '0151 33000182 / 0151 33000183' });
  });
});
