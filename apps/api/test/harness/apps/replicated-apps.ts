import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryStatements, PanelStatements } from '../../../src/database/database.module';
import { migrate } from '../../../src/database/migrate';
import { startInstalledPostgres } from '../databases/installed-postgres';
import { startServedApp, type ServedApp } from './served-app';
import { POSTGRES_15, StreamingReplica } from '../databases/streaming-replica';

export interface ReplicatedApps {
  /** Each reads from the replica of its place. */
  apps: ServedApp[];
  replicas: StreamingReplica[];
  /** How many reads replicas have answered, and how many the primary. */
  reads(): Record<'replica' | 'primary', number>;
  close(): Promise<void>;
}

/** A primary with streaming replicas, and an application for each of them. */
export async function startReplicatedApps(count: number): Promise<ReplicatedApps> {
  const folder = mkdtempSync(join(tmpdir(), 'groupless-replicas-'));
  chmodSync(folder, 0o711);
  const primary = await startInstalledPostgres(POSTGRES_15, folder);
  await migrate('panel', primary.panel_url);
  await migrate('memory', primary.memory_url);
  const [panel, memory] = [primary.panel_url, primary.memory_url];
  const replicas: StreamingReplica[] = [];
  const apps: ServedApp[] = [];
  for (let index = 0; index < count; index++) {
    const replica = await StreamingReplica.of(primary, folder);
    replicas.push(replica);
    const environment = {
      PANEL_DATABASE_URL: panel,
      MEMORY_DATABASE_URL: memory,
      PANEL_DATABASE_READ_URL: replica.url(panel),
      MEMORY_DATABASE_READ_URL: replica.url(memory),
    };
    const urls = { panel: { url: panel, direct_url: panel }, memory: { url: memory, direct_url: memory } };
    apps.push(await startServedApp({ environment, urls }));
  }
  return {
    apps,
    replicas,
    reads: () => {
      const all = apps.flatMap(({ app }) => [
        app.get(PanelStatements).reads,
        app.get(MemoryStatements).reads,
      ]);
      const sum = (server: 'replica' | 'primary') => all.reduce((total, one) => total + one[server], 0);
      return { replica: sum('replica'), primary: sum('primary') };
    },
    close: async () => {
      for (const app of apps) await app.close();
      for (const replica of replicas) await replica.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
