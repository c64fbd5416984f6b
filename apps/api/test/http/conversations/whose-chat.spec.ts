import { randomInt } from 'node:crypto';
import type { ClientDto, ConversationDto, ConversationEventDto } from '@groupless/shared-dto';
import { AS_AGENT, Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const newPhone = () => `+1212555${randomInt(10_000).toString().padStart(4, '0')}`;

describe('whose chat it is', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let c: Conversations;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
    c = new Conversations(t, admin);
    await c.configure({ agent_hours: 'any' });
  });
  beforeEach(() => emptyTables(t.panel, 'conversations', 'appointments', 'clients'));
  afterAll(() => t.close());

  async function client(name: string, phone: string | null): Promise<ClientDto> {
    const { body } = await t.http.post('/api/clients').set(admin.bearer).send({ name, phone }).expect(201);
    return body as ClientDto;
  }

  let hour = 0;
  const book = (booking: object) =>
    t.http
      .post('/api/appointments')
      .set(AS_AGENT)
      .send({ starts_at: new Date(Date.now() + ++hour * 86_400_000).toISOString(), ...booking });

  const tie = async (id: string) => {
    const { client_id, client_tied_by, name } = await c.get(id);
    return [client_id, client_tied_by, name];
  };

  async function lines(id: string): Promise<Pick<ConversationEventDto, 'kind' | 'by' | 'details'>[]> {
    return (await c.messages(id)).events.map(({ kind, by, details }) => ({ kind, by, details }));
  }

  it('is tied to the client who books in it, and says so in the thread', async () => {
    const { chat_id, conversation_id } = await c.begin(newChat(), { channel: 'web' });
    const { body } = await book({ chat_id, client: { name: 'Maria', phone: newPhone() } }).expect(201);
    const { client_id, id } = body as { client_id: string; id: string };
    expect(await tie(conversation_id)).toEqual([client_id, 'booking', 'Maria']);
    expect(await lines(conversation_id)).toEqual([
      {
        kind: 'tied',
        by: null,
        details: {
          ...{ client_id, client_name: 'Maria', before_id: null, before_name: null },
          tied_by: 'booking',
        },
      },
      { kind: 'booked', by: null, details: expect.objectContaining({ appointment_id: id }) as object },
    ]);
  });

  it('is tied to who booked also where the agent tells of the chat only then', async () => {
    const chat_id = newChat();
    const { body } = await book({ chat_id, client: { name: 'Maria' } }).expect(201);
    const { conversation_id } = await c.begin(chat_id);
    expect(await tie(conversation_id)).toEqual([
      (body as { client_id: string }).client_id,
      'booking',
      'Maria',
    ]);
  });

  it('is nobody’s after a dry run', async () => {
    const { chat_id, conversation_id } = await c.begin();
    const starts_at = new Date(Date.now() + 2 * 86_400_000).toISOString();
    await t.http
      .post('/api/appointments?dry_run=true')
      .set(AS_AGENT)
      .send({ starts_at, chat_id, client: { name: 'Maria' } })
      .expect(200);
    expect(await tie(conversation_id)).toEqual([null, null, null]);
  });

  it('of an open chat is the new client with its number, of a closed one nobody', async () => {
    const phone = newPhone();
    const open = await c.begin(newChat(), { contact: { phone } });
    const closed = await c.begin(newChat(), { contact: { phone } });
    await c.patch(closed.conversation_id, { status: 'closed' }).expect(200);
    const { id } = await client('Maria', phone);
    expect(await tie(open.conversation_id)).toEqual([id, 'number', 'Maria']);
    expect(await tie(closed.conversation_id)).toEqual([null, null, phone]);
  });

  it('follows the number that the chat has, also to nobody', async () => {
    const [phone, other, unknown] = ['+12125550001', '+12125550002', '+12125550003'];
    const [gina, hans] = [await client('Gina', phone), await client('Hans', other)];
    const { chat_id, conversation_id } = await c.begin(newChat(), { contact: { name: 'Gina', phone } });
    expect(await tie(conversation_id)).toEqual([gina.id, 'number', 'Gina']);
    await c.ping({ chat_id, contact: { name: 'Hans', phone: other } });
    expect(await tie(conversation_id)).toEqual([hans.id, 'number', 'Hans']);
    await c.ping({ chat_id, contact: { name: 'Ida', phone: unknown } });
    expect(await tie(conversation_id)).toEqual([null, null, 'Ida']);
    expect((await lines(conversation_id)).map(({ kind, details }) => [kind, details['before_name']])).toEqual(
      [
        ['contact_changed', 'Gina'],
        ['tied', 'Gina'],
        ['contact_changed', 'Hans'],
        ['untied', 'Hans'],
      ],
    );
  });

  it('of a number that its client gave up is the other’s who has it too; where nobody has it, it stays', async () => {
    const [phone, other] = ['+12125550031', '+12125550032'];
    const anna = await client('Anna', phone);
    const { conversation_id } = await c.begin(newChat(), { contact: { phone } });
    const body = { name: 'Boris', phone, allow_duplicate: true };
    const boris = (await t.http.post('/api/clients').set(admin.bearer).send(body).expect(201))
      .body as ClientDto;
    expect((await tie(conversation_id))[0]).toBe(anna.id);
    const move = (id: string, number: string) =>
      t.http.patch(`/api/clients/${id}`).set(admin.bearer).send({ phone: number }).expect(200);
    await move(anna.id, other);
    expect(await tie(conversation_id)).toEqual([boris.id, 'number', 'Boris']);
    await move(boris.id, '+12125550033');
    expect((await tie(conversation_id))[0]).toBe(boris.id);
  });

  it('that was closed before its number moved is the new owner’s once it is written in again', async () => {
    const phone = '+12125550041';
    const anna = await client('Anna', phone);
    const { conversation_id, chat_id } = await c.begin(newChat(), { contact: { phone } });
    await c.patch(conversation_id, { status: 'closed' }).expect(200);
    await t.http.patch(`/api/clients/${anna.id}`).set(admin.bearer).send({ phone: null }).expect(200);
    const boris = await client('Boris', phone);
    expect((await tie(conversation_id))[0]).toBe(anna.id);
    await c.ping({ chat_id, contact: { phone }, message: says('user', 'Boris here') });
    expect(await tie(conversation_id)).toEqual([boris.id, 'number', 'Boris']);
  });

  it('stays the client’s where the number is followed by what is none', async () => {
    const phone = newPhone();
    const { id } = await client('Gina', phone);
    const { chat_id, conversation_id } = await c.begin(newChat(), { contact: { phone } });
    for (const said of ['same as before', '555']) {
      await c.ping({ chat_id, contact: { phone: said } });
      expect(await c.get(conversation_id)).toMatchObject({ client_id: id, contact_phone: phone });
    }
  });

  it('follows a number to the client who has it now', async () => {
    const phone = newPhone();
    const anna = await client('Anna', phone);
    const { conversation_id } = await c.begin(newChat(), { contact: { phone } });
    await t.http
      .patch(`/api/clients/${anna.id}`)
      .set(admin.bearer)
      .send({ phone: '+12125550009' })
      .expect(200);
    const boris = await client('Boris', phone);
    expect(await tie(conversation_id)).toEqual([boris.id, 'number', 'Boris']);
  });

  it('is found by a further number too', async () => {
    const phone = newPhone();
    const { conversation_id } = await c.begin(newChat(), { contact: { phone } });
    const { id } = await client('Maria', '+12125550010');
    const other_phones = [{ phone, label: 'Mother' }];
    await t.http.patch(`/api/clients/${id}`).set(admin.bearer).send({ other_phones }).expect(200);
    expect(await tie(conversation_id)).toEqual([id, 'number', 'Maria']);
  });

  it('that a person chose stays, and shows whose the number is', async () => {
    const [phone, other] = ['+12125550004', '+12125550005'];
    const [gina, hans] = [await client('Gina', phone), await client('Hans', other)];
    const { chat_id, conversation_id } = await c.begin(newChat(), { contact: { phone } });
    await c.patch(conversation_id, { client_id: gina.id }).expect(200);
    await c.ping({ chat_id, contact: { phone: other } });
    await book({ chat_id, client: { name: 'Hans', phone: other } }).expect(201);
    expect(await tie(conversation_id)).toEqual([gina.id, 'person', 'Gina']);
    expect((await c.get(conversation_id)).number_client).toEqual({ id: hans.id, name: 'Hans' });
    await c.patch(conversation_id, { client_id: hans.id }).expect(200);
    expect(await c.get(conversation_id)).toMatchObject({ client_id: hans.id, number_client: null });
    expect(await lines(conversation_id)).toContainEqual({
      kind: 'tied',
      by: { id: admin.id, name: 'The admin' },
      details: {
        ...{ client_id: hans.id, client_name: 'Hans', before_id: gina.id, before_name: 'Gina' },
        tied_by: 'person',
      },
    });
  });

  it('that a person untied stays so', async () => {
    const phone = newPhone();
    const { chat_id, conversation_id } = await c.begin(newChat(), { contact: { phone } });
    await client('Maria', phone);
    await c.patch(conversation_id, { client_id: null }).expect(200);
    await c.ping({ chat_id, message: says('user', 'Still here'), contact: { phone } });
    await book({ chat_id, client: { name: 'Maria', phone } }).expect(201);
    expect(await tie(conversation_id)).toEqual([null, 'person', phone]);
  });

  it('is found by the client’s name, in any order and after a marriage', async () => {
    const phone = newPhone();
    const { id } = await client('Lena Lang', phone);
    const { conversation_id } = await c.begin(newChat(), { contact: { phone } });
    const search = async (text: string) => {
      const answer = await t.http
        .get('/api/conversations')
        .query({ search: text })
        .set(admin.bearer)
        .expect(200);
      return (answer.body as { items: ConversationDto[] }).items.map((row) => row.id);
    };
    expect(await search('lang lena')).toEqual([conversation_id]);
    await t.http.patch(`/api/clients/${id}`).set(admin.bearer).send({ name: 'Lena Kurz' }).expect(200);
    expect(await search('Kurz, Lena')).toEqual([conversation_id]);
    expect(await search('lang')).toEqual([]);
    expect((await c.get(conversation_id)).name).toBe('Lena Kurz');
  });
});
