import type { Calendar } from '../calendar';
import { CHATS, CLIENTS } from '../data/demo-data';
import type { DemoClient } from '../data/demo-entries';
import type { DemoPart } from '../demo-part';

/** A client for each chat with a name, active when the chat began, and clients without a chat. */
export const clients: DemoPart = {
  name: 'clients',
  database: 'panel',
  insert: `
    insert into clients (id, name, phone, email, company, status, source, tags, notes, last_activity_at, created_at, updated_at)
    select id, name, replace(phone, ' ', ''), email, company, status, source, tags, notes, last_activity_at, created_at, created_at
    from json_populate_recordset(null::clients, $1) as demo
    where not exists (select from clients where id = demo.id or phone = replace(demo.phone, ' ', ''))
    returning id`,
  rows: (calendar) => [...writers(calendar), ...others(calendar)],
};

function writers(calendar: Calendar): object[] {
  return CHATS.flatMap(({ contact_name, contact_phone, channel, ago, time }) => {
    if (contact_name === null) return [];
    const { since = ago, ...fields } = CLIENTS.find(({ name }) => name === contact_name) ?? {};
    const source = channel === 'phone' ? 'phone' : 'chat';
    const active = { last_activity_at: calendar.at(ago, time) };
    return [rowOf({ name: contact_name, phone: contact_phone, source, since, ...fields }, calendar, active)];
  });
}

function others(calendar: Calendar): object[] {
  const writing = new Set(CHATS.map(({ contact_name }) => contact_name));
  return CLIENTS.filter(({ name }) => !writing.has(name)).map(({ since = 0, ...client }) => {
    const { active } = client;
    const last_activity_at = active === undefined ? null : calendar.at(active, '15:10');
    return rowOf({ ...client, since }, calendar, { last_activity_at });
  });
}

type ClientFields = Omit<DemoClient, 'phone' | 'since'> & { phone?: string | null; since: number };

function rowOf(
  { since, active: _active, ...fields }: ClientFields,
  calendar: Calendar,
  active: { last_activity_at: Date | null },
): object {
  const created_at = calendar.at(since, '07:30');
  const missing = { phone: null, email: null, company: '', status: 'active', tags: [], notes: '' };
  return { ...missing, ...fields, ...active, id: idOf(created_at, fields.name), created_at };
}

/** A deterministic UUID v7 for a name, the same on each run of a day. */
function idOf(created_at: Date, name: string): string {
  const time = created_at.getTime().toString(16).padStart(12, '0');
  let number = 0;
  for (const letter of name) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 0x7fffffff;
  const tail = number.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`;
}
