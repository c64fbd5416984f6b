import { Client } from 'pg';

/** A connection whose loss fails the running statement, which reports it. */
export function newClient(connectionString: string): Client {
  const client = new Client({ connectionString, application_name: 'groupless backup', keepAlive: true });
  client.on('error', () => undefined);
  return client;
}
