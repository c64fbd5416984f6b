import { Client } from 'pg';
import settings from '../../../demo/settings.json';
import type { DatabaseUrls } from '../../database/data-source-options';
import { ownerUrl } from '../../database/opening/database-address';
import { Calendar } from './rows/calendar';
import { memoryRows } from './rows/memory-rows';
import { panelRows } from './rows/panel-rows';

/**
 * Fills new databases with an invented small business, Wrenfield Cycles: its people, its assistant's sessions and its
 * customers' chats.
 * @param today such as `2026-11-20`
 */
export async function fill({ panel, memory }: DatabaseUrls, today: string): Promise<void> {
  const calendar = new Calendar(today);
  await insert(ownerUrl(memory), memoryRows(calendar));
  await insert(ownerUrl(panel), panelRows(calendar), (client) => writeSettings(client));
}

/** @param rows of each table, in the order of their references; all rows of a table have the same columns */
async function insert(
  url: string,
  rows: Record<string, object[]>,
  more: (client: Client) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const [table, ofTable] of Object.entries(rows)) {
      const columns = Object.keys(ofTable[0] ?? {}).join(', ');
      const statement = `insert into ${table} (${columns})
        select ${columns} from json_populate_recordset(null::${table}, $1)`;
      await client.query(statement, [JSON.stringify(ofTable)]);
    }
    await more(client);
  } finally {
    await client.end();
  }
}

/** The one row of the settings is there already. */
async function writeSettings(client: Client): Promise<unknown> {
  const { resources, services, ...fields } = settings;
  const lists = [resources, services].map((list) => JSON.stringify(list));
  await client.query(`select store_bookable_settings($1, $2, '[]', '[]', now(), null)`, lists);
  const columns = Object.keys(fields).join(', ');
  const statement = `update chat_agent_settings set (${columns}, version) =
    (select ${columns}, 2 from json_populate_record(null::chat_agent_settings, $1))`;
  return client.query(statement, [JSON.stringify(fields)]);
}
