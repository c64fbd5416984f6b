import type { ClientDto } from '@groupless/shared-dto';
import { setAgent } from '../../harness/data/appointments';
import { AS_AGENT, Conversations, says } from '../../harness/data/conversations';
import { EventReader } from '../../harness/http/event-reader';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('what changes beside a request', () => {
  let t: ServedApp;
  let user: SignedInUser;
  let reader: EventReader;
  let clients = 0;
  let phone: string;
  let client: ClientDto;
  beforeAll(async () => {
    t = await sharedApp();
    user = await signIn(t);
    reader = await EventReader.open(t.port, user.bearer);
  });
  beforeEach(async () => {
    phone = `+1212555${1_000 + ++clients}`;
    const made = await t.http.post('/api/clients').set(user.bearer).send({ name: 'Jana', phone });
    client = made.body as ClientDto;
    // Several events of one kind that come together are one without an id.
    await reader.next('conversation.updated', null);
  });
  afterAll(async () => {
    reader.close();
    await t.close();
  });

  it.each([
    ['found by phone', () => ({ client: { name: 'Jana', phone } })],
    ['named by id', () => ({ client_id: client.id.toUpperCase() })],
  ])('is announced of a client that was %s and booked', async (_, who) => {
    await setAgent(t, { agent_hours: 'any' });
    // A day of its own, within the horizon of agents.
    const starts_at = new Date(Date.now() + clients * 86_400_000).toISOString();
    const booking = { ...who(), starts_at };
    await t.http.post('/api/appointments').set(AS_AGENT).send(booking).expect(201);
    expect(await reader.next('client.updated', client.id)).toMatchObject({ id: client.id });
  });

  it('is announced of a client who writes', async () => {
    const contact = { phone };
    await new Conversations(t, user).begin(undefined, { contact, message: says('user', 'Hello') });
    expect(await reader.next('client.updated', client.id)).toMatchObject({ id: client.id });
  });

  it('is announced of the conversations of a client who is removed', async () => {
    const c = new Conversations(t, user);
    const { conversation_id } = await c.begin(undefined, { contact: { phone } });
    await t.http.delete(`/api/clients/${client.id}`).set(user.bearer).expect(204);
    expect(await reader.next('conversation.updated', null)).toMatchObject({ id: null });
    expect((await c.get(conversation_id)).client_id).toBeNull();
  });

  it('is nothing where a ping changes nothing that is shown: no event, nothing for outbound webhooks', async () => {
    const c = new Conversations(t, user);
    const contact = { name: 'Jana', phone };
    const message = says('user', 'Hello', 'known-1');
    const { chat_id, conversation_id } = await c.begin(undefined, { contact, message });
    await reader.next('conversation.updated', conversation_id);
    await reader.next('client.updated', client.id);
    await t.panel.query(`insert into hook_events (type) values ('conversation.updated'), ('client.updated')`);
    const told = reader.events.length;
    for (let poll = 0; poll < 3; poll++) await c.ping({ chat_id, contact, message });
    await c.ping({ chat_id, needs_human: true });
    await reader.next('conversation.updated', conversation_id);
    expect(reader.events.slice(told).map(({ type }) => type)).toEqual(['conversation.updated']);
    const { rows } = await t.panel.query('select type, object_id from hook_outbox');
    expect(rows).toEqual([{ type: 'conversation.updated', object_id: conversation_id }]);
  });
});
