import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What the client of each appointment was told last, and which appointments have changed since. */
export class KeepWhatWasTold1796404000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(TOLD_ALREADY);
    await runner.query(KINDS);
  }
}

/** It has no key to appointments: it outlives them until the client has heard that one is deleted. */
const TABLE = `
  create table told_appointments (
    appointment_id uuid not null,
    client_id uuid not null,
    kind text,
    at timestamptz(3),
    starts_at timestamptz(3),
    resource text,
    status text,
    recipient text,
    mail_id uuid,
    changed_at timestamptz(3),
    deleted jsonb,
    constraint told_appointments_pkey primary key (appointment_id),
    constraint told_appointments_client foreign key (client_id) references clients (id) on delete cascade
  );
  create index told_appointments_changed on told_appointments (changed_at) where changed_at is not null;
  create index told_appointments_of_client on told_appointments (client_id);
`;

/**
 * The last mail to the client is what was told, with the state that the appointment had then, by its history. All others know
 * how their appointments stand. Nothing is due: no row has changed.
 */
const TOLD_ALREADY = `
  insert into told_appointments (appointment_id, client_id, kind, at, starts_at, resource, status, recipient, mail_id)
  select a.id, a.client_id, mail.kind, coalesce(mail.at, a.updated_at), coalesce(was.starts_at, a.starts_at),
    coalesce(was.resource, a.resource), coalesce(was.status, a.status), mail.recipient, mail.id
  from appointments as a
    left join lateral (
      select m.id, m.kind, m.recipient, m.created_at as at, case when m.about like 'change:%' then split_part(m.about, ':', 2)::int
        else (select max(e.version) from appointment_events as e where e.appointment_id = a.id and e.at <= m.created_at)
        end as version
      from mails as m
      where m.appointment_id = a.id and m.client_id = a.client_id and m.status in ('sent', 'waiting')
        and (m.about like 'change:%' or m.about like 'reminder:%')
      order by m.created_at desc, m.id desc limit 1) as mail on true
    left join lateral (
      select
        (select e.to_status from appointment_events as e where e.appointment_id = a.id and e.version <= mail.version
         order by e.version desc limit 1) as status,
        (select (one ->> 'before')::timestamptz from appointment_events as e, jsonb_array_elements(e.changes) as one
         where e.appointment_id = a.id and e.version > mail.version and one ->> 'field' = 'starts_at'
         order by e.version limit 1) as starts_at,
        (select one ->> 'before' from appointment_events as e, jsonb_array_elements(e.changes) as one
         where e.appointment_id = a.id and e.version > mail.version and one ->> 'field' = 'resource'
         order by e.version limit 1) as resource) as was on mail.version is not null
  where a.starts_at > now();
`;

const KINDS = `
  update mail_settings set sends = sends
    || jsonb_build_object('requested', sends -> 'booked', 'declined', sends -> 'cancelled');
`;
