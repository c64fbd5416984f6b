import type { AppointmentSource, AppointmentStatus } from '@groupless/shared-dto';
import { createHash } from 'node:crypto';
import type { Calendar } from './calendar';
import { CHATS } from './chats/chats';
import type { DemoPart } from './demo-part';

interface DemoAppointment {
  client: string;
  title: string;
  /** Working days since it took place; below zero it lies ahead. */
  ago: number;
  time: string;
  minutes: number;
  status: AppointmentStatus;
  source: AppointmentSource;
  resource: 'main' | 'Stand 2' | 'Test ride';
}

type Line = [
  client: string,
  title: string,
  ago: number,
  time: string,
  minutes: number,
  status: AppointmentStatus,
  source: AppointmentSource,
  resource?: DemoAppointment['resource'],
];

/** Those of the last weeks have ended one way or another; those to come are confirmed or wait for it. */
const LINES: Line[] = [
  ['Grace Okafor', 'Yearly service, two town bikes', 24, '09:00', 90, 'completed', 'panel'],
  ['Kofi Mensah', 'Fleet service, bikes 1 to 3', 22, '09:00', 180, 'completed', 'phone', 'Stand 2'],
  ['Tom Hargreaves', 'Touring check before Lisbon', 21, '13:30', 60, 'completed', 'chat'],
  ['Mette Sørensen', 'Brake pads, cargo bike', 19, '10:00', 45, 'completed', 'phone'],
  ['김도윤', 'Motor noise, with the log', 18, '16:00', 60, 'completed', 'chat', 'Stand 2'],
  ['Callum Reid', 'Puncture', 17, '11:00', 30, 'no_show', 'phone'],
  ['Hannah Pike', 'Weekly check', 16, '09:30', 30, 'completed', 'chat'],
  ['Piotr Zieliński', 'New chain and cassette', 14, '14:00', 60, 'completed', 'phone'],
  ['Ọláyínká Adébáyọ̀', 'Fitting, road bike', 13, '15:00', 90, 'completed', 'chat', 'Test ride'],
  ['Sabine Krüger', 'Dynamo light', 12, '10:30', 45, 'cancelled', 'chat'],
  ['Hannah Pike', 'Weekly check', 11, '09:30', 30, 'completed', 'chat'],
  ['Kofi Mensah', 'Fleet service, bikes 4 to 6', 10, '09:00', 180, 'completed', 'phone', 'Stand 2'],
  ['Lucía Ferrer', 'Test ride, folding bike', 9, '17:00', 30, 'no_show', 'chat', 'Test ride'],
  ['Οδυσσέας Παππάς', 'Tandem: both headsets', 8, '13:00', 120, 'completed', 'phone'],
  ['Наталія Бондар', 'Child seat fitted', 7, '16:30', 45, 'completed', 'chat'],
  ['Hannah Pike', 'Weekly check', 6, '09:30', 30, 'completed', 'chat'],
  ['Bilal Ahmed', 'Gears slip under load', 5, '11:30', 60, 'completed', 'phone', 'Stand 2'],
  ['Élodie Marchand', 'Two bikes for the atelier', 4, '14:00', 60, 'completed', 'panel'],
  ['高橋 さくら', 'Saddle height, and a bell', 3, '12:00', 30, 'completed', 'chat'],
  ['Ana Souza', 'Test ride, e-bike', 2, '17:00', 45, 'cancelled', 'phone', 'Test ride'],
  ['נועה לוי', 'Hinge of the folding bike', 2, '10:00', 60, 'completed', 'chat'],
  ['सिद्धार्थ राव', 'The trike before market day', 1, '15:00', 60, 'completed', 'panel', 'Stand 2'],
  ['Hannah Pike', 'Weekly check', 1, '09:30', 30, 'completed', 'chat'],
  ['王小雨', 'First service', 0, '09:30', 45, 'confirmed', 'chat'],
  ['أمينة خليل', 'Red city bike: rear wheel', 0, '11:00', 60, 'confirmed', 'phone'],
  ['Priya Nair', 'Commuter check', 0, '14:00', 45, 'pending', 'chat'],
  ['Tom Hargreaves', 'Wheels back from Lisbon', 0, '16:00', 60, 'confirmed', 'panel', 'Stand 2'],
  ['Kofi Mensah', 'Fleet service, bikes 7 to 9', -1, '09:00', 180, 'confirmed', 'phone', 'Stand 2'],
  ['Callum Reid', 'Puncture, second try', -1, '10:00', 30, 'pending', 'phone'],
  ['ณัฐพล ศรีสุข', 'Test ride, cargo bike', -1, '15:30', 45, 'pending', 'chat', 'Test ride'],
  ['Mette Sørensen', 'Second battery', -2, '13:00', 30, 'confirmed', 'phone'],
  ['Bilal Ahmed', 'Gears, once more', -2, '11:30', 30, 'pending', 'chat', 'Stand 2'],
  ['Hannah Pike', 'Weekly check', -4, '09:30', 30, 'confirmed', 'chat'],
  ['김도윤', 'Controller update', -5, '16:00', 45, 'pending', 'chat'],
  ['Grace Okafor', 'Winter tyres, two town bikes', -8, '09:00', 60, 'confirmed', 'panel'],
  ['Kofi Mensah', 'Fleet service, bikes 10 and 11', -11, '09:00', 120, 'confirmed', 'phone', 'Stand 2'],
];

/** Booked so many working days before, but not ahead of the day on which the demo is filled. */
const BOOKED_BEFORE = 3;

/** What is booked meanwhile keeps its time: the demo gives way. */
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
  rows: (calendar) => LINES.map((line) => toRow(readLine(line), calendar)),
};

function readLine([
  client,
  title,
  ago,
  time,
  minutes,
  status,
  source,
  resource = 'main',
]: Line): DemoAppointment {
  return { client, title, ago, time, minutes, status, source, resource };
}

function toRow({ ago, time, ...appointment }: DemoAppointment, calendar: Calendar): object {
  const { client, title, source } = appointment;
  const created_at = calendar.at(Math.max(ago, 0) + BOOKED_BEFORE, '08:15');
  const chat = source === 'chat' ? CHATS.find(({ contact_name }) => contact_name === client) : undefined;
  return {
    ...appointment,
    id: idOf(`${client} ${title} ${ago}`, created_at),
    starts_at: calendar.at(ago, time),
    chat_id: chat?.chat_id ?? null,
    steps: stepsTo(appointment),
    created_at,
  };
}

/** The statuses on the way to the last one. */
function stepsTo({ status, source }: Pick<DemoAppointment, 'status' | 'source'>): AppointmentStatus[] {
  const asked: AppointmentStatus[] = source === 'panel' ? ['confirmed'] : ['pending', 'confirmed'];
  if (status === 'pending') return ['pending'];
  return status === 'confirmed' ? asked : [...asked, status];
}

/** A UUID v7 that is the same in every run on the same day. */
function idOf(name: string, madeAt: Date): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes.writeUIntBE(madeAt.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
