import type { ClientBase, Pool } from 'pg';
import { currentRecorder } from '../../platform/telemetry/recorder';

type Query = (...given: unknown[]) => unknown;

/**
 * Records a span for each statement of a traced request, with its name or verb, never its text or values. Requests that
 * are not traced do not pay for it.
 */
export function recordStatements(client: ClientBase): void {
  const recorder = currentRecorder();
  if (recorder === null) return;
  const query = client.query.bind(client) as Query;
  const recordedQuery: Query = (...given) => {
    const name = recorder.isTracing() ? nameOf(given[0]) : null;
    return name === null ? query(...given) : timedQuery(name, given);
  };
  const timedQuery = (name: string, given: unknown[]): unknown => {
    const activity = recorder.begin('statement', name, {
      'db.system.name': 'postgresql',
      'db.query.summary': name,
    });
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      const ended: Query = (error, ...answer) => {
        activity.end({}, error ?? undefined);
        return (callback as Query)(error, ...answer);
      };
      return query(...given.slice(0, -1), ended);
    }
    const answer = query(...given) as Promise<unknown>;
    answer.then(
      () => activity.end(),
      (error: unknown) => activity.end({}, error),
    );
    return answer;
  };
  client.query = recordedQuery as typeof client.query;
}

/**
 * Keeps the trace context: a request that waits for a connection gets it inside another request's callback, but its
 * spans belong to the request that waited.
 */
export function keepContextOfCallers(pool: Pool): void {
  const recorder = currentRecorder();
  if (recorder === null) return;
  const connect = pool.connect.bind(pool) as Query;
  const bound: Query = (callback) =>
    typeof callback === 'function' ? connect(recorder.inContextOfCaller(callback as Query)) : connect();
  pool.connect = bound as typeof pool.connect;
}

/** Null for what is not a plain statement, such as COPY. */
function nameOf(query: unknown): string | null {
  if (typeof query === 'string') return verbOf(query);
  const { name, text, submit } = query as { name?: unknown; text?: unknown; submit?: unknown };
  if (typeof submit === 'function' || typeof text !== 'string') return null;
  return typeof name === 'string' ? name : verbOf(text);
}

function verbOf(text: string): string {
  return /\w+/.exec(text)?.[0].toLowerCase() ?? 'statement';
}
