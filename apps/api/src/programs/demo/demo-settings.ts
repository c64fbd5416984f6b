import { isDeepStrictEqual } from 'node:util';
import { SETTINGS } from './data/demo-data';
import type { DemoLedger } from './demo-ledger';

const PART = 'settings';
const COLUMNS = Object.keys(SETTINGS).join(', ');

/** The settings before the demo. */
const CREATE = 'create table if not exists demo_settings (before jsonb not null)';

/** No row if somebody has saved the settings. */
const READ_UNTOUCHED = `
  select to_jsonb(settings) as row from chat_agent_settings as settings where version = 1 for update`;

const READ = `
  select to_jsonb(settings) as row from (select ${COLUMNS} from chat_agent_settings for update) as settings`;

const WRITE = `
  update chat_agent_settings set (${COLUMNS}, version) =
    (select ${COLUMNS}, version from jsonb_populate_record(null::chat_agent_settings, $1)), updated_at = now()`;

/**
 * Writes the demo's opening hours and services into the settings, unless somebody has saved them. The one row of the
 * settings is changed, and restored when the demo is removed.
 * @returns whether it was changed
 */
export async function fillSettings(ledger: DemoLedger): Promise<boolean> {
  if ((await ledger.rowsOf(PART)) !== null) return false;
  const { database } = ledger;
  return ledger.transact(async () => {
    await database.query(CREATE);
    const { rows } = await database.query<{ row: object }>(READ_UNTOUCHED);
    const [before] = rows;
    await database.query('insert into demo_filled (part, rows) values ($1, 0)', [PART]);
    if (before === undefined) return false;
    await database.query('insert into demo_settings (before) values ($1)', [JSON.stringify(before.row)]);
    await database.query(WRITE, [JSON.stringify(Object.assign({ version: 2 }, SETTINGS))]);
    return true;
  });
}

/**
 * Settings that real appointments and clients depend on: another zone would move them, another region misread phones.
 */
const NEEDED = [
  ...['time_zone', 'time_zone_chosen', 'phone_region', 'working_hours', 'slot_minutes'],
  ...['resources', 'unnamed_resource', 'services'],
];
/** Columns that a row from before does not have. */
const ADDED_LATER = { time_zone_chosen: true, unnamed_resource: null };
const HAS_OWN_ROWS = `
  select exists (select from clients) or exists (select from appointments) as has_own_rows`;

/**
 * Restores the settings in the caller's transaction, after the demo's rows are removed. Those that remaining rows need
 * are kept. Null: the demo had not changed them.
 */
export async function removeSettings({
  database,
}: DemoLedger): Promise<'removed' | 'partly' | 'changed' | null> {
  await database.query(CREATE);
  const { rows } = await database.query<{ before: object }>('delete from demo_settings returning before');
  await database.query('delete from demo_filled where part = $1', [PART]);
  const [kept] = rows;
  if (kept === undefined) return null;
  const { rows: present } = await database.query<{ row: object }>(READ);
  if (!isDeepStrictEqual(present[0]?.row, Object.assign({}, SETTINGS))) return 'changed';
  const { rows: own } = await database.query<{ has_own_rows: boolean }>(HAS_OWN_ROWS);
  const isNeeded = own[0]?.has_own_rows === true;
  const needed = Object.entries(present[0]?.row ?? {}).filter(([name]) => isNeeded && NEEDED.includes(name));
  await database.query(WRITE, [
    JSON.stringify({ ...ADDED_LATER, ...kept.before, ...Object.fromEntries(needed) }),
  ]);
  return isNeeded ? 'partly' : 'removed';
}
