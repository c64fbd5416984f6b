import { Client } from 'pg';
import { ADVISORY_LOCKS } from '../../database/advisory-locks';
import { readSettings } from '../../config/settings';
import type { DatabaseName } from '../../database/data-source-options';
import { ownerUrl } from '../../database/opening/database-address';
import { openDatabases } from '../../database/opening/open-databases';
import { writePlainText } from '../../backup/tables';
import { liftTimeLimits } from '../../database/opening/time-limits';
import { appointments } from './parts/appointments';
import { Calendar } from './calendar';
import { chats } from './parts/chats';
import { clients } from './parts/clients';
import { conversations } from './parts/conversations';
import { DemoLedger, type DemoLedgers } from './demo-ledger';
import { fillSettings } from './demo-settings';
import type { DemoPart } from './demo-part';
import { readOptions, type DemoOptions } from './options';
import { people } from './parts/people';
import { projects } from './parts/projects';
import { removeDemo } from './removal';
import { fillScaled } from './scale/fill-scaled';
import { sessions } from './parts/sessions';
import { state } from './parts/state';
import { tasks } from './parts/tasks';

/** In the order of their references: tasks need projects; appointments and conversations need clients. */
const PARTS: readonly DemoPart[] = [
  projects,
  people,
  state,
  sessions,
  tasks,
  chats,
  clients,
  appointments,
  conversations,
];

const DEMO_LOCK = `select pg_advisory_lock(${ADVISORY_LOCKS.demo}, 0)`;

/**
 * Fills the databases with an invented small business, Wrenfield Cycles: its people, its assistant's sessions and its
 * customers' chats. Existing rows are kept. Or removes the demo.
 * @param words the arguments
 * @param report called with one line at a time
 * @param signal stops a large run after the current batch; the next run resumes there
 * @throws StartFailure and what opening the databases throws
 */
export async function runDemo(
  words: string[],
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const options = readOptions(words, new Date());
  const opening = { beside_server: true, must_exist: true };
  const databases = await openDatabases(readSettings(process.env), report, opening);
  const connections: Client[] = [];
  try {
    const open = async (name: DatabaseName) => {
      const client = new Client({ connectionString: ownerUrl(databases.urls[name]) });
      connections.push(client);
      await client.connect();
      await liftTimeLimits(client);
      await writePlainText(client);
      await client.query(DEMO_LOCK);
      return DemoLedger.open(client);
    };
    const ledgers = { panel: await open('panel'), memory: await open('memory') };
    if (options.removes) await removeDemo(ledgers, report);
    else await fill(ledgers, options, report, signal);
  } finally {
    for (const connection of connections) await connection.end();
    await databases.close();
  }
}

async function fill(
  ledgers: DemoLedgers,
  { today, scale }: DemoOptions,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const calendar = new Calendar(today);
  const added: string[] = (await fillSettings(ledgers.panel)) ? ['the settings of the business'] : [];
  for (const part of PARTS) {
    const count = await fillPart(part, ledgers[part.database ?? 'memory'], calendar);
    if (count > 0) added.push(`${count} ${part.name}`);
  }
  report(added.length === 0 ? 'The demo is there already: nothing added.' : `Added ${added.join(', ')}.`);
  if (scale > 0) await fillScaled({ ledgers, calendar, scale, report, signal });
}

/** A part is filled only once, because people may have changed or removed its rows. */
async function fillPart(part: DemoPart, ledger: DemoLedger, calendar: Calendar): Promise<number> {
  if ((await ledger.rowsOf(part.name)) !== null) return 0;
  return ledger.fill(part.name, part.insert, [JSON.stringify(part.rows(calendar))]);
}
