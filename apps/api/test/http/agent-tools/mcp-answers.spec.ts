import type { Client } from '@modelcontextprotocol/client';
import type { CreatedApiKeyDto, KeyScope } from '@groupless/shared-dto';
import { setAgent } from '../../harness/data/appointments';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { connectClient, REVISIONS } from '../../harness/http/mcp-client';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';
const CHAT = 'project:github.com/ada/shop';

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

type Structured = Record<string, unknown>;

/** The fields of an answer that its schema does not name. */
function undeclaredIn(value: unknown, schema: Schema, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => undeclaredIn(one, schema.items ?? {}, `${path}[]`));
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = schema.properties?.[name];
    return field === undefined ? [`${path}.${name}`] : undeclaredIn(inner, field, `${path}.${name}`);
  });
}

// The SDK's client itself refuses an answer that its schema does not allow.
describe.each(REVISIONS)('the answers of tools in the revision %s', (revision) => {
  let t: ServedApp;
  let admin: SignedInUser;
  const clients: Client[] = [];
  const schemas = new Map<string, Schema>();
  let memory: Client;
  let agent: Client;
  let writer: Client;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    t.clock.set(NOW);
    admin = await signIn(t);
    await setAgent(t, {
      ...{ time_zone: 'Europe/Vienna', phone_region: 'AT', agent_hours: 'working', auto_confirm: true },
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' })),
      services: [{ name: 'Cut', duration_minutes: 45 }],
      resources: ['Anna', 'Ben'],
    });
    memory = await connect('memory');
    agent = await connect('agent');
    writer = await connect('panel:write');
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await t.close();
  });

  async function connect(scope: KeyScope): Promise<Client> {
    const made = { name: `${scope} ${revision}`, scopes: [scope] };
    const { body } = await t.http.post('/api/settings/keys').set(admin.bearer).send(made).expect(201);
    const client = await connectClient(t.port, (body as CreatedApiKeyDto).key, revision);
    clients.push(client);
    for (const { name, outputSchema } of (await client.listTools()).tools)
      schemas.set(`${scope} ${name}`, outputSchema as Schema);
    return client;
  }

  /** What the tool answers for programs, of which its text says what a model needs. */
  async function call(client: Client, scope: KeyScope, name: string, args: object = {}): Promise<Structured> {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...args } });
    const [{ text } = { text: '' }] = content as { text: string }[];
    expect([isError, text]).toEqual([false, expect.any(String)]);
    const schema = schemas.get(`${scope} ${name}`) ?? {};
    expect(undeclaredIn(structuredContent, schema)).toEqual([]);
    schemas.delete(`${scope} ${name}`);
    const isText = ['load_context', 'read_memory', 'forget', 'describe'].includes(name);
    const at = text.startsWith('{') ? 0 : text.indexOf('\n{') + 1;
    const said = (isText ? { text } : JSON.parse(text.slice(at))) as Structured;
    expect(structuredContent).toMatchObject(said);
    expect(text.slice(0, Math.max(0, at - 1))).toBe((structuredContent as Structured)['say'] ?? '');
    return structuredContent as Structured;
  }

  it('are structured, as their schemas say, and name each field', async () => {
    const client = { name: 'Ada', phone: '+43 664 1234567' };
    const free = { date: '2027-03-02', service: 'Cut', days: 2 };
    expect(await call(agent, 'agent', 'free_times', free)).toMatchObject({ resources: ['Anna', 'Ben'] });
    const { booking } = await call(agent, 'agent', 'book_appointment', {
      starts_at: '2027-03-02T10:00',
      client,
    });
    const again = { starts_at: '2027-03-04T10:00', client, service: 'Cut' };
    await call(agent, 'agent', 'book_appointment', again);
    await call(agent, 'agent', 'change_appointment', { booking, starts_at: '2027-03-03T10:00' });
    const { bookings } = await call(agent, 'agent', 'list_bookings', client);
    expect(bookings).toHaveLength(2);
    await call(agent, 'agent', 'cancel_appointment', { booking });
    const message = { role: 'user', text: 'Call me back' };
    const { chat } = await call(agent, 'agent', 'take_messages', { message, contact: client });

    expect(await call(writer, 'panel:write', 'find_clients', { search: 'ada' })).toMatchObject({ total: 1 });
    const made = { starts_at: '2027-03-05T10:00:00+01:00', client };
    const { id } = await call(writer, 'panel:write', 'book_appointment', made);
    await call(writer, 'panel:write', 'change_appointment', { id, notes: 'By phone', team_notes: 'VIP' });
    await call(writer, 'panel:write', 'list_appointments');
    await call(writer, 'panel:write', 'read_conversation', { chat_id: chat });
    await call(writer, 'panel:write', 'read_conversation');

    await call(memory, 'memory', 'save_summary', { summary: 'Built the shop.' });
    await call(memory, 'memory', 'set_state', { key: 'web', value: '10.0.0.5' });
    const { state } = await call(memory, 'memory', 'set_state', { key: 'web', value: '10.0.0.6' });
    const row = { kind: 'state', id: (state as { id: number }).id };
    await call(memory, 'memory', 'read_memory', row);
    await call(memory, 'memory', 'forget', row);
    await call(memory, 'memory', 'task', { action: 'create', task: 'Paint it' });
    await call(memory, 'memory', 'task', { action: 'list' });
    await call(memory, 'memory', 'describe', { person: 'Ada', notes: 'leads' });
    await call(memory, 'memory', 'search_memory', { q: 'shop' });
    await call(memory, 'memory', 'load_context');
    await call(memory, 'memory', 'chat_history', { chat_id: CHAT });
    // Every tool was called.
    expect([...schemas.keys()]).toEqual([]);
  });

  it('have no structured part where they are faults', async () => {
    const fault = await agent.callTool({ name: 'free_times', arguments: { date: 'tomorrow' } });
    expect([fault.isError, fault.structuredContent]).toEqual([true, undefined]);
  });

  it('are the same for programs as for models, without what nobody sees', async () => {
    const hidden = await memory.callTool({ name: 'set_state', arguments: { key: 'a', value: 'b\u200bc' } });
    expect(hidden.structuredContent).toMatchObject({ state: { value: 'bc' } });
  });
});
