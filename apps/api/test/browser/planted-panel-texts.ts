import { foldName, LIMITS, type ChatAgentSettingsDto, type ClientImportDto } from '@groupless/shared-dto';
import { oneLine } from '../../src/shared/one-line';
import { AS_AGENT } from '../harness/data/appointments';
import { PASSWORD } from '../harness/data/panel-users';
import { asEmail, asLine, asWord, inAddress, type Planting } from './planting';
import type { RowIds } from './screens';

/** After the appointment of `fillScreens()`. */
const FIRST_MS = Date.UTC(2027, 3, 6, 10);
const QUARTER_MS = 15 * 60_000;

/** How many of the texts are names of resources and services; the rest of the lists is for closures. */
const RESOURCES = LIMITS.resources.max - 1;
const MONDAY = { day: 1, opens: '09:00', closes: '18:00' };

/** Screens that show what was searched for. */
const SEARCHES = ['/clients?search=', '/conversations?search=', '/memory/overview?q=', '/users?search='];

/** What there is one of: a long list in it holds many texts. Also changes one row of each kind. */
export async function plantSettings(planting: Planting, ids: RowIds): Promise<void> {
  const { texts } = planting;
  const services = servicesOf(texts);
  const resources = ['main', ...texts.slice(0, RESOURCES)];
  const { body } = await planting.t.http.get('/api/settings/chat-agent').set(planting.admin.bearer);
  await planting.send('put', '/api/settings/chat-agent', {
    ...(body as ChatAgentSettingsDto),
    name: texts[0]!,
    greeting: planting.from(1, LIMITS.agent_greeting.max),
    resources,
    working_hours: texts.slice(0, RESOURCES).map((resource) => ({ ...MONDAY, resource })),
    services: services.map((name, index) => ({
      ...{ name, duration_minutes: 15, price: name.slice(0, LIMITS.service_price.max).toWellFormed() },
      description: planting.from(index, LIMITS.service_description.max),
    })),
    schedules: [{ resource: texts[0], services }],
    closures: texts
      .slice(0, LIMITS.closures.max)
      .map((reason, index) => ({ ...dayOff(index), reason, resource: resources[index % resources.length] })),
    agent_hours: 'any',
  });
  await planting.send('patch', `/api/clients/${ids.client}`, {
    name: texts[0],
    notes: planting.from(2, 1_400),
  });
  await planting.send('patch', `/api/appointments/${ids.appointment}`, { title: texts[1] });
  await planting.send('patch', '/api/memory/projects/1', {
    name: `${texts[2]!.slice(0, 190)} patched`,
    stack: planting.from(3, 2_000),
  });
  await planting.send('patch', '/api/memory/people/1', { name: texts[3], notes: planting.from(4, 1_400) });
  const list = planting.from(5, 1_400);
  await planting.send('patch', '/api/memory/sessions/1', {
    ...{
      summary: list,
      projects_touched: texts[5],
      decisions_made: list,
      mood: asWord(texts[5]!).slice(0, 32),
    },
    ...{ tasks_completed: list, tasks_created: list },
  });
  await planting.send('put', '/api/memory/state/plants', { value: list, category: asWord(texts[6]!) });
  await planting.send('patch', '/api/auth/me', { name: texts[4] });
  await planting.send('post', `/api/conversations/${ids.conversation}/takeover`);
}

