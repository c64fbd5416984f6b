import type { AppointmentStatus } from '@groupless/shared-dto';
import { readTime } from '../../../platform/validation/times/local-time';
import type { Calendar } from '../calendar';
import { APPOINTMENTS, CHATS, SETTINGS } from '../data/demo-data';
import type { DemoAppointment } from '../data/demo-entries';
import { stableId } from '../data/stable-id';
import type { DemoPart } from '../demo-part';

/** The working days between booking and start, or before today for future ones. */
const BOOKED_BEFORE = 3;

/** On a conflict with a real appointment the demo's is skipped. */
export const appointments: DemoPart = {
  name: 'appointments',
  database: 'panel',
  insert: `
    with made as (
      insert into appointments
        (id, client_id, title, starts_at, ends_at, status, source, resource, chat_id, version, created_at, updated_at)
      select demo.id, found.id, title, starts_at, starts_at + make_interval(mins => minutes), demo.status, demo.source,
             resource, chat_id, json_array_length(steps), demo.created_at, demo.created_at
      from json_to_recordset($1) as demo
             (id uuid, client text, title text, starts_at timestamptz, minutes integer, status text, source text,
              resource text, chat_id text, steps json, created_at timestamptz),
           lateral (select id from clients where name = client order by created_at, id limit 1) as found
      on conflict do nothing
      returning id, created_at
    ), told as (
      insert into appointment_events (appointment_id, version, at, key_name, from_status, to_status)
      select made.id, place, made.created_at + make_interval(hours => place::int - 1),
             case when place = 1 and demo.source <> 'panel' then 'AGENT_API_KEY' end,
             case when place > 1 then demo.steps ->> (place::int - 2) end, step
      from made
        join json_to_recordset($1) as demo (id uuid, source text, steps json) on demo.id = made.id,
        lateral json_array_elements_text(demo.steps) with ordinality as taken (step, place)
    )
    select id from made`,
  rows: (calendar) => APPOINTMENTS.map((appointment) => toRow(appointment, calendar)),
};

function toRow({ ago, time, ...appointment }: DemoAppointment, calendar: Calendar): object {
  const { client, title, source } = appointment;
  const created_at = calendar.at(Math.max(ago, 0) + BOOKED_BEFORE, '08:15');
  const chat = source === 'chat' ? CHATS.find(({ contact_name }) => contact_name === client) : undefined;
  return {
    ...appointment,
    id: stableId(`${client} ${title} ${ago}`, created_at),
    starts_at: inItsZone(calendar.at(ago, time)),
    chat_id: chat?.chat_id ?? null,
    steps: stepsTo(appointment),
    created_at,
  };
}

/** Reads a UTC time as a local time of the business. */
function inItsZone(utc: Date): Date {
  return new Date(readTime('time', utc.toISOString().slice(0, 16), SETTINGS.time_zone));
}

/** The statuses up to the last one. */
function stepsTo({ status, source }: Pick<DemoAppointment, 'status' | 'source'>): AppointmentStatus[] {
  const asked: AppointmentStatus[] = source === 'panel' ? ['confirmed'] : ['pending', 'confirmed'];
  if (status === 'pending') return ['pending'];
  return status === 'confirmed' ? asked : [...asked, status];
}
