/*
 * What the dashboard says of the panel database: one statement, whose columns are JSON. $1 is now; $2 are the
 * dates of the last 30 days, $3 the instants at which they begin, and behind them the one at which today ends.
 */

const NOW = '$1::timestamptz';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Never a number of days: one that the clocks change on has not 24 hours. */
const HOURS = { day: `interval '24 hours'`, week: `interval '168 hours'`, month: `interval '720 hours'` };

const kept = (count: string) => `(select coalesce(sum(count), 0) from row_counts where name = '${count}')`;
const counted = (from: string) => `(select count(*) from ${from})`;

const CLIENTS = `
  (select row_to_json(shown)::text from (select
     ${kept('clients')} as total,
     ${counted(`clients where created_at > ${NOW} - ${HOURS.month}`)} as new_30d,
     ${counted(
       `clients where created_at > ${NOW} - 2 * ${HOURS.month} and created_at <= ${NOW} - ${HOURS.month}`,
     )} as new_previous_30d
   ) as shown) as clients`;

const BY_DAY = `
  (select json_agg(row_to_json(shown) order by date) from (
     select date,
            coalesce(sum(booked) filter (where source = 'phone'), 0) as phone,
            coalesce(sum(booked) filter (where source = 'chat'), 0) as chat,
            coalesce(sum(booked) filter (where source = 'panel'), 0) as panel
     from unnest($2::text[]) with ordinality as days (date, day)
     left join (
       select width_bucket(created_at, $3::timestamptz[]) as day, source, count(*) as booked
       from appointments
       where created_at >= ($3::timestamptz[])[1] and created_at < ($3::timestamptz[])[31]
       group by 1, 2
     ) as bookings using (day)
     group by date
   ) as shown)`;

const TODAY = `
  (select row_to_json(shown) from (
     select count(*) filter (where status = 'pending') as pending,
            count(*) filter (where status = 'confirmed') as confirmed,
            count(*) filter (where status = 'completed') as completed,
            count(*) filter (where status = 'cancelled') as cancelled,
            count(*) filter (where status = 'no_show') as no_show
     from appointments
     where starts_at >= ($3::timestamptz[])[30] and starts_at < ($3::timestamptz[])[31]
   ) as shown)`;

const LIVE = `status in ('pending', 'confirmed')`;

/** The shape is `AppointmentDto`. */
const NEXT = `
  (select coalesce(json_agg(row_to_json(shown) order by shown.starts_at, shown.id), '[]') from (
     select a.id, a.client_id, json_build_object('id', c.id, 'name', c.name) as client, a.title,
            ${time('a.starts_at')} as starts_at, ${time('a.ends_at')} as ends_at, a.status, a.source, a.resource,
            a.notes, a.chat_id, a.external_id, ${time('a.created_at')} as created_at,
            ${time('a.updated_at')} as updated_at
     from (select * from appointments where ${LIVE} and starts_at >= ${NOW} order by starts_at, id limit 8) as a
     join clients as c on c.id = a.client_id
   ) as shown)`;

const APPOINTMENTS = `
  (select row_to_json(shown)::text from (select
     ${TODAY} as today,
     ${counted(`appointments where ${LIVE} and starts_at >= ${NOW} and starts_at < ${NOW} + ${HOURS.week}`)} as next_7d,
     ${counted(`appointments where status = 'pending' and created_at < ${NOW} - ${HOURS.day}`)} as pending_over_24h,
     ${BY_DAY} as by_day_30d,
     ${NEXT} as next
   ) as shown) as appointments`;

/**
 * Of whatever chat, the agent's pings note the time once a second. What is newer than that is looked for where the
 * agent asks most: in the newest chats and in those where a person answers.
 */
const AGENT_LAST_SEEN = `
  (select ${time('max(agent_last_seen_at)')} from (
     select last_seen_at as agent_last_seen_at from agent_sightings
     union all
     (select agent_last_seen_at from conversations order by coalesce(last_message_at, created_at) desc, id desc limit 500)
     union all
     (select agent_last_seen_at from conversations where status = 'human'
      order by coalesce(last_message_at, created_at) desc, id desc limit 500)
   ) as seen)`;

const CONVERSATIONS = `
  ${kept('open_conversations')}::text as open,
  ${counted(`conversations where status = 'needs_human'`)}::text as needs_human,
  ${counted('conversations where unread_count > 0')}::text as unread,
  coalesce(to_json(${AGENT_LAST_SEEN})::text, 'null') as agent_last_seen_at`;

const ACTIVE_ACCOUNT = `
  coalesce((select row_to_json(shown)::text from (
     select id, name, type, session_data is not null as has_session,
            ${time('session_updated_at')} as session_updated_at, ${time('session_expires_at')} as session_expires_at
     from assistant_accounts where is_active
   ) as shown), 'null') as active_account`;

export const PANEL_PART = `select ${CLIENTS}, ${APPOINTMENTS}, ${CONVERSATIONS}, ${ACTIVE_ACCOUNT}`;
