import type { ServerState } from '@groupless/embedded-postgres';
import type { Client } from 'pg';
import { noticesFor } from '../../config/notices';
import { SettingsError } from '../../config/environment-reader';
import { readSettings, type Settings } from '../../config/settings';
import { ownerUrl, type DatabaseAddress } from '../../database/opening/database-address';
import type { DatabaseName } from '../../database/data-source-options';
import { NoDatabaseError } from '../../database/opening/no-database-error';
import { inspectEmbeddedServer } from '../../database/embedded-server';
import { failure, ok, warning, type Check } from './check';
import { databaseChecks } from './database-checks';
import { backupFolderChecks, fileChecks } from './file-checks';
import { proxyCheck, publicUrlCheck, serverCheck } from './network-checks';
import { workflowKeyExpiry } from '../../config/workflow-key-expiry';
import { findSecrets, workflowKeyCheck } from './secret-checks';
import { memoryIndexCheck, storedChecks } from './stored-checks';

const NAMES = ['panel', 'memory'] as const satisfies DatabaseName[];

export interface Examined {
  checks: Check[];
  /** Whether the settings are invalid, so nothing else was checked. */
  has_bad_settings: boolean;
  /** Secrets to mask in the output. */
  confidential: string[];
}

/** Runs all checks of an installation. Read-only. */
export async function examine(environment: NodeJS.ProcessEnv, now: Date): Promise<Examined> {
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const checks = error.problems.map((problem) =>
      failure('settings', `${problem}.`, 'See .env.example and docs/settings.md.'),
    );
    return { checks, has_bad_settings: true, confidential: [] };
  }
  const { secrets, check: ofSecrets } = findSecrets(settings);
  const further = (name: DatabaseName) => (client: Client) =>
    name === 'panel'
      ? storedChecks(client, settings, secrets, now)
      : memoryIndexCheck(client).then((check) => [check]);
  const { addresses, checks: ofPlaces } = findDatabases(settings);
  const found = NAMES.flatMap((name) => {
    const address = addresses[name];
    return address === undefined ? [] : [{ name, address }];
  });
  const ofDatabases = await Promise.all(
    found.map((one) =>
      databaseChecks({
        ...one,
        per_process: connectionsPerProcess(one, found, settings),
        further: further(one.name),
      }),
    ),
  );
  const checks = [
    ok('settings', settings.strict ? 'They can be used; the start is strict.' : 'They can be used.'),
    ...noticesFor(settings).map((notice) => warning('settings', notice, null)),
    ofSecrets,
    workflowKeyCheck(workflowKeyExpiry(settings, now), now),
    ...fileChecks(settings.data_dir),
    ...backupFolderChecks(settings.backup_dir),
    ...ofPlaces,
    ...ofDatabases.flat(),
    proxyCheck(settings),
    ...(await Promise.all([publicUrlCheck(settings), serverCheck(settings)])),
  ];
  const passwords = found.flatMap(({ address }) =>
    [address.url, address.direct_url, ownerUrl(address)].map((url) =>
      decodeURIComponent(new URL(url).password),
    ),
  );
  const { memory_api_key, admin_password, retell_api_key, vapi_hmac_secret } = settings;
  const others = [
    memory_api_key,
    admin_password,
    retell_api_key,
    vapi_hmac_secret,
    ...settings.credentials_keys_previous,
  ].filter((one) => one !== null);
  return {
    checks,
    has_bad_settings: false,
    confidential: [...Object.values(secrets), ...passwords, ...others],
  };
}

interface Found {
  addresses: Partial<Record<DatabaseName, DatabaseAddress>>;
  checks: Check[];
}

/** The addresses of the databases. An embedded server that does not run is not started. */
function findDatabases(settings: Settings): Found {
  const named = { panel: settings.panel_database, memory: settings.memory_database };
  const addresses: Found['addresses'] = {};
  for (const name of NAMES) {
    const { url, direct_url, owner_url } = named[name];
    if (url === null) continue;
    addresses[name] = { url, direct_url: direct_url ?? url, ...(owner_url === null ? {} : { owner_url }) };
  }
  if (NAMES.every((name) => addresses[name] !== undefined)) return { addresses, checks: [] };
  const about = 'embedded database';
  let seen: ServerState<DatabaseName>;
  try {
    seen = inspectEmbeddedServer(settings.data_dir);
  } catch (error) {
    const next = 'Run this as the user who runs the server, or put the files back from a backup.';
    return { addresses, checks: [failure(about, (error as Error).message, next)] };
  }
  if (seen.kind === 'not_made')
    return {
      addresses,
      checks: [failure(about, new NoDatabaseError(settings.data_dir).message, 'Or set DATA_DIR.')],
    };
  if (seen.kind === 'stopped') {
    const next = 'To have it looked at, run this again while the server runs.';
    const checks = [
      warning(about, 'It does not run, and was left alone.', next),
      ...upgradeChecks(about, seen),
    ];
    return { addresses, checks };
  }
  const { owner } = seen.urls;
  for (const name of NAMES) addresses[name] ??= { url: owner[name], direct_url: owner[name] };
  return { addresses, checks: [ok(about, 'It runs.')] };
}

/** What the next start would do. */
function upgradeChecks(about: string, { made_by, brings }: { made_by: string; brings: string }): Check[] {
  if (made_by === brings) return [];
  const says = `PostgreSQL ${made_by} made it: the next start upgrades it to PostgreSQL ${brings}.`;
  return [warning(about, says, 'It takes twice its size on the disk; the old one is kept.')];
}

/** If both databases are on one server, its connections are reported once, with the first database. */
function connectionsPerProcess(
  { name, address }: { name: DatabaseName; address: DatabaseAddress },
  all: readonly { name: DatabaseName; address: DatabaseAddress }[],
  { pool_size }: Settings,
): number | null {
  const serverOf = (one: DatabaseAddress) => {
    const { host, searchParams } = new URL(one.direct_url);
    return searchParams.get('host') ?? host;
  };
  const here = all.filter((one) => serverOf(one.address) === serverOf(address));
  if (here[0]?.name !== name) return null;
  const counts = here.map((one) => {
    const pooled = one.address.url !== one.address.direct_url;
    // Plus one connection for LISTEN (live events) and one for the monitor.
    return (pooled ? 0 : pool_size) + (one.name === 'panel' ? 2 : 1);
  });
  return Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
}
