import type { Client } from 'pg';
import type { DatabaseAddress } from '../../database/opening/database-address';
import type { DatabaseName } from '../../database/data-source-options';
import { failure, ok, warning, type Check } from './check';
import { withClient } from './connection';

const WHICH_DATABASE = `
  select oid || ' ' || pg_postmaster_start_time() as mark, current_setting('statement_timeout') as statement_timeout
  from pg_database where datname = current_database()`;

interface Seen {
  mark: string;
  statement_timeout: string;
}

/** Whether the connection goes through a pooler, which reports other process ids than the server. */
export async function isBehindPooler(client: Client): Promise<boolean> {
  const { processID: told } = client as unknown as { processID: number | null };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return told !== rows[0]?.pid;
}

/** Compares the pooled with the direct connection. */
export async function poolerChecks(
  name: DatabaseName,
  { url }: DatabaseAddress,
  direct: Client,
): Promise<Check[]> {
  const about = `${name} pooler`;
  const variable = `${name.toUpperCase()}_DATABASE_URL`;
  const { rows } = await direct.query<Seen>(WHICH_DATABASE);
  return withClient(about, url, async (client) => {
    const { rows: pooled } = await client.query<Seen>(WHICH_DATABASE);
    if (pooled[0]?.mark !== rows[0]?.mark) {
      const says = `${variable} leads to another database than its direct address.`;
      return [failure(about, says, 'Let both lead to the same database.')];
    }
    if (pooled[0]?.statement_timeout === '0') {
      const says = 'Statements that come through the pooler have no time limit.';
      return [
        warning(about, says, 'Start the server, which gives them to the role; then RECONNECT in the pooler.'),
      ];
    }
    return [ok(about, `Leads to the same database; statements end after ${pooled[0]?.statement_timeout}.`)];
  });
}
