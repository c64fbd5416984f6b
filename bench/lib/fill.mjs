// Generated data, deterministic for given sizes: the database makes each row from its number.
import pg from 'pg';

/** Messages of a chat. */
const CHAT_LENGTH = 50;
export const chatsOf = ({ messages }) => Math.ceil(messages / CHAT_LENGTH);

export function sizesText(sizes) {
  return Object.entries(sizes)
    .map(([what, rows]) => `${rows.toLocaleString('en')} ${what}`)
    .join(', ');
}

/** The newest time of the data, so that rows written in a run sort first. */
const NOW = `timestamptz '2026-11-15 18:00:00Z'`;
const ago = (number, unit) => `${NOW} - make_interval(${unit} => (${number})::int)`;

const words = (list) => `array['${list.split(' ').join("','")}']`;
const WORDS = words(
  'server address backup mail website rental parts stock invoice booking drawer service report certificate printer ' +
    'router camera archive calendar supplier delivery order workshop customer reminder password domain monitor',
);
const FIRST = words(
  'Ada Bruno Chidi Dana Elif Farid Gwen Hiroko Inés Jakub Katya Lior Maren Nils Oksana Pilar Quentin Rosa Sven Tariq',
);
const LAST = words(
  'Abara Bergqvist Castellan Dombrowski Eriksen Fontaine Gallagher Haddad Ivanenko Jensen Kowalczyk Lindgren Moreau ' +
    'Nakamura Okonkwo Petrov Quiroga Rossi Schuster Tanaka Umarov Vance Weber Xu Yilmaz Zielińska Novák Öberg Smith',
);
const pick = (list, salt) => `(${list})[1 + mod(n * 7919 + ${salt} * 104729, cardinality(${list}))]`;
const sentence = (...salts) => salts.map((salt) => pick(WORDS, salt)).join(` || ' ' || `);

const ROWS = {
  chat_history: (last) => `
    insert into chat_history (chat_id, role, message, timestamp)
    select 'chat-' || 1 + (n - 1) / ${CHAT_LENGTH}, case n % 2 when 1 then 'user' else 'assistant' end,
           'About the ' || ${sentence(1, 2, 3)} || ': could somebody look at the ' || ${sentence(4, 5)} || ' before noon?',
           ${ago(`(${last} - n) * 20`, 'secs')}
    from generate_series(1::bigint, ${last}) as n`,
  assistant_sessions: (last) => `
    insert into assistant_sessions (session_date, summary, projects_touched, decisions_made, tasks_completed, tasks_created, mood)
    select ${ago(`${last} - n`, 'mins')},
           'Session ' || n || ': went through the ' || ${sentence(1, 2)} || ' and the ' || ${sentence(3, 4)} ||
           ', compared the notes with what the customers wrote and left the rest for tomorrow.',
           'project-' || 1 + n % 200, 'Keep the ' || ${sentence(5, 6)}, 'Order the ' || ${sentence(7)}, '', 'calm'
    from generate_series(1::bigint, ${last}) as n`,
  assistant_state: (last) => `
    insert into assistant_state (key, value, category, updated_at)
    select 'service.' || n || '.address', '10.0.' || n % 250 || '.' || n / 250 || ':8080, ' || ${sentence(1, 2, 3, 4, 5)},
           (array['server', 'config', 'service'])[1 + n % 3], ${ago('n', 'hours')}
    from generate_series(1::bigint, ${last}) as n`,
  assistant_people: (last) => `
    insert into assistant_people (name, relationship, notes, updated_at)
    select ${pick(FIRST, 1)} || ' ' || ${pick(LAST, 2)}, (array['customer', 'supplier', 'colleague'])[1 + n % 3],
           'Asks for the ' || ${sentence(3, 4, 5)} || ' each month.', ${ago('n', 'hours')}
    from generate_series(1::bigint, ${last}) as n`,
  assistant_projects: (last) => `
    insert into assistant_projects (name, description, server, url, stack, notes, priority, created_at, updated_at)
    select 'project-' || n, 'Keeps the ' || ${sentence(1, 2, 3)} || ' for the workshop.', 'server-' || n % 20,
           'https://project-' || n || '.example', 'Node.js, PostgreSQL', 'Ask about the ' || ${sentence(4, 5, 6)} || '.',
           1 + n % 10, ${ago('n * 2', 'hours')}, ${ago('n', 'hours')}
    from generate_series(1::bigint, ${last}) as n`,
  assistant_tasks: (last) => `
    insert into assistant_tasks (project_id, task, priority, created_at, updated_at)
    select 1 + n % 200, 'Task ' || n || ': check the ' || ${sentence(1, 2, 3)} || ' and tell whoever asked.', 1 + n % 9,
           ${ago('n * 2', 'hours')}, ${ago('n', 'hours')}
    from generate_series(1::bigint, ${last}) as n`,

  clients: (last) => `
    insert into clients (id, name, phone, email, company, status, source, tags, notes, last_activity_at, created_at, updated_at)
    select ${uuid('client')}, first || ' ' || last, '+1555' || to_char(n, 'FM0000000'),
           case when n % 5 <> 2 then lower(sort_name(first || '.' || last)) || n || '@mail.example' end,
           case when n % 6 = 0 then last || ' & Daughters' else '' end,
           case when n % 50 = 1 then 'lead' when n % 5 = 0 then 'archived' else 'active' end,
           (array['chat', 'phone', 'panel', 'import'])[1 + n / 7 % 4], case when n % 3 = 0 then '{vip}'::text[] else '{}' end,
           'Customer no. ' || n || '.', ${ago('n * 30', 'secs')}, at, at
    from generate_series(1::bigint, ${last}) as n, lateral (select ${pick(FIRST, 1)} as first, ${pick(LAST, 2)} as last, ${ago('n', 'mins')} as at) as made`,
  // Five resources, each booked in consecutive half hours without gaps.
  appointments: (last, { clients }) => `
    insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource, created_at, updated_at)
    select ${uuid('appointment')}, md5('client ' || 1 + mod(n * 7919, ${clients}))::uuid, 'Service of the ' || ${sentence(1, 2)},
           starts_at, starts_at + interval '30 minutes',
           case when starts_at < ${NOW} then 'completed' when n % 4 = 0 then 'pending' else 'confirmed' end,
           (array['chat', 'phone', 'panel'])[1 + n % 3], 'resource-' || n % 5, starts_at - interval '9 days', starts_at - interval '9 days'
    from generate_series(1::bigint, ${last}) as n,
         lateral (select timestamptz '2026-11-22 00:00:00Z' + make_interval(mins => (30 * (n / 5 - ${last} / 10))::int) as starts_at) as slot`,
  conversations: (last, { clients }) => `
    insert into conversations (id, chat_id, channel, contact_name, contact_phone, client_id, status, unread_count,
                               last_message_at, last_message_role, last_message_preview, created_at, updated_at)
    select ${uuid('conversation')}, 'chat-' || n, 'chat', ${pick(FIRST, 1)} || ' ' || ${pick(LAST, 2)}, '+1555' || to_char(n, 'FM0000000'),
           case when n <= ${clients} then md5('client ' || n)::uuid end, case when n % 20 = 0 then 'needs_human' else 'open' end,
           case when n % 10 = 0 then 2 else 0 end, at, 'user', 'About the ' || ${sentence(1, 2, 3)}, at, at
    from generate_series(1::bigint, ${last}) as n, lateral (select ${ago('n', 'mins')} as at) as made`,
};

