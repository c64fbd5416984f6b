import { ModulesContainer } from '@nestjs/core';
import { CachedValue } from '../../../src/shared/cached-value';
import { TtlCache } from '../../../src/shared/ttl-cache';
import { testServer } from '../databases/test-databases';
import { RestorableRows } from '../databases/restorable-rows';
import { startServedApp, type ServedApp } from './served-app';

interface SharedApp {
  served: ServedApp;
  restore: () => Promise<void>;
  /** The file that uses it now. */
  open_in: string | undefined;
}

declare global {
  /** The applications of this worker, by their environment. They outlive a file. */
  var sharedApps: Map<string, Promise<SharedApp>> | undefined;
}

/** What Jest sends to a worker that has no more files. */
const JEST_ENDS = 2;

/**
 * The application of this worker with these settings, as it was when it was started: `close()` takes back what a file
 * stored. For files that change neither tables, nor the application itself, nor start its jobs.
 */
export async function sharedApp(environment: Record<string, string> = {}): Promise<ServedApp> {
  const key = JSON.stringify([testServer().panel_url, environment]);
  const apps = (globalThis.sharedApps ??= endedWithTheWorker());
  const starting = apps.get(key) ?? start(environment);
  apps.set(key, starting);
  const shared = await starting;
  const { testPath: file } = expect.getState();
  if (shared.open_in === file)
    throw new Error('It is open already. What needs two applications starts one of its own.');
  // The file before has failed and has not closed it.
  if (shared.open_in !== undefined) await shared.restore();
  shared.open_in = file;
  const close = async () => {
    await shared.restore();
    shared.open_in = undefined;
  };
  return { ...shared.served, close };
}

async function start(environment: Record<string, string>): Promise<SharedApp> {
  const served = await startServedApp({ environment });
  // Nobody removes what the audit has of this month: not even who replays another server's changes.
  await served.panel.query('alter table audit_events disable trigger audit_events_kept');
  const databases = await Promise.all([served.panel, served.memory].map((pool) => RestorableRows.of(pool)));
  const restore = async () => {
    await settle(served);
    await Promise.all(databases.map((rows) => rows.restore()));
    forgetCached(served);
    served.clock.reset();
    served.log_lines.length = 0;
  };
  return { served, restore, open_in: undefined };
}

/** Writes what the services have counted and not stored yet, so that it comes in no later file. */
async function settle({ app }: ServedApp): Promise<void> {
  for (const provider of providersOf(app)) {
    await (provider as { flush?: () => Promise<void> }).flush?.();
  }
}

function forgetCached({ app }: ServedApp): void {
  for (const value of providersOf(app).flatMap((provider) => Object.values(provider) as unknown[])) {
    if (value instanceof CachedValue) value.expire();
    if (value instanceof TtlCache) value.forgetAll(() => true);
  }
}

function providersOf(app: ServedApp['app']): object[] {
  return [...app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.providers.values()])
    .map(({ instance }): unknown => instance)
    .filter((instance) => typeof instance === 'object' && instance !== null);
}

/** Open connections would keep the worker alive until Jest kills it. */
function endedWithTheWorker(): Map<string, Promise<SharedApp>> {
  process.on('message', (message) => {
    if (Array.isArray(message) && message[0] === JEST_ENDS) process.exit(0);
  });
  process.on('disconnect', () => process.exit(1));
  return new Map();
}
