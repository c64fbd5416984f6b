// Measures reports of a year with a million appointments and a million conversations. See README.md.
import { URLSearchParams } from 'node:url';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { build } from '../tools/build.mjs';
import { loadSources } from './lib/bundle.mjs';
import { fillTable } from './lib/fill.mjs';
import { keepResults } from './lib/results.mjs';
import { ADMIN } from './lib/secrets.mjs';
import { logIn } from './lib/servers/servers.mjs';
import { latencies } from './lib/statistics.mjs';
import { startProduct } from './running-product.mjs';

const LIMIT_MS = 400;
const GROUPINGS = ['day', 'week', 'month', 'source', 'service', 'resource', 'hour'];
const RESOURCES = Array.from({ length: 12 }, (_, index) => `Chair ${index + 1}`);
const SERVICES = Array.from({ length: 8 }, (_, index) => ({
  name: `Service ${index + 1}`,
  duration_minutes: 30 + 15 * (index % 4),
}));
const DAYS = 730;
const DAY_MS = 86_400_000;
const COUNTED_WITHIN_MS = 15 * 60_000;
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '40' },
    built: { type: 'boolean' },
    'write-docs': { type: 'boolean' },
  },
});
const [rowCount, requestCount] = [Number(options.rows), Number(options.requests)];

/** Spread evenly over the days and the hours from eight to eight, in UTC; the words are those of the columns. */
const APPOINTMENTS = `
  insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource, resource_id, squeezed, times_moved,
    made_by_agent, made_in_hours, created_at, updated_at)
  select gen_random_uuid(), $2, 'Cut', starts_at, starts_at + interval '45 minutes',
    (array['confirmed', 'completed', 'completed', 'completed', 'cancelled', 'no_show'])[1 + floor(random() * 6)::int],
    (array['phone', 'chat', 'panel', 'web'])[1 + n % 4], place.name, place.id, true, case when n % 9 = 0 then 1 else 0 end,
    n % 3 <> 0, case when n % 3 = 1 then n % 2 = 0 end, made_at, made_at
  from generate_series(1, $1::int) as n
    join unnest($3::text[], $4::uuid[]) with ordinality as place (name, id, place) on place.place = 1 + n % cardinality($3)
    cross join lateral (
      select date_trunc('day', now()) - make_interval(days => n % ${DAYS}, mins => -480 - 15 * floor(random() * 48)::int) as starts_at
    ) as time
    cross join lateral (select starts_at - make_interval(mins => floor(random() * 43200)::int) as made_at) as made`;
const VISITS = `
  insert into appointment_services (appointment_id, position, service_id, duration_minutes, buffer_minutes)
  select id, 1, ($1::uuid[])[1 + abs(hashtext(id::text)) % cardinality($1::uuid[])], 45, 0 from appointments`;
const CONVERSATIONS = `
  insert into conversations (id, chat_id, channel, status, takeovers, unread_count, received_to, search_text, is_client_chosen,
    person_needed, first_answer_s, longest_wait_s, created_at, updated_at)
  select gen_random_uuid(), 'chat-' || n, (array['chat', 'phone', 'whatsapp'])[1 + n % 3], 'closed', 0, 0, 0, '', false,
    n % 5 = 0, case when n % 11 > 0 then floor(power(random(), 4) * 7200)::int end, case when n % 10 = 0 then 400 end, made_at, made_at
  from generate_series(1, $1::int) as n
    cross join lateral (
      select date_trunc('day', now()) - make_interval(days => 1 + n % ${DAYS}, secs => -floor(random() * 86400)) as made_at
    ) as time`;

