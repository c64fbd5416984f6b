import appointments from '../../../../demo/appointments.json';
import chats from '../../../../demo/chats.json';
import listed from '../../../../demo/clients.json';
import settings from '../../../../demo/settings.json';
import { readTime } from '../../../platform/validation/times/local-time';
import { newId } from '../../../shared/new-id';
import type { Calendar } from './calendar';
import { readScript } from './chat-script';

/** The working days between booking and start, or before today for future ones. */
const BOOKED_BEFORE = 3;
const CLOSED_AFTER_WORKDAYS = 12;
/** The last messages of customers within this time are unread. */
const UNREAD_WORKDAYS = 6;

type Appointment = (typeof appointments)[number];
type Chat = (typeof chats)[number];
type Client = ReturnType<typeof clientRow>;

/** Days of the files count in working days before `calendar.today`; times are in UTC, those of appointments local. */
export function panelRows(calendar: Calendar) {
  const clients = [...writers(calendar), ...others(calendar)];
  const idOf = (name: string | null) => clients.find((client) => client.name === name)?.id ?? null;
  const booked = appointments.map((one) => appointmentRow(one, idOf(one.client), calendar));
  return {
    clients,
    appointments: booked.map(({ steps, ...appointment }) => ({ ...appointment, version: steps.length })),
    appointment_events: booked.flatMap(eventsOf),
    conversations: chats.map((chat) => conversationRow(chat, clients, calendar)),
  };
}

/** Who gave a name in a chat is a client, and was active when the chat began. */
function writers(calendar: Calendar): Client[] {
  return chats.flatMap(({ contact_name: name, contact_phone: phone, channel, ago, time }) => {
    if (name === null) return [];
    const source = channel === 'phone' ? 'phone' : 'chat';
    const known = listed.find((client) => client.name === name);
    return [clientRow({ name, phone, source, since: ago, ...known }, calendar.at(ago, time), calendar)];
  });
}

function others(calendar: Calendar): Client[] {
  return listed
    .filter(({ name }) => !chats.some(({ contact_name }) => contact_name === name))
    .map((client) => {
      const active = client.active === undefined ? null : calendar.at(client.active, '15:10');
      return clientRow(client, active, calendar);
    });
}

interface ClientFields extends Omit<Partial<(typeof listed)[number]>, 'phone'> {
  name: string;
  phone?: string | null;
}

function clientRow(client: ClientFields, last_activity_at: Date | null, calendar: Calendar) {
  const {
    name,
    phone,
    email = null,
    company = '',
    status = 'active',
    source,
    tags = [],
    notes = '',
  } = client;
  const created_at = calendar.at(client.since ?? 0, '07:30');
  return {
    id: newId(created_at),
    name,
    phone: dialled(phone),
    email,
    company,
    status,
    source,
    tags,
    notes,
    last_activity_at,
    created_at,
    updated_at: created_at,
  };
}

const dialled = (phone: string | null = null) => phone?.replaceAll(' ', '') ?? null;

function appointmentRow(
  { client, title, ago, time, minutes, status, source, resource }: Appointment,
  client_id: string | null,
  calendar: Calendar,
) {
  const created_at = calendar.at(Math.max(ago, 0) + BOOKED_BEFORE, '08:15');
  const local = calendar.at(ago, time).toISOString().slice(0, 16);
  const starts_at = new Date(readTime('time', local, settings.time_zone));
  const chat = source === 'chat' ? chats.find(({ contact_name }) => contact_name === client) : undefined;
  return {
    id: newId(created_at),
    client_id,
    title,
    starts_at,
    ends_at: new Date(starts_at.getTime() + minutes * 60_000),
    status,
    source,
    resource,
    chat_id: chat?.chat_id ?? null,
    created_at,
    updated_at: created_at,
    steps: stepsTo(status, source),
  };
}

/** The statuses up to the last one. */
function stepsTo(status: string, source: string): string[] {
  if (status === 'pending') return ['pending'];
  const asked = source === 'panel' ? ['confirmed'] : ['pending', 'confirmed'];
  return status === 'confirmed' ? asked : [...asked, status];
}

function eventsOf({ id, source, created_at, steps }: ReturnType<typeof appointmentRow>): object[] {
  return steps.map((to_status, place) => ({
    appointment_id: id,
    version: place + 1,
    at: new Date(created_at.getTime() + place * 3_600_000),
    key_name: place === 0 && source !== 'panel' ? 'AGENT_API_KEY' : null,
    from_status: steps[place - 1] ?? null,
    to_status,
  }));
}

function conversationRow(chat: Chat, clients: Client[], calendar: Calendar): object {
  const { chat_id, channel, contact_name, ago } = chat;
  const messages = readScript(chat.messages, calendar.at(ago, chat.time));
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`The chat ${chat_id} has no message.`);
  const answered = messages.findLastIndex(({ role }) => role !== 'user') + 1;
  const unread_count = ago > UNREAD_WORKDAYS ? 0 : messages.length - answered;
  const contact_phone = dialled(chat.contact_phone);
  const client = clients.find(({ phone }) => phone !== null && phone === contact_phone);
  return {
    id: newId(first.sent_at),
    chat_id,
    channel,
    contact_name,
    contact_phone,
    client_id: client?.id ?? null,
    status: chat.status ?? (ago > CLOSED_AFTER_WORKDAYS ? 'closed' : 'open'),
    unread_count,
    // The ids that the memory gives them are not known here.
    received_ids: Array.from({ length: unread_count }, (_, index) => index + 1),
    last_message_at: last.sent_at,
    last_message_role: last.role,
    last_message_preview: last.text.slice(0, 200),
    agent_last_seen_at: last.sent_at,
    created_at: first.sent_at,
    updated_at: last.sent_at,
  };
}