function uuid(kind) {
  return `md5('${kind} ' || n)::uuid`;
}

/** The database and table of each size. */
const TABLES = {
  messages: ['memory', 'chat_history'],
  sessions: ['memory', 'assistant_sessions'],
  state: ['memory', 'assistant_state'],
  people: ['memory', 'assistant_people'],
  projects: ['memory', 'assistant_projects'],
  tasks: ['memory', 'assistant_tasks'],
  clients: ['panel', 'clients'],
  appointments: ['panel', 'appointments'],
  conversations: ['panel', 'conversations'],
};

/**
 * Fills migrated, empty databases. The memory's search index stays empty (bench:search measures the search).
 * @param sizes the number of rows of each of TABLES
 */
export async function fill({ panelUrl, memoryUrl }, sizes) {
  const clients = { panel: new pg.Client(panelUrl), memory: new pg.Client(memoryUrl) };
  for (const client of Object.values(clients)) {
    // The running or next statement reports a broken connection.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`set maintenance_work_mem = '512MB'; set synchronous_commit = off`);
  }
  try {
    for (const [size, [database, table]] of Object.entries(TABLES)) {
      const insert = ROWS[table](sizes[size], sizes);
      const off = database === 'memory' ? 'trigger search_changed' : null;
      await fillTable(clients[database], table, { insert, off });
    }
    for (const client of Object.values(clients)) await client.query('vacuum analyze');
    await clients.memory.query('checkpoint').catch(() => undefined);
  } finally {
    for (const client of Object.values(clients)) await client.end();
  }
}

/**
 * Drops and rebuilds the indexes, which is much faster than row by row.
 * @param off the triggers that do not run meanwhile; null: all run
 */
export async function fillTable(client, table, { insert, values = [], off = null }) {
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  if (off !== null) await client.query(`alter table ${table} disable ${off}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(insert, values);
  for (const { definition } of indexes) await client.query(definition);
  if (off !== null) await client.query(`alter table ${table} enable ${off}`);
}
