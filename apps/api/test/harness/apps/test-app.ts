import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Writable } from 'node:stream';
import type { Pool } from 'pg';
import supertest, { type Agent } from 'supertest';
import type { Secrets } from '../../../src/config/secrets-file';
import { readSettings } from '../../../src/config/settings';
import { createApp } from '../../../src/configure-app';
import { isPooled, type DatabaseAddress } from '../../../src/database/opening/database-address';
import { storeTimeLimits } from '../../../src/database/opening/time-limits';
import type { DatabaseUrls } from '../../../src/database/data-source-options';
import { createLog } from '../../../src/platform/log/log';
import { WebhookAddressesService } from '../../../src/memory-webhooks/addresses/webhook-addresses.service';
import { openPool } from '../databases/open-pool';
import { reconnect } from '../databases/real-pgbouncer';
import { asServingRole } from '../databases/serving-role';
import { CHEAP_COST } from './cheap-passwords';
import { createTestDatabases, testServer } from '../databases/test-databases';
import { TestClock } from './test-clock';
import { goesThrough } from './through';

export const SECRETS: Secrets = {
  JWT_SECRET: 'jwt-7c1fd0b1f5e84b6c8e0a5d3b9f24',
  CREDENTIALS_KEY: Buffer.alloc(32, 7).toString('base64'),
  SWITCH_API_KEY: 'switch-1b4de2a87c5f4e0b9d3f6a20c8',
  AGENT_API_KEY: 'agent-93ac5e0d7f2b4c6e8a1d0f4b72c9',
  WORKFLOW_API_KEY: 'workflow-5d8e1f3a7c2b4e6d9f0a1b3c',
};

export interface TestApp {
  app: NestFastifyApplication;
  http: Agent;
  clock: TestClock;
  urls: DatabaseUrls;
  /** For looking into the databases past the API. */
  panel: Pool;
  memory: Pool;
  /** Every line that the program logged, at debug level. */
  log_lines: string[];
  /** The URL path of a webhook, such as `/webhook/<id>/webhook/chat-history`. */
  webhook(path: string): Promise<string>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  environment?: Record<string, string>;
  /** Databases of another app, to run a second replica on them. */
  urls?: DatabaseUrls;
  /** Where files of a panel lie; without it the app has none. */
  panel_folder?: string;
  /** Where the package of the CLI lies; without it the app has none. */
  install_folder?: string;
  /** Hashes passwords at the real cost, for what is about that; else at one that takes no time. */
  has_costly_passwords?: boolean;
}

/** Behind a proxy the start is strict; this is what it needs beside that, with webhooks that take no key. */
function behindProxy(environment: Record<string, string>): Record<string, string> {
  const key = { CREDENTIALS_KEY: 'xG0b1nUe4jVt8yLqZ2rWc7dSf5hKp9mA3oTiE6vBwYk=' };
  const open = { MEMORY_WEBHOOKS_OPEN: String(environment['MEMORY_API_KEY'] === undefined) };
  return { PUBLIC_URL: 'http://127.0.0.1', ...SECRETS, ...key, ...open };
}

/** Behind a pooler, which knows one role, and on a server of the test's own it serves as the owner. */
function servedUrls({ panel, memory }: DatabaseUrls): DatabaseUrls {
  const ofTheRun = new URL(testServer().superuser_url).port;
  const served = (address: DatabaseAddress): DatabaseAddress => {
    if (isPooled(address) || new URL(address.url).port !== ofTheRun) return address;
    const url = asServingRole(address.url);
    return { url, direct_url: url, owner_url: address.url };
  };
  return { panel: served(panel), memory: served(memory) };
}

/** The real application over its own two databases, without a port: supertest lends it one. */
export async function startTestApp({
  environment = {},
  urls,
  panel_folder,
  install_folder,
  has_costly_passwords = false,
}: TestAppOptions = {}): Promise<TestApp> {
  const databases = urls === undefined ? await createTestDatabases() : { urls, drop: async () => undefined };
  const settings = readSettings({
    LOG_LEVEL: 'debug',
    DB_PREPARED_STATEMENTS: String(!goesThrough('pgbouncer')),
    ...(environment['TRUST_PROXY'] === undefined ? {} : behindProxy(environment)),
    ...environment,
  });
  for (const address of Object.values(databases.urls)) {
    if (isPooled(address) && (await storeTimeLimits(address, settings)) && goesThrough('pgbouncer'))
      await reconnect(address.url);
  }
  const logLines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logLines.push(chunk.toString());
      done();
    },
  });
  const confidential = Object.values(SECRETS);
  const log = createLog({ level: settings.log_level, secrets: confidential, destination });
  const clock = new TestClock();
  const app = await createApp(
    {
      settings,
      secrets: SECRETS,
      urls: servedUrls(databases.urls),
      clock,
      ...(has_costly_passwords ? {} : { password_cost: CHEAP_COST }),
      ...(panel_folder === undefined ? {} : { panel_folder }),
      ...(install_folder === undefined ? {} : { install_folder }),
    },
    log,
  );
  // What a test does itself may take its time, whatever limits the role has.
  const options = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';
  const [panel, memory] = [databases.urls.panel, databases.urls.memory].map(({ direct_url }) =>
    openPool(direct_url, 3, options),
  ) as [Pool, Pool];
  return {
    app,
    http: supertest.agent(app.getHttpServer()),
    clock,
    urls: databases.urls,
    panel,
    memory,
    log_lines: logLines,
    webhook: async (path) => {
      const workflows = await app.get(WebhookAddressesService).list('');
      return workflows.find((workflow) => workflow.path === path)?.url ?? '';
    },
    close: async () => {
      await app.close();
      await Promise.all([panel.end(), memory.end()]);
      await databases.drop();
    },
  };
}
