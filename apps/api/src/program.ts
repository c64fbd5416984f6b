import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { join } from 'node:path';
import { banner } from './banner';
import { noticesFor } from './config/notices';
import { completeSecrets, type Secrets } from './config/secrets-file';
import { readSettings, type Settings } from './config/settings';
import { createApp } from './configure-app';
import { SealedValuesService } from './database/sealed/sealed-values.service';
import { openDatabases, type OpenDatabases } from './database/open-databases';
import { createLog, type Logger } from './shared/log/log';
import { Clock } from './shared/clock';
import { StartFailure, toStartFailure } from './start-failure';
import { FirstAdminService, type FirstAdmin } from './users/first-admin.service';
import { WorkflowsService } from './workflows/workflows.service';

/** From the bundle, which lies in dist/apps/api. */
const PANEL_FOLDER = join(__dirname, '../panel/files');

/**
 * Starts everything, in the order in which it depends on each other, and stops it in the opposite order on
 * SIGINT or SIGTERM.
 * @throws StartFailure
 */
export async function startProgram(): Promise<void> {
  const stack: (() => Promise<void>)[] = [];
  const stop = stopOnSignals(stack);
  try {
    const settings = readSettings(process.env);
    let log: Logger | null = null;
    const databases = await openDatabases(settings, (line) => (log === null ? say(line) : log.warn(line)));
    stack.push(() => databases.close());
    const secrets = completeSecrets(settings);
    log = createLog({ level: settings.log_level, secrets: confidential(settings, secrets, databases) });
    const app = await createApp(
      { settings, secrets, urls: databases.urls, clock: new Clock(), panel_folder: PANEL_FOLDER },
      log,
    );
    stack.push(() => closeWithin(settings.shutdown_timeout_ms, app));
    await app.get(SealedValuesService).demandKeys();
    introduce(await app.get(FirstAdminService).ensure());
    await listen(app, settings);
    say(await describeStart(app, settings));
  } catch (error) {
    await stop.now();
    throw toStartFailure(error);
  }
}

/** What the program says to the person who started it. Events while it runs go to the log. */
function say(line: string): void {
  console.log(line);
}

async function listen(app: NestFastifyApplication, { port, host }: Settings): Promise<void> {
  try {
    // Past app.listen(), which would log the same error in its own words.
    await app.getHttpAdapter().getInstance().listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE' ? 'is taken by another program; choose another PORT' : `cannot be used (${code})`;
    throw new StartFailure(`Port ${port} on ${host} ${reason}.`);
  }
}

/** Said as soon as the admin exists: a generated password is stored nowhere, so nothing may come in between. */
function introduce(admin: FirstAdmin | null): void {
  if (admin === null) return;
  say(`First admin: ${admin.email}`);
  if (admin.generated_password !== null) say(`   Password: ${admin.generated_password}   (shown this once)`);
}

async function describeStart(app: NestFastifyApplication, settings: Settings): Promise<string> {
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const base_url = settings.public_url ?? `http://${host}:${settings.port}`;
  const workflows = await app.get(WorkflowsService).list(base_url);
  return banner({ base_url, settings, workflows, notices: noticesFor(settings) });
}

/** Finishes the requests in flight, but waits for none of them for ever. */
async function closeWithin(longest_ms: number, app: NestFastifyApplication): Promise<void> {
  const patience = setTimeout(() => app.getHttpServer().closeAllConnections(), longest_ms);
  await app.close().finally(() => clearTimeout(patience));
}

function confidential(settings: Settings, secrets: Secrets, { urls }: OpenDatabases): string[] {
  const passwords = Object.values(urls)
    .flatMap(({ url, direct_url }) => [url, direct_url])
    .map((url) => decodeURIComponent(new URL(url).password));
  const others = [settings.memory_api_key, settings.admin_password, ...settings.credentials_keys_previous];
  return [...Object.values(secrets), ...passwords, ...others.filter((value) => value !== null)];
}

interface Stopping {
  /** Stops what has been started so far, the last first. */
  now(): Promise<void>;
}

/** On the first signal everything is stopped in order; a second one ends the process at once. */
function stopOnSignals(stack: (() => Promise<void>)[]): Stopping {
  let stopping: Promise<void> | null = null;
  const now = () => (stopping ??= stopAll(stack));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping !== null) process.exit(1);
      say('\nStopping…');
      void now().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  return { now };
}

async function stopAll(stack: (() => Promise<void>)[]): Promise<void> {
  for (let stop = stack.pop(); stop !== undefined; stop = stack.pop()) await stop();
}
