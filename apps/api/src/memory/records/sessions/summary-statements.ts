import { LIMITS } from '@groupless/shared-dto';
import { unnestParameters } from '../../../database/statements/unnest-parameters';
import { SESSION_JSON } from '../../row-json';
import { SUMMARY_TEXTS } from './new-session';

/** The columns of a new session, in the order of the parameters. The last parameter is `named_tasks`. */
export const STORED = [
  ...SUMMARY_TEXTS,
  'decisions_list',
  'sent_digest',
  'written_by',
  'written_through',
  'writer_id',
  'key_id',
  'owner_id',
  'session_id',
  'branch',
  'head',
  'machine',
  'made',
  'session_date',
  'idempotency_key',
] as const;
const CASTS: Partial<Record<(typeof STORED)[number], string>> = {
  decisions_list: 'decisions_list::jsonb',
  session_date: 'coalesce(session_date::timestamptz, now())',
};
const SENT = STORED.map((column) => CASTS[column] ?? column).join(', ');

/** The same as `unknown_projects()`, written out because PostgreSQL starts a function anew for each row. */
const UNKNOWN = `
  to_json(array(
    select distinct btrim(word) from unnest(string_to_array(projects_touched, ',')) as word
    where btrim(word) <> ''
      and not exists (select from jsonb_each_text(projects) as known_name where names_listed(known_name.value, word))
  )) as unknown`;

/**
 * Which of the named texts are those of pending tasks, of the projects of a session or of none; of all where it has none. The digests
 * are one array, so that the index finds them; they are computed as `text_digest()` does, again without its start for each text.
 */
const stillPending = (named: string, projects: string) => `
  array(
    select distinct task from assistant_tasks
    where status = 'pending'
      and text_digest(task) = any (array(
        select sha256(convert_to(text, 'UTF8')) from jsonb_array_elements_text(${named}::jsonb) as entry (text)))
      and (project_id is null or ${projects} ? project_id::text or ${projects} = '{}' and assistant_tasks.private_to is null)
    order by task limit ${LIMITS.held_rows.max}
  ) as still_pending`;

/** What the same key stored a short time ago with the same texts: its call is repeated. */
const SAME_TEXT = `
  select id as known_id from assistant_sessions as known
  where known.key_id = asked.key_id and text_digest(known.summary) = text_digest(asked.summary)
    and known.sent_digest = asked.sent_digest
    and known.stored_at > now() - make_interval(hours => ${LIMITS.same_summary_hours})
  order by known.id desc limit 1`;

/** Inserts sessions. Their ids are taken first, so that each row is matched to its caller. */
export const INSERT = {
  name: 'insert_sessions',
  text: `
    with asked as materialized (
      select asked.*, known_id
      from ${unnestParameters([...STORED, 'named_tasks'].map(() => 'text'))}
        with ordinality as asked (${STORED.join(', ')}, named_tasks, place)
      left join lateral (${SAME_TEXT}) as known on true
    ), sent as materialized (
      select nextval((select pg_get_serial_sequence('assistant_sessions', 'id')::regclass)) as sent_id, asked.* from asked
      where known_id is null
    ), known as materialized (
      select place as known_place, known_id, named_tasks from asked where known_id is not null
    ), inserted as (
      insert into assistant_sessions (id, ${STORED.join(', ')})
      select sent_id, ${SENT} from sent order by place
      returning id, ${SESSION_JSON} as row, ${UNKNOWN}, 'created' as result, projects, private_to
    )
    select place::int, id, row, unknown, result, private_to, ${stillPending('named_tasks', 'inserted.projects')}
    from inserted join sent on sent_id = id
    union all
    select known_place::int, id, ${SESSION_JSON}, ${UNKNOWN}, 'exists', private_to, ${stillPending('named_tasks', 'projects')}
    from known join assistant_sessions on id = known_id`,
};

/**
 * A repeat is compared with what was sent first. Where there is no digest of it, the first version keeps it if somebody has
 * corrected the row.
 */
export const FIND_BY_KEY = `
  select id, ${SESSION_JSON} as row, ${UNKNOWN}, 'exists' as result, private_to, ${stillPending('$10', 'projects')},
         case when sent_digest is null
           then (${SUMMARY_TEXTS.map((column) => `sent ->> '${column}'`).join(', ')}) is not distinct from ($1, $2, $3, $4, $5, $6)
           else sent_digest = $8 end as same
  from assistant_sessions
  cross join lateral (
    select coalesce(
      (select before from memory_versions
       where kind = 'session' and row_id = assistant_sessions.id and before is not null order by version limit 1),
      to_jsonb(assistant_sessions)
    ) as sent
  ) as first
  where idempotency_key = $7 and session_id is null and key_id is not distinct from $9
    and coalesce(stored_at, session_date) > now() - make_interval(hours => ${LIMITS.idempotency_hours})
  order by session_date desc
  limit 1`;

/** Whether a session's summary came with this key, now or before it was changed. */
export const HAS_KEY = `
  select from assistant_sessions where id = $1 and idempotency_key = $2
  union all
  select from memory_versions where kind = 'session' and row_id = $1 and before ->> 'idempotency_key' = $2`;

export const READ = `
  select id, ${SESSION_JSON} as row, ${UNKNOWN}, private_to, ${stillPending('$2', 'projects')} from assistant_sessions where id = $1`;
