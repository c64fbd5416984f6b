import { Client } from 'pg';
import { writePlainText } from '../../../backup/tables';
import { readSettings } from '../../../config/settings';
import type { DatabaseName } from '../../../database/data-source-options';
import { ownerUrl } from '../../../database/opening/database-address';
import { openDatabases } from '../../../database/opening/open-databases';
import { liftTimeLimits } from '../../../database/opening/time-limits';
import { removeSettings } from './settings';
import { digestOf, tableOf, type DemoTable } from './tables';

/*
 * An earlier demo filled the databases of the server, with a list of its rows in each: `demo_filled` counts the rows of
 * a part, `demo_rows` lists each with a digest, `demo_settings` has the settings from before. Goes with the next version.
 */
const CREATE_MISSING = `
  create table if not exists demo_filled (part text primary key, rows integer not null);
  create table if not exists demo_rows (part text not null, id text not null, digest text not null, primary key (part, id));
  create table if not exists demo_settings (before jsonb not null)`;

type Databases = Record<DatabaseName, Client>;

/** Referring rows first. */
const PANEL_PARTS = ['conversations', 'appointments', 'large: clients', 'clients'];
const MEMORY_PARTS = [
  'large: chat messages',
  'chat messages',
  'large: tasks',
  'tasks',
  'large: sessions',
  'sessions',
  'large: state entries',
  'state entries',
  'large: people',
  'people',
  'projects',
];
/** The most lines about kept rows of one part. */
const MAX_LINES = 20;

const CHATS = `
  select made.chat_id, bool_or(noted.digest is distinct from ${digestOf(tableOf('chat messages'))}) as is_changed
  from chat_history as made left join demo_rows as noted on noted.part = any ($1) and noted.id = made.id::text
  group by made.chat_id having bool_or(noted.id is not null)`;

interface Left {
  label: string;
  reason: string;
}

/**
 * Removes what the demo of an earlier version made in the databases of the server: its rows with their versions. Rows that
 * somebody has changed or uses are kept and no longer count as demo rows. A conversation and its messages are removed or
 * kept together.
 * @throws what opening the databases throws
 */
export async function removeRows(report: (line: string) => void): Promise<void> {
  const opened = await openDatabases(readSettings(process.env), report, { beside_server: true });
  const clientOf = (name: DatabaseName) => new Client({ connectionString: ownerUrl(opened.urls[name]) });
  const databases = { panel: clientOf('panel'), memory: clientOf('memory') };
  try {
    for (const database of Object.values(databases)) {
      await database.connect();
      await liftTimeLimits(database);
      await writePlainText(database);
    }
    if (await hasLists(databases)) await removeListed(databases, report);
    else report('There is nothing of the demo to remove.');
  } finally {
    for (const database of Object.values(databases)) await database.end();
    await opened.close();
  }
}

async function hasLists(databases: Databases): Promise<boolean> {
  for (const database of Object.values(databases)) {
    const { rowCount } = await database.query(`select where to_regclass('demo_filled') is not null`);
    if (rowCount !== 0) return true;
  }
  return false;
}

async function removeListed(databases: Databases, report: (line: string) => void): Promise<void> {
  const { panel, memory } = databases;
  for (const database of [panel, memory]) await database.query(CREATE_MISSING);
  const chats = await readChats(memory);
  const removed: string[] = [];
  const left: string[] = [];
  const tell = (part: string, count: number, rows: Left[]) => {
    if (count > 0) removed.push(`${count} ${part}`);
    left.push(...linesOfKept(part, rows));
  };
  const kept = await transact(panel, async () => {
    await keepChats(panel, chats.changed);
    for (const part of PANEL_PARTS) await removePart(panel, part, tell);
    const settings = await removeSettings(panel);
    if (settings === 'removed' || settings === 'partly') removed.unshift('the settings of the business');
    if (settings === 'changed') left.push('settings of the business (they were changed)');
    if (settings === 'partly')
      left.push(
        'the time zone, region, hours, resources and services (real appointments and clients need them)',
      );
    return readConversations(panel, chats.all);
  });
  await transact(memory, async () => {
    await keepChats(memory, [...chats.changed, ...kept]);
    for (const part of MEMORY_PARTS) await removePart(memory, part, tell);
  });
  report(removed.length === 0 ? 'There is nothing of the demo to remove.' : `Removed ${removed.join(', ')}.`);
  if (left.length > 0) report('These stay:');
  for (const line of left) report(`  ${line}`);
  if (await hasUnlistedRows(databases))
    report('An earlier version filled this demo and kept no list of its rows: those stay.');
}

