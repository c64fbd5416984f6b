import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseRequirementError, unmetRequirements } from './requirements';
import { isDatabaseUnavailable } from '../../platform/errors/database-unavailable';

const ATTEMPT_TIMEOUT_MS = 3_000;
const PAUSE_MS = { first: 250, longest: 5_000 };

/**
 * Retries with back-off until a database answers, and checks that it meets the requirements. Each failed attempt is
 * reported.
 * @throws DatabaseRequirementError if it refuses the log-in or lacks something
 */
export async function waitForDatabase(
  label: string,
  url: string,
  report: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest)) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: ATTEMPT_TIMEOUT_MS });
    client.on('error', () => {
      // The pending query fails too and is handled below.
    });
    try {
      await client.connect();
      const unmet = await unmetRequirements(client);
      if (unmet.length > 0) throw new DatabaseRequirementError(label, unmet);
      return;
    } catch (error) {
      const refusal = permanentError(label, error);
      if (refusal !== null) throw refusal;
      report(
        `Waiting for the ${label} (${hostAndDatabase(url)}): ${reason(error)}. Next try in ${pauseMs / 1_000} s.`,
      );
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(pauseMs, undefined, { signal });
  }
}

function isStillStarting(error: unknown): boolean {
  return /timeout|the database system is/i.test(String((error as { message?: unknown }).message));
}

/** Host, port and database of a URL, without user and password. */
export function hostAndDatabase(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} at ${hostname}:${port || 5432}`;
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return code ?? message;
}

/** An error that a retry cannot mend; null otherwise. */
function permanentError(label: string, error: unknown): Error | null {
  if (error instanceof DatabaseRequirementError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  if (code.startsWith('28')) {
    return new DatabaseRequirementError(label, [
      'the server refuses this user, password or address (pg_hba.conf)',
    ]);
  }
  if (code === '3D000') {
    return new DatabaseRequirementError(label, [
      'the database does not exist: create it (see docs/deployment.md)',
    ]);
  }
  return isDatabaseUnavailable(error) || isStillStarting(error)
    ? null
    : new DatabaseRequirementError(label, [message]);
}