if (!options.built) await build();
const product = await startProduct();
let headers = product.headers;
try {
  await setUp();
  await fill();
  await renewToken();
  const uncounted = await asked({ from: day(-365), to: day(0), by: 'day' });
  console.log(`before it is counted: ${uncounted.status} in ${Math.round(uncounted.ms)} ms`);
  const counted_s = await untilCounted();
  console.log(`the job counted all within ${counted_s} s`);
  const result = { before_counting: { status: uncounted.status, ms: uncounted.ms }, counted_s };
  for (const by of GROUPINGS) {
    result[`by_${by}`] = await measure({ from: day(-365), to: day(0), by });
    console.log(`a year by ${by}:`, result[`by_${by}`]);
  }
  // Neither begins nor ends with a month, and has today.
  result.until_today = await measure({ from: day(-350), to: day(1), by: 'day' });
  console.log('a year until today, by day:', result.until_today);
  const value = Math.max(...Object.values(result).map(({ p95_ms = 0 }) => p95_ms));
  const target = { measure: 'p95_ms of a year', at: 'most', limit: LIMIT_MS, value, met: value <= LIMIT_MS };
  console.log(`p95 at most ${value} ms, at most ${LIMIT_MS} ms: ${target.met ? 'met' : 'NOT met'}`);
  await keepResults(
    'reports',
    { ...result, appointments: rowCount, conversations: rowCount, days: DAYS, targets: [target] },
    { cluster: { version: '–' }, writeDocs: options['write-docs'] },
  );
} finally {
  await product.stop();
}

function day(offset) {
  return new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
}

async function setUp() {
  const address = `${product.base_url}/api/settings/chat-agent`;
  const settings = await sent('GET', address);
  const changed = { ...settings, time_zone: 'UTC', resources: RESOURCES, services: SERVICES, schedules: [] };
  await sent('PUT', address, changed);
}

/** Without triggers: nothing was counted yet, so that no change has to be marked. */
async function fill() {
  const { inspectEmbeddedServer } = await loadSources('apps/api/src/database/embedded-server.ts');
  const database = new pg.Client(inspectEmbeddedServer(product.data_dir).urls.owner.panel);
  const [{ id: client_id }, places, services] = await Promise.all([
    sent('POST', `${product.base_url}/api/clients`, { name: 'Client of the bench' }),
    sent('GET', `${product.base_url}/api/resources`),
    sent('GET', `${product.base_url}/api/services`),
  ]);
  const rows = [places.map(({ name }) => name), places.map(({ id }) => id)];
  await database.connect();
  await database.query(
    `set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB'`,
  );
  for (const [table, insert, values] of [
    ['appointments', APPOINTMENTS, [rowCount, client_id, ...rows]],
    ['appointment_services', VISITS, [services.map(({ id }) => id)]],
    ['conversations', CONVERSATIONS, [rowCount]],
  ]) {
    const startedAt = performance.now();
    await fillTable(database, table, { insert, values, off: 'trigger user' });
    await database.query(`vacuum analyze ${table}`);
    console.log(`${table}: stored within ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
  await database.end();
}

/** In seconds. */
async function untilCounted() {
  const startedAt = performance.now();
  await sent('POST', `${product.base_url}/api/settings/jobs/report-days/run`, {});
  for (let turn = 1; ; turn++) {
    const { status } = await asked({ from: day(-DAYS), to: day(32), by: 'month' });
    if (status === 200) return Math.round((performance.now() - startedAt) / 1_000);
    if (performance.now() - startedAt > COUNTED_WITHIN_MS) throw new Error('It is not counted yet.');
    await pause(1_000);
    if (turn % 120 === 0) await renewToken();
  }
}

async function measure(query) {
  await renewToken();
  const times = [];
  for (let index = 0; index < requestCount + 5; index++) {
    const { status, ms } = await asked(query);
    if (status !== 200) throw new Error(`A report was answered ${status}.`);
    // The first ones fill what the database keeps in memory.
    if (index >= 5) times.push(ms);
  }
  return latencies(times);
}

async function asked(query) {
  const startedAt = performance.now();
  const answer = await fetch(`${product.base_url}/api/reports?${new URLSearchParams(query)}`, { headers });
  await answer.text();
  return { status: answer.status, ms: performance.now() - startedAt };
}

/** An access token lasts ten minutes. */
async function renewToken() {
  const token = await logIn(product.base_url, ADMIN);
  headers = { ...headers, authorization: `Bearer ${token}` };
}

async function sent(method, address, body) {
  const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text.slice(0, 300)}`);
  return text === '' ? null : JSON.parse(text);
}
