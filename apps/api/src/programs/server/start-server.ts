import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { banner } from './banner';
import { noticesFor } from '../../config/notices';
import { completeSecrets, type Secrets } from '../../config/secrets-file';
import { workflowKeyExpiry, workflowKeyNotice } from '../../config/workflow-key-expiry';
import { readSettings, type Settings } from '../../config/settings';
import { createApp } from '../../configure-app';
import { SealedValuesService } from '../../database/sealed/sealed-values.service';
import type { DatabaseUrls } from '../../database/data-source-options';
import { ownerUrl } from '../../database/opening/database-address';
import { copyDatabases } from '../../backup/copy-database';
import { openDatabases, type OpenDatabases } from '../../database/opening/open-databases';
import { dropLeftTrials } from '../../backup/restore-trial';
import { describeError } from '../../platform/log/describe-error';
import { createLog, type Logger } from '../../platform/log/log';
import { Clock } from '../../platform/clock';
import { JobsService } from '../../jobs/jobs.service';
import { startTelemetry } from '../../platform/telemetry/telemetry';
import { StartFailure, toStartFailure } from '../start-failure';
import { FirstAdminService, type FirstAdmin } from '../../users/first-admin.service';
import { WebhookAddressesService } from '../../memory-webhooks/addresses/webhook-addresses.service';
import { Shutdown } from './shutdown';
import { logUnhandledRejections } from './unhandled-rejections';

/** Relative to the bundle in dist/apps/api. */
const PANEL_FOLDER = join(__dirname, '../panel/files');
const INSTALL_FOLDER = join(__dirname, '../../install');

/** How the demo starts. */
export interface DemoStart {
  /** Called with the migrated databases. */
  prepare(urls: DatabaseUrls): Promise<void>;
  /** Instead of the warnings about settings, a sentence each. */
  notices: string[];
}

/**
 * Starts everything in the order of dependencies, and registers the shutdown in reverse order.
 * @throws StartFailure
 */
export async function startServer(demo: DemoStart | null = null): Promise<void> {
  const shutdown = new Shutdown(say);
  try {
    await shutdown.duringStart(start(shutdown, demo));
  } catch (error) {
    // The signal's handler ends the process.
    if (shutdown.signal.aborted) return;
    await shutdown.stopAll();
    throw toStartFailure(error);
  }
  if (!shutdown.signal.aborted) process.send?.('ready');
}

async function start(shutdown: Shutdown, demo: DemoStart | null): Promise<void> {
  const read = { ...readSettings(process.env), is_demo: demo !== null };
  await demandFreePort(read);
  let log: Logger | null = null;
  const report = (line: string) => (log === null ? say(line) : log.warn(line));
  const databases = await openDatabases(read, report, {
    signal: shutdown.signal,
    makes_database: true,
    upgrade: { programs: read.earlier_postgres_programs, copy: copyDatabases(report) },
  });
  shutdown.add(() => databases.close());
  await demo?.prepare(databases.urls);
  const secrets = completeSecrets(read);
  const settings = { ...read, workflow_api_key_expires_at: workflowKeyExpiry(read) };
  log = createLog({ level: settings.log_level, secrets: confidential(settings, secrets, databases) });
  logUnhandledRejections(log);
  shutdown.add(await startTelemetry(settings));
  const app = await createApp(
    {
      settings,
      secrets,
      urls: databases.urls,
      clock: new Clock(),
      panel_folder: PANEL_FOLDER,
      install_folder: INSTALL_FOLDER,
    },
    log,
  );
  shutdown.add(() => closeWithin(settings.shutdown_timeout_ms, app));
  await app.get(SealedValuesService).demandKeys();
  printFirstAdmin(await app.get(FirstAdminService).ensure());
  shutdown.signal.throwIfAborted();
  await listen(app, settings);
  await app.get(JobsService).start();
  void dropLeftTrials(databases).catch((error: unknown) =>
    log?.warn({ err: describeError(error) }, 'what a trial of a backup has left could not be looked for'),
  );
  say(await describeStart(app, settings, demo?.notices ?? null));
}

/** Prints to the person who started the program. Later events go to the log. */
function say(line: string): void {
  console.log(line);
}

/** Checks the port before anything is made or migrated. It can still be taken before `listen()`. */
async function demandFreePort({ port, host }: Settings): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ port, host });
    await once(probe, 'listening');
  } catch (error) {
    throw portFailure(error, { port, host });
  }
  probe.close();
  await once(probe, 'close');
}

/**
 * So many connections wait to be taken: all panels come back at once when a server has started again. What is above it is reset;
 * Linux has a limit of its own, `net.core.somaxconn`, of as many.
 */
const BACKLOG = 4_096;

async function listen(app: NestFastifyApplication, { port, host }: Settings): Promise<void> {
  try {
    // Not app.listen(), which would log the error twice.
    await app.getHttpAdapter().getInstance().listen({ port, host, backlog: BACKLOG });
  } catch (error) {
    throw portFailure(error, { port, host });
  }
}

function portFailure(error: unknown, { port, host }: Pick<Settings, 'port' | 'host'>): StartFailure {
  const { code } = error as NodeJS.ErrnoException;
  const reason =
    code === 'EADDRINUSE' ? 'is taken by another program; choose another PORT' : `cannot be used (${code})`;
  return new StartFailure(`Port ${port} on ${host} ${reason}.`);
}

/** Printed as soon as the admin exists, because a generated password is stored nowhere else. */
function printFirstAdmin(admin: FirstAdmin | null): void {
  if (admin === null) return;
  say(`First admin: ${admin.email}`);
  if (admin.generated_password !== null) say(`   Password: ${admin.generated_password}   (shown this once)`);
}

async function describeStart(
  app: NestFastifyApplication,
  settings: Settings,
  ofDemo: string[] | null,
): Promise<string> {
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const baseUrl = settings.public_url ?? `http://${host}:${settings.port}`;
  const workflows = await app.get(WebhookAddressesService).list(baseUrl);
  const notices = ofDemo ?? [...noticesFor(settings), workflowKeyNotice(settings, new Date()) ?? []].flat();
  return banner({ base_url: baseUrl, settings, workflows, notices });
}

/** Waits for the requests in flight, up to a time limit. */
async function closeWithin(longestMs: number, app: NestFastifyApplication): Promise<void> {
  const timer = setTimeout(() => app.getHttpServer().closeAllConnections(), longestMs);
  await app.close().finally(() => clearTimeout(timer));
}

function confidential(settings: Settings, secrets: Secrets, { urls }: OpenDatabases): string[] {
  const readUrls = [settings.panel_database.read_url, settings.memory_database.read_url];
  const passwords = Object.values(urls)
    .flatMap((address) => [address.url, address.direct_url, ownerUrl(address)])
    .concat(readUrls.filter((url) => url !== null))
    .map((url) => decodeURIComponent(new URL(url).password));
  const others = [
    settings.memory_api_key,
    settings.admin_password,
    ...settings.credentials_keys_previous,
    settings.backup_key,
    settings.smtp?.password || null,
    settings.retell_api_key,
    settings.vapi_hmac_secret,
    ...Object.values(settings.telemetry?.headers ?? {}),
  ];
  return [...Object.values(secrets), ...passwords, ...others.filter((value) => value !== null)];
}