/** Clients, appointments, users, and what the settings list. */
export async function plantPeople(planting: Planting, index: number): Promise<void> {
  const text = planting.texts[index]!;
  const long = planting.from(index, 1_400);
  const tags = [text, ...planting.texts.slice(index + 1, index + 10)].map((tag) => tag.replaceAll(',', ';'));
  const client = await planting.send('post', '/api/clients', {
    ...{ name: asLine(text), company: text, notes: long, allow_duplicate: true, tags: [...new Set(tags)] },
    email: asEmail(text, index),
    other_phones: [
      { phone: `+1212555${String(1_000 + index)}`, label: text.slice(0, LIMITS.phone_label.max) },
    ],
  });
  const sameTags = { add_tags: tags.slice(-1), remove_tags: tags.slice(-1) };
  await planting.send('post', '/api/clients/changes', { ids: [client?.id], ...sameTags });
  const tabs = ['', '?tab=timeline', '?tab=appointments', '?tab=conversations'];
  planting.rowIsSeenAt(index, client, ({ id }) => `/clients/${id}${tabs[index % tabs.length]!}`);
  const appointment = await planting.send('post', '/api/appointments', {
    ...{ client_id: client?.id, title: text, notes: long, external_id: text, duration_minutes: 15 },
    // Those of the agent below are of the other resources.
    ...{ team_notes: long, attendee_name: text, resource: 'main' },
    starts_at: new Date(FIRST_MS + index * QUARTER_MS).toISOString(),
  });
  planting.rowIsSeenAt(index, appointment, ({ id }) => `/appointments/${id}?date=2027-04-06`);
  const user = await planting.send('post', '/api/users', {
    ...{ email: asEmail(text, index), name: asLine(text), role: 'viewer', password: PASSWORD },
  });
  planting.rowIsSeenAt(index, user, ({ id }) => `/users/${id}`);
  // No two have the same name, and some of the texts differ in their case alone.
  await planting.send('post', '/api/settings/saved-replies', {
    name: `${text.slice(0, 190)} ${index}`,
    text: long,
  });
  await planting.send('post', '/api/settings/keys', { name: asLine(text), scopes: ['panel:read'] });
  await planting.send('post', '/api/assistant-accounts', { name: text, type: 'teams', description: long });
  if (index < LIMITS.hooks_max - 1) {
    const url = `https://hooks.example.com/${text.replaceAll(/\s/g, '')}`;
    await planting.send('post', '/api/settings/hooks', { url, events: ['client.created'], active: false });
  }
  for (const search of SEARCHES) planting.isSeenAt(index, search + inAddress(text));
}

/**
 * The agent's messages and bookings, the team's replies and notes; the chats bear names of the texts too.
 * @param conversation that all see, and its `chat_id`
 */
export async function plantChat(
  planting: Planting,
  index: number,
  conversation: { id: string; chat_id: string },
): Promise<void> {
  const text = planting.texts[index]!;
  const long = planting.from(index, 1_400);
  const ping = { chat_id: text, channel: text, contact: { name: text, phone: text } };
  const message = { role: index % 2 === 0 ? 'user' : 'assistant', text: long };
  const begun = await planting.send('post', '/api/conversations/ping', { ...ping, message }, AS_AGENT);
  planting.rowIsSeenAt(index, begun, ({ conversation_id }) => `/conversations/${conversation_id}`);
  const talk = { chat_id: conversation.chat_id, message: { role: 'user', text, external_id: text } };
  await planting.send('post', '/api/conversations/ping', talk, AS_AGENT);
  const path = `/api/conversations/${conversation.id}`;
  await planting.send('post', `${path}/messages`, { text });
  await planting.send('post', `${path}/notes`, { text: long });
  planting.isSeenAt(index, `/memory/chats/${inAddress(text)}`);
  const { texts } = planting;
  const services = servicesOf(texts);
  const booking = {
    ...{ client: { name: text, phone: text, email: text }, title: text, notes: long, chat_id: text },
    ...{
      resource: texts[index % RESOURCES],
      service: services[index % services.length],
      external_id: `agent ${index}`,
    },
    starts_at: new Date(FIRST_MS + index * QUARTER_MS).toISOString(),
  };
  await planting.send('post', '/api/appointments', booking, AS_AGENT);
}

export async function plantClientsByFile({ t, admin, texts, refused, written }: Planting): Promise<void> {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = texts.map((text) => [text, text, text.replaceAll(/[,;]/g, ' '), text].map(cell).join());
  const path = '/api/clients/import';
  const { status, body } = await t.http
    .post(path)
    .set({ ...admin.bearer, 'content-type': 'text/csv' })
    .send(['name,company,tags,notes', ...rows].join('\r\n'));
  if (status !== 200) throw new Error(`The file was refused: ${JSON.stringify(body)}`);
  written.push({ path, body: undefined });
  const { failed } = body as ClientImportDto;
  refused.push(...failed.map(({ row, field, code }) => `row ${row}: ${field} ${code}`));
}

/** As they are stored: in one line, and no two of the same name. */
function servicesOf(texts: readonly string[]): string[] {
  const names = new Map(texts.map(oneLine).map((name) => [foldName(name), name]));
  return [...names.values()].slice(0, LIMITS.services.max);
}

function dayOff(index: number) {
  const day = new Date(Date.UTC(2030, 0, 1 + index)).toISOString().slice(0, 10);
  return { from: day, to: day };
}
