import { stopLeftNginx } from './apps/real-nginx';

/** Jest calls it for each project: the first call stops the servers of all. */
export default async function tearDown(): Promise<void> {
  for (const stop of globalThis.stopTestPostgres?.splice(0) ?? []) await stop();
  stopLeftNginx();
}
