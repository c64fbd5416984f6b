// The baseline: the five webhooks with node:http and pg only. It sends the same bytes as ours from one prepared
// statement each, without our checks, guards, request ids, log and ETag.
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import pg from 'pg';

const compress = promisify(gzip);
const pool = new pg.Pool({ connectionString: process.env.MEMORY_DATABASE_URL, max: 10 });

const time = (name) => `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`;
const json = (columns) => `(select row_to_json(shown)::text from (select ${columns}) as shown)`;
const list = (columns, from) =>
  `(select '[' || coalesce(string_agg(row, ','), '') || ']' from (select ${json(columns)} as row from ${from}) as listed)`;

const PROJECT = `id, name, description, status, server, url, stack, notes, priority, ${time('created_at')}, ${time('updated_at')}`;
const SESSION = `id, ${time('session_date')}, summary, projects_touched, decisions_made, tasks_completed, tasks_created, mood`;
const STATE = `id, key, value, category, ${time('updated_at')}`;
const PERSON = `id, name, relationship, notes, ${time('updated_at')}`;
const TASK = `id, project_id, task, status, priority, ${time('created_at')}, ${time('updated_at')}`;
const NAMES = `sort_name(name) collate "C", id`;

const CONTEXT = {
  name: 'context',
  text: `select '{"projects":' || ${list(PROJECT, `assistant_projects order by priority desc, ${NAMES} limit 500`)}
    || ',"recent_sessions":' || ${list(SESSION, 'assistant_sessions order by session_date desc, id desc limit 10')}
    || ',"state":' || ${list(STATE, `assistant_state order by category collate "C", key collate "C" limit 500`)}
    || ',"people":' || ${list(PERSON, `assistant_people order by ${NAMES} limit 500`)}
    || ',"pending_tasks":' || ${list(TASK, `assistant_tasks where status = 'pending' order by priority desc, created_at, id limit 500`)}
    || '}' as body`,
};
const HISTORY = {
  name: 'history',
  text: `select '{"chat_id":' || to_json($1::text) || ',"messages":[' || coalesce(string_agg(row, ',' order by timestamp, id), '') || ']}' as body
    from (select id, timestamp, ${json(`id, role, message, ${time('timestamp')}`)} as row from chat_history
          where chat_id = $1 order by timestamp desc, id desc limit $2) as newest`,
};
const SUMMARY = {
  name: 'summary',
  text: `insert into assistant_sessions (summary, projects_touched, decisions_made, tasks_completed, tasks_created, mood)
    values ($1, $2, $3, $4, $5, $6) returning '{"result":"created","session":' || ${json(SESSION)} || '}' as body`,
};
const UPDATE_STATE = {
  name: 'state',
  text: `insert into assistant_state as known (key, value, category) values ($1, $2, coalesce($3::text, 'config'))
    on conflict (key) where project_id is null do update set value = excluded.value, category = coalesce($3::text, known.category),
      previous_value = known.value, updated_at = now()
      where (known.value, known.category) is distinct from (excluded.value, coalesce($3::text, known.category))
    returning '{"result":' || case when xmax = 0 then '"created"' else '"updated"' end || ',"state":' || ${json(STATE)}
      || ',"previous_value":' || coalesce(to_json(previous_value)::text, 'null') || '}' as body, xmax = 0 as created`,
};
const SAME_STATE = {
  name: 'same_state',
  text: `select '{"result":"unchanged","state":' || ${json(STATE)} || ',"previous_value":' || to_json(value) || '}' as body
    from assistant_state where project_id is null and key = $1`,
};
const CREATE_TASK = {
  name: 'create_task',
  text: `insert into assistant_tasks as known (task, priority) values ($1, coalesce($2::int, 5))
    on conflict (text_digest(task)) where status = 'pending' and project_id is null do update
      set priority = $2, updated_at = now() where known.priority <> $2
    returning '{"result":' || case when xmax = 0 then '"created"' else '"exists"' end || ',"task":' || ${json(TASK)} || '}' as body,
      xmax = 0 as created`,
};
const END_TASK = {
  name: 'end_task',
  text: `update assistant_tasks set status = $2, updated_at = now()
    where status = 'pending' and text_digest(task) = text_digest($1) and task = $1
    returning '{"result":"' || status || '","task":' || ${json(TASK)} || '}' as body`,
};
const NEWEST_TASK = {
  name: 'newest_task',
  text: `select '{"result":"' || $2 || '","task":' || ${json(TASK)} || '}' as body from assistant_tasks
    where text_digest(task) = text_digest($1) and task = $1 order by id desc limit 1`,
};

const query = async (statement, values) => (await pool.query({ ...statement, values })).rows[0];
const created = ({ body, created: isNew = true }) => [isNew ? 201 : 200, body];
const ok = ({ body }) => [200, body];
const text = (value = '') => (Array.isArray(value) ? value.join(', ') : value);

const HANDLERS = {
  'GET assistant-context': async () => ok(await query(CONTEXT, [])),
  'GET chat-history': async (url) => {
    const { searchParams } = new URL(url, 'http://bare');
    return ok(await query(HISTORY, [searchParams.get('chat_id'), searchParams.get('limit') ?? 30]));
  },
  'POST assistant-session-summary': async (_url, { summary, mood = null, ...lists }) => {
    const { projects_touched, decisions_made, tasks_completed, tasks_created } = lists;
    const texts = [projects_touched, decisions_made, tasks_completed, tasks_created].map(text);
    return created(await query(SUMMARY, [summary, ...texts, mood]));
  },
  'POST assistant-update-state': async (_url, { key, value, category = null }) =>
    created(
      (await query(UPDATE_STATE, [key, value, category])) ?? {
        ...(await query(SAME_STATE, [key])),
        created: false,
      },
    ),
  'POST assistant-task': async (_url, { action, task, priority = null }) => {
    if (action === 'create')
      return created(
        (await query(CREATE_TASK, [task, priority])) ?? {
          ...(await query(NEWEST_TASK, [task, 'exists'])),
          created: false,
        },
      );
    const status = action === 'done' ? 'completed' : 'cancelled';
    return ok(
      (await query(END_TASK, [task, status])) ?? (await query(NEWEST_TASK, [task, `already_${status}`])),
    );
  },
};

async function answer(request, response) {
  const [path] = request.url.split('?', 1);
  const handle = HANDLERS[`${request.method} ${path.slice(path.lastIndexOf('/') + 1)}`];
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const input = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : null;
  const [status, jsonText] = handle === undefined ? [200, '{}'] : await handle(request.url, input);
  const zipped = request.headers['accept-encoding'] === 'gzip';
  const body = zipped ? await compress(jsonText) : Buffer.from(jsonText);
  const encoding = zipped ? { 'content-encoding': 'gzip' } : {};
  response.writeHead(status, {
    'content-type': 'application/json',
    ...encoding,
    'content-length': body.length,
  });
  response.end(body);
}

createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(error.message));
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
