/*
 * What the dashboard says of the memory database: one statement, whose columns are JSON. $1 is now; $2 are the
 * dates of the last 14 days, $3 the instants at which they begin, and behind them the one at which today ends.
 */

const NOW = '$1::timestamptz';

const MESSAGES_BY_DAY = `
  (select json_agg(row_to_json(shown) order by date)::text from (
     select date,
            coalesce(sum(written) filter (where role = 'user'), 0) as "user",
            coalesce(sum(written) filter (where role = 'assistant'), 0) as assistant,
            coalesce(sum(written) filter (where role = 'operator'), 0) as operator
     from unnest($2::text[]) with ordinality as days (date, day)
     left join (
       select width_bucket(timestamp, $3::timestamptz[]) as day, role, count(*) as written
       from chat_history
       where timestamp >= ($3::timestamptz[])[1] and timestamp < ($3::timestamptz[])[15]
       group by 1, 2
     ) as messages using (day)
     group by date
   ) as shown) as messages_by_day_14d`;

const completed = (condition: string) =>
  `(select count(*) from assistant_tasks where status = 'completed' and ${condition})`;

const TASKS = `
  (select row_to_json(shown)::text from (select
     (select count(*) from assistant_tasks where status = 'pending') as pending,
     ${completed(`updated_at > ${NOW} - interval '168 hours'`)} as completed_7d,
     ${completed(
       `updated_at > ${NOW} - interval '336 hours' and updated_at <= ${NOW} - interval '168 hours'`,
     )} as completed_previous_7d
   ) as shown) as tasks`;

export const MEMORY_PART = `select ${MESSAGES_BY_DAY}, ${TASKS}`;
