import { BOOKER, mailedToSql } from '../shared/mailed-to';

/** Whether the event `e` cancelled its appointment: what a cancelled one is changed in later has that status, too. */
export const IS_CANCELLATION = `(e.to_status = 'cancelled' and e.from_status is distinct from 'cancelled')`;

/** Those of a deleted appointment are one text by then. */
const SERVICES = `coalesce((
  select json_agg(json_build_object('name', s.name, 'price', case when s.archived_at is null then s.price end)
                  order by booked.position)
  from appointment_services as booked join services as s on s.id = booked.service_id where booked.appointment_id = a.id
), case when a.service is null then '[]' else json_build_array(json_build_object('name', a.service)) end)`;

/** Whether who is mailed about an appointment `a` wants reminders. */
export const WANTS_REMINDERS = `case when ${BOOKER} is null then 'mail' <> all(c.no_reminders)
  else not coalesce((${BOOKER} ->> 'no_reminders')::boolean, false) end`;

/** The columns of `NotifiedAppointment`, from an appointment `a`, a client `c` and who booked it for them. */
export const notifiedColumns = (booker = BOOKER) => `
  a.id, c.id as client_id, ${mailedToSql(booker)} as email, ${booker} is not null as is_booker,
  case when ${booker} is null then c.language end as language, coalesce(${booker} ->> 'name', c.name) as client_name, a.attendee_name, a.title, a.resource, a.status,
  a.starts_at, a.ends_at, a.version, a.updated_at, case when a.status = 'cancelled' then (
    select (select one ->> 'after' from jsonb_array_elements(e.changes) as one where one ->> 'field' = 'reason')
    from appointment_events as e where e.appointment_id = a.id and ${IS_CANCELLATION}
    order by e.version desc limit 1) end as reason, ${SERVICES} as services`;

/** Whether the event `e` gave its appointment a time that the client did not have before. */
const IS_NEW = `(e.version = 1 or e.from_status = 'pending' and e.to_status = 'confirmed'
  or exists (select from jsonb_array_elements(e.changes) as one where one ->> 'field' = 'starts_at'))`;

/** Which reminder it is: of how many hours before, and of which start. Each is sent once. */
export const ABOUT_REMINDER = `'reminder:' || h.hours || ':' || floor(extract(epoch from a.starts_at))::bigint`;

/**
 * The appointments whose time for a reminder has come, and which were agreed for their time before that. $1: now, $2: how many
 * hours before; $3: reminders whose time was before this are given up.
 */
export const DUE_REMINDERS = `
  from unnest($2::int[]) as h (hours)
    join appointments as a on a.starts_at > greatest($1, $3::timestamptz + make_interval(hours => h.hours))
      and a.starts_at <= $1::timestamptz + make_interval(hours => h.hours)
    join clients as c on c.id = a.client_id
  where a.status = 'confirmed'
    and not exists (select from imported_appointments as i where i.appointment_id = a.id and not i.reminds)
    and (select max(e.at) from appointment_events as e where e.appointment_id = a.id and ${IS_NEW})
      <= a.starts_at - make_interval(hours => h.hours)`;
