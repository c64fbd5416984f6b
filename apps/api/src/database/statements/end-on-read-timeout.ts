import type { Client } from 'pg';

type Query = (...given: unknown[]) => unknown;

/** What pg says of a statement that it has given up. */
const READ_TIMEOUT = 'Query read timeout';

/**
 * Closes a connection whose statement the driver has given up. The server still runs it, and the driver drops the ROLLBACK that
 * waits behind it: back in the pool, its transaction would be committed by whoever comes next.
 */
export function endOnReadTimeout(client: Client): void {
  const query = client.query.bind(client) as Query;
  const end = (error: unknown) => {
    if (error instanceof Error && error.message === READ_TIMEOUT) client.connection.stream.destroy();
  };
  const endedQuery: Query = (...given) => {
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      const ended: Query = (error, ...answer) => {
        end(error);
        return (callback as Query)(error, ...answer);
      };
      return query(...given.slice(0, -1), ended);
    }
    const answer = query(...given);
    if (answer instanceof Promise) answer.catch(end);
    return answer;
  };
  client.query = endedQuery as typeof client.query;
}
