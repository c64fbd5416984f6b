import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedServer } from '../../../src/database/embedded-server';
import { migrate } from '../../../src/database/migrate';
import { makeDataFolder, type DataFolder } from '../programs/running-program';

/**
 * A data folder whose embedded databases are made and migrated, so that a program starts in it without that work: for
 * specs that are not about the first start. A copy of one that is made once a run.
 */
export async function makeReadyDataFolder(): Promise<DataFolder> {
  const ready = join(process.env['TEST_FOLDER'] ?? '', 'ready');
  if (!existsSync(ready)) await makeReady(ready);
  const data = makeDataFolder();
  execFileSync('cp', ['-a', '--reflink=auto', ready, data.path]);
  return data;
}

async function makeReady(place: string): Promise<void> {
  const inMaking = `${place}-${process.pid}`;
  mkdirSync(inMaking, { mode: 0o711 });
  const server = await startEmbeddedServer({
    dataDir: inMaking,
    report: () => undefined,
    settings: { fsync: 'off' },
  });
  await migrate('panel', server.urls.owner.panel);
  await migrate('memory', server.urls.owner.memory);
  await server.stop();
  // The other worker may have made it meanwhile.
  if (!existsSync(place)) renameSync(inMaking, place);
}
