/** Which columns tell an hour, in a time zone. */
const hourOf = (at: string, zone: string) => `to_char(${at} at time zone ${zone}, 'HH24')`;

/** By whom a booking was made; what was not recorded is `agent` or `other`. */
const MAKER = `case when a.made_by_agent is not true then 'other' when a.made_in_hours is null then 'agent'
  when a.made_in_hours then 'agent_in_hours' else 'agent_outside_hours' end`;

/** The second at which the minute of an answer begins. */
const MINUTE = `(a.first_answer_s / 60 * 60)`;

const MINUTES = `extract(epoch from a.ends_at - a.starts_at) / 60`;

const CONVERSATIONS = `(
  select created_at, channel, conversation_outcome(conversations) as outcome, first_answer_s from conversations
  union all select created_at, channel, outcome, first_answer_s from erased_conversation_figures
)`;

/**
 * What is counted of days: of each figure a number for each key, whose parts are separated by colons. The last part is what
 * all figures need: who made it, the status, how it went, or the seconds until an answer.
 * @param days a relation with `day`, `begins` and `ends`
 * @param zone an expression for the time zone
 */
export function cellsOf(days: string, zone: string): string {
  const counted = (figure: string, key: string, rows: string, moved = '0', minutes = '0') => `
    select '${figure}' as figure, d.day, ${key} as key, count(*)::int as n,
      ${moved}::int as moved, round(${minutes})::int as minutes
    from ${days} as d cross join lateral (${rows}) as a group by d.day, ${key}`;
  const made = (more = '', columns = '') =>
    `select a.source, a.created_at, a.resource_id, ${MAKER} as maker ${columns} from appointments as a ${more}
     where a.created_at >= d.begins and a.created_at < d.ends`;
  const visits = (more = '', columns = '') =>
    `select a.source, a.starts_at, a.ends_at, a.status, a.times_moved, a.resource_id ${columns} from appointments as a ${more}
     where a.starts_at >= d.begins and a.starts_at < d.ends`;
  const begun = `select * from ${CONVERSATIONS} as a where a.created_at >= d.begins and a.created_at < d.ends`;
  const answered = `${begun} and a.first_answer_s is not null`;
  const moved = `count(*) filter (where a.times_moved > 0)`;
  const services = 'join appointment_services as s on s.appointment_id = a.id';
  const places = `cross join lateral unnest(array_remove(array[a.resource_id, a.room_id], null)) as place (id)`;
  return [
    counted('made', `${hourOf('a.created_at', zone)} || ':' || a.maker`, made()),
    counted('made_source', `a.source || ':' || a.maker`, made()),
    counted('made_service', `a.service_id || ':' || a.maker`, made(services, ', s.service_id')),
    counted('made_resource', `a.resource_id || ':' || a.maker`, made()),
    counted(
      'visit',
      `concat_ws(':', extract(isodow from d.day), ${hourOf('a.starts_at', zone)}, a.status)`,
      ...([visits(), moved, `sum(${MINUTES})`] as const),
    ),
    counted('visit_source', `a.source || ':' || a.status`, visits(), moved, `sum(${MINUTES})`),
    counted(
      'visit_service',
      `a.service_id || ':' || a.status`,
      ...([
        visits(services, ', s.service_id, s.duration_minutes'),
        moved,
        'sum(a.duration_minutes)',
      ] as const),
    ),
    counted(
      'visit_resource',
      `a.place_id || ':' || a.status`,
      ...([visits(places, ', place.id as place_id'), moved, `sum(${MINUTES})`] as const),
    ),
    counted('chat', `${hourOf('a.created_at', zone)} || ':' || a.outcome`, begun),
    counted('chat_channel', `a.channel || ':' || a.outcome`, begun),
    counted('answer', `${MINUTE}::text`, answered),
    counted('answer_s', `${MINUTE} || ':' || a.first_answer_s`, answered),
  ].join(' union all ');
}
