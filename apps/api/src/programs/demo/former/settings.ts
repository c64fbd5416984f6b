import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import settings from '../../../../demo/settings.json';

const COLUMNS = Object.keys(settings).join(', ');

const READ = `
  select to_jsonb(settings) as row from (select ${COLUMNS} from chat_agent_settings for update) as settings`;

const WRITE = `
  update chat_agent_settings set (${COLUMNS}, version) =
    (select ${COLUMNS}, version from jsonb_populate_record(null::chat_agent_settings, $1)), updated_at = now()`;

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
export async function removeSettings(database: Client): Promise<'removed' | 'partly' | 'changed' | null> {
  const { rows } = await database.query<{ before: object }>('delete from demo_settings returning before');
  await database.query(`delete from demo_filled where part = 'settings'`);
  const [kept] = rows;
  if (kept === undefined) return null;
  const { rows: present } = await database.query<{ row: object }>(READ);
  if (!isDeepStrictEqual(present[0]?.row, settings)) return 'changed';
  const { rows: own } = await database.query<{ has_own_rows: boolean }>(HAS_OWN_ROWS);
  const isNeeded = own[0]?.has_own_rows === true;
  const needed = Object.entries(present[0]?.row ?? {}).filter(([name]) => isNeeded && NEEDED.includes(name));
  await database.query(WRITE, [
    JSON.stringify({ ...ADDED_LATER, ...kept.before, ...Object.fromEntries(needed) }),
  ]);
  return isNeeded ? 'partly' : 'removed';
}
