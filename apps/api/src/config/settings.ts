import { isLoopbackHost, isLoopbackUrl } from './addresses';
import { EnvironmentReader } from './environment-reader';
import { isPlaceholder } from './placeholder';
import type { TelemetrySettings } from './telemetry-settings';
import type { SmtpServer } from './smtp-url';
import type { VariableName, VariableSettings } from './variables';

export const SECRET_NAMES = [
  'JWT_SECRET',
  'CREDENTIALS_KEY',
  'SWITCH_API_KEY',
  'AGENT_API_KEY',
  'WORKFLOW_API_KEY',
] as const satisfies readonly VariableName[];
export type SecretName = (typeof SECRET_NAMES)[number];

export interface DatabaseSettings {
  /** Null: the embedded server. */
  url: string | null;
  /** Past a pooler, for migrations. Null: `url`. */
  direct_url: string | null;
  /** With the role that owns the tables, for migrations. Null: the role of `direct_url` owns them. */
  owner_url: string | null;
  /** A replica for reads. Null: there is none. */
  read_url: string | null;
}

/** Those that are settings as they are; the others are parts of what `Settings` adds. */
type Plain = Omit<
  VariableSettings,
  | Lowercase<SecretName>
  | `${'panel' | 'memory'}_database_${string}`
  | `db_${string}`
  | `otel_${string}`
  | 'smtp_url'
  | 'memory_webhooks_open'
>;

/** The validated settings from the environment. */
export interface Settings extends Plain {
  /**
   * Whether the server is reachable from outside: then secrets must be set, and webhooks demand a key unless set
   * otherwise.
   */
  strict: boolean;
  /** Whether this is the demo: it sends nothing outside, and its cookies have other names. */
  is_demo: boolean;
  panel_database: DatabaseSettings;
  memory_database: DatabaseSettings;
  prepared_statements: boolean;
  pool_size: number;
  /** Those in the environment. Others are generated unless the start is strict. */
  secrets: Partial<Record<SecretName, string>>;
  /** Whether that time is set rather than the default. */
  is_workflow_expiry_set: boolean;
  /** Whether the memory webhooks demand a key. */
  memory_key_demanded: boolean;
  /** Null: the settings in the database say which mail server. */
  smtp: SmtpServer | null;
  /** Null: telemetry is off. */
  telemetry: TelemetrySettings | null;
}

/**
 * Reads the settings from an environment.
 * @throws SettingsError naming every wrong variable, never a value
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const read = new EnvironmentReader(environment);
  const {
    jwt_secret: JWT_SECRET,
    credentials_key: CREDENTIALS_KEY,
    switch_api_key: SWITCH_API_KEY,
    agent_api_key: AGENT_API_KEY,
    workflow_api_key: WORKFLOW_API_KEY,
    smtp_url: smtp,
    db_prepared_statements: prepared_statements,
    db_pool_size: pool_size,
    memory_webhooks_open: isOpen,
    ...given
  } = read.all();
  const strict =
    environment['NODE_ENV'] === 'production' ||
    given.trust_proxy !== false ||
    !isLoopbackHost(given.host) ||
    (given.public_url !== null && !isLoopbackUrl(given.public_url));
  if (given.memory_api_key !== null && isOpen) {
    read.refuse('MEMORY_WEBHOOKS_OPEN', 'contradicts MEMORY_API_KEY: set one of the two');
  }
  const named = { JWT_SECRET, CREDENTIALS_KEY, SWITCH_API_KEY, AGENT_API_KEY, WORKFLOW_API_KEY };
  const secrets = Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== null),
  ) as Settings['secrets'];
  if (given.backup_dir !== null && given.backup_key === null) {
    read.refuse('BACKUP_DIR', 'needs BACKUP_KEY beside it');
  }
  if (strict) {
    const others = {
      MEMORY_API_KEY: given.memory_api_key ?? undefined,
      BACKUP_KEY: given.backup_key ?? undefined,
    };
    demandForStrictStart(read, { ...secrets, ...others }, given.public_url);
  }
  const settings = {
    ...given,
    strict,
    is_demo: false,
    panel_database: databaseSettings(read, given, 'PANEL'),
    memory_database: databaseSettings(read, given, 'MEMORY'),
    prepared_statements,
    pool_size,
    secrets,
    is_workflow_expiry_set: read.isSet('WORKFLOW_API_KEY_EXPIRES_AT'),
    memory_key_demanded: !isOpen && (strict || given.memory_api_key !== null),
    smtp,
    telemetry: telemetrySettings(given),
  };
  read.throwIfRefused();
  return settings;
}

type Telemetry = Pick<VariableSettings, keyof VariableSettings & `otel_${string}`>;

function telemetrySettings(given: Telemetry): TelemetrySettings | null {
  const endpoint = given.otel_exporter_otlp_endpoint;
  if (endpoint === null) return null;
  return { endpoint, headers: given.otel_exporter_otlp_headers ?? {}, ratio: given.otel_traces_sampler_arg };
}

type Databases = Pick<VariableSettings, keyof VariableSettings & `${string}_database_${string}`>;

function databaseSettings(
  read: EnvironmentReader,
  given: Databases,
  database: 'PANEL' | 'MEMORY',
): DatabaseSettings {
  const url = (kind: '' | 'DIRECT_' | 'OWNER_' | 'READ_') => {
    const name = `${database}_DATABASE_${kind}URL` as const;
    const value = given[name.toLowerCase() as Lowercase<typeof name>];
    if (value !== null && main === null) read.refuse(name, `needs ${database}_DATABASE_URL beside it`);
    return value;
  };
  const main = given[`${database.toLowerCase() as Lowercase<typeof database>}_database_url`];
  return { url: main, direct_url: url('DIRECT_'), owner_url: url('OWNER_'), read_url: url('READ_') };
}

function demandForStrictStart(
  read: EnvironmentReader,
  secrets: Partial<Record<VariableName, string>>,
  publicUrl: string | null,
): void {
  if (publicUrl === null) read.refuse('PUBLIC_URL', 'is required in a strict start');
  for (const name of SECRET_NAMES) {
    if (secrets[name] === undefined) read.refuse(name, 'is required in a strict start');
  }
  const firstWith = new Map<string, string>();
  for (const [name, value] of Object.entries(secrets)) {
    if (value === undefined) continue;
    if (isPlaceholder(value)) refusePlaceholder(read, name as VariableName);
    // Otherwise one leak would reveal both.
    const other = firstWith.get(value);
    if (other === undefined) firstWith.set(value, name);
    else read.refuse(name as VariableName, `has the same value as ${other}: use another one for each`);
  }
}

function refusePlaceholder(read: EnvironmentReader, name: VariableName): void {
  read.refuse(name, 'looks like a placeholder: use a random value');
}