async function transact<T>(database: Client, work: () => Promise<T>): Promise<T> {
  await database.query('begin');
  const result = await work();
  await database.query('commit');
  return result;
}

/** The demo's chats, and which of them somebody else wrote in or changed. */
async function readChats(database: Client): Promise<{ all: string[]; changed: string[] }> {
  const parts = ['chat messages', 'large: chat messages'];
  const { rows } = await database.query<{ chat_id: string; is_changed: boolean }>(CHATS, [parts]);
  return {
    all: rows.map(({ chat_id }) => chat_id),
    changed: rows.filter(({ is_changed }) => is_changed).map(({ chat_id }) => chat_id),
  };
}

async function keepChats(database: Client, chats: string[]): Promise<void> {
  await database.query('create temporary table demo_kept_chats (chat_id text) on commit drop');
  await database.query('insert into demo_kept_chats select unnest($1::text[])', [chats]);
}

async function readConversations(database: Client, chats: string[]): Promise<string[]> {
  const { rows } = await database.query<{ chat_id: string }>(
    'select chat_id from conversations where chat_id = any ($1)',
    [chats],
  );
  return rows.map(({ chat_id }) => chat_id);
}

async function removePart(
  database: Client,
  part: string,
  tell: (part: string, count: number, left: Left[]) => void,
): Promise<void> {
  const table = tableOf(part);
  const reason = reasonOf(table);
  const remove = `
    delete from ${table.table} as made using demo_rows as noted
    where noted.part = $1 and noted.id = made.id::text and ${reason} is null
    returning made.id::text as id`;
  const listLeft = `
    select ${table.label} as label, ${reason} as reason
    from demo_rows as noted join ${table.table} as made on made.id::text = noted.id
    where noted.part = $1 order by 1`;
  const { rows: removed } = await database.query<{ id: string }>(remove, [part]);
  if (table.versions !== undefined)
    await database.query('delete from memory_versions where kind = $1 and row_id = any ($2)', [
      table.versions,
      removed.map(({ id }) => id),
    ]);
  // Decisions went with their sessions.
  if (table.versions === 'session')
    await database.query(
      `delete from memory_versions where kind = 'decision' and before ->> 'session_id' = any ($1)`,
      [removed.map(({ id }) => id)],
    );
  const { rows: left } = await database.query<Left>(listLeft, [part]);
  const { rowCount } = await database.query('delete from demo_rows where part = $1', [part]);
  // A part without a list keeps its count, so that a later run does not fill it again.
  await database.query('delete from demo_filled where part = $1 and ($2 or rows = 0)', [
    part,
    rowCount !== 0,
  ]);
  tell(part, removed.length, left);
}

/** An SQL expression: the reason to keep a row, or null. */
function reasonOf(table: DemoTable): string {
  const stays = (table.stays ?? []).map(([reason, condition]) => `when ${condition} then '${reason}'`);
  return `case when noted.digest <> ${digestOf(table)} then 'it was changed' ${stays.join(' ')} end`;
}

function linesOfKept(part: string, left: Left[]): string[] {
  // Rows with the same label, such as the messages of a chat, share one line.
  const groups = Map.groupBy(left, ({ label, reason }) => JSON.stringify([label, reason]));
  const told = [...groups.values()].slice(0, MAX_LINES);
  const lines = told.flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const count = others.length === 0 ? '' : `, ${others.length + 1} rows`;
    return [`${part}: ${first.label}${count} (${first.reason})`];
  });
  const more = left.length - told.flat().length;
  return more > 0 ? [...lines, `${part}: ${more} more`] : lines;
}

async function hasUnlistedRows({ panel, memory }: Databases): Promise<boolean> {
  const counts = [panel, memory].map(async (database) => {
    const { rows } = await database.query<{ is_there: boolean }>(
      'select exists (select from demo_filled where rows > 0) as is_there',
    );
    return rows[0]?.is_there === true;
  });
  return (await Promise.all(counts)).includes(true);
}
