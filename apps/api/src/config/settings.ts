import { resolve } from 'node:path';
import {
  isLoopbackHost,
  isLoopbackUrl,
  parseHost,
  parseOrigin,
  parseTrustProxy,
  type TrustProxy,
} from './addresses';
import { EnvironmentReader } from './environment-reader';
import { isPlaceholder } from './placeholder';
import { parseEndpoint, parseHeaders, parseShare, type TelemetrySettings } from './telemetry-settings';
import { parseSender } from '../platform/addresses/sender-address';
import { parseSmtpUrl, type SmtpServer } from './smtp-url';
import type { VariableName } from './variables';

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

/** The validated settings from the environment. */
export interface Settings {
  /**
   * Whether the server is reachable from outside: then secrets must be set, and webhooks demand a key unless set
   * otherwise.
   */
  strict: boolean;
  /** Whether this is the demo: it sends nothing outside, and its cookies have other names. */
  is_demo: boolean;
  port: number;
  host: string;
  /** Without a trailing slash. Null: taken from each request. */
  public_url: string | null;
  data_dir: string;
  /** Folder with `bin/` of the PostgreSQL that made the embedded database, if that is an earlier one. */
  earlier_postgres_programs: string | null;
  panel_database: DatabaseSettings;
  memory_database: DatabaseSettings;
  prepared_statements: boolean;
  pool_size: number;
  admin_email: string;
  admin_password: string | null;
  /** Those in the environment. Others are generated unless the start is strict. */
  secrets: Partial<Record<SecretName, string>>;
  credentials_keys_previous: string[];
  workflow_api_key_expires_at: Date;
  /** Whether that time is set rather than the default. */
  is_workflow_expiry_set: boolean;
  memory_api_key: string | null;
  /** Whether the memory webhooks demand a key. */
  memory_key_demanded: boolean;
  /** Null: signatures of this platform are not checked. */
  retell_api_key: string | null;
  vapi_hmac_secret: string | null;
  /** Null: backups cannot be made or read. */
  backup_key: string | null;
  /** Null: no scheduled backups. */
  backup_dir: string | null;
  backup_every_hours: number;
  backup_keep: number;
  session_idle_hours: number;
  session_lifetime_days: number;
  /** 0: for ever. */
  audit_retention_days: number;
  /** 0: for ever. */
  memory_versions_days: number;
  /** 0: for ever. */
  chat_retention_days: number;
  execution_retention_days: number;
  /** Null: the settings in the database say which mail server. */
  smtp: SmtpServer | null;
  /** Null: they say from whom mail comes. */
  mail_from: string | null;
  /** 0: for ever. */
  mail_retention_days: number;
  /** Whether outbound webhooks may go to private addresses, and in plain HTTP. */
  outbound_private: boolean;
  api_docs: boolean;
  /** A URL of `mailto:` or `https:`. Null: nobody is named. */
  security_contact: string | null;
  trust_proxy: TrustProxy;
  log_level: string;
  /** Null: telemetry is off. */
  telemetry: TelemetrySettings | null;
  request_timeout_ms: number;
  import_timeout_ms: number;
  headers_timeout_ms: number;
  statement_timeout_ms: number;
  lock_timeout_ms: number;
  connection_timeout_ms: number;
  shutdown_timeout_ms: number;
  key_failures_per_minute: number;
  login_failures_per_account: number;
  login_failures_per_account_day: number;
  login_failures_per_address: number;
  login_failures_per_network: number;
  login_failures_per_site: number;
  login_failures_minutes: number;
}

/**
 * Reads the settings from an environment.
 * @throws SettingsError naming every wrong variable, never a value
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const read = new EnvironmentReader(environment);
  const host =
    read.parsed('HOST', parseHost, 'must be an address or a name, without brackets or a port') ?? '127.0.0.1';
  const publicUrl = read.parsed(
    'PUBLIC_URL',
    parseOrigin,
    'must be an http or https URL without path, query or user',
  );
  const trustProxy =
    read.parsed('TRUST_PROXY', parseTrustProxy, 'must be off, a number, or addresses by comma') ?? false;
  const strict =
    environment['NODE_ENV'] === 'production' ||
    trustProxy !== false ||
    !isLoopbackHost(host) ||
    (publicUrl !== null && !isLoopbackUrl(publicUrl));
  const memoryApiKey = read.optional('MEMORY_API_KEY');
  const memoryWebhooksOpen = read.flag('MEMORY_WEBHOOKS_OPEN');
  if (memoryApiKey !== null && memoryWebhooksOpen) {
    read.refuse('MEMORY_WEBHOOKS_OPEN', 'contradicts MEMORY_API_KEY: set one of the two');
  }
  const secrets: Partial<Record<SecretName, string>> = Object.fromEntries(
    SECRET_NAMES.flatMap((name) => {
      const value = read.optional(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const adminPassword = read.optional('ADMIN_PASSWORD');
  const backupKey = read.optional('BACKUP_KEY');
  const backupDir = read.optional('BACKUP_DIR');
  if (backupDir !== null && backupKey === null) read.refuse('BACKUP_DIR', 'needs BACKUP_KEY beside it');
  if (strict) {
    demandForStrictStart(
      read,
      { ...secrets, MEMORY_API_KEY: memoryApiKey ?? undefined, BACKUP_KEY: backupKey ?? undefined },
      publicUrl,
    );
  }

  const settings: Settings = {
    strict,
    is_demo: false,
    port: read.integer('PORT'),
    host,
    public_url: publicUrl,
    data_dir: resolve(read.text('DATA_DIR')),
    earlier_postgres_programs: read.optional('EARLIER_POSTGRES_PROGRAMS'),
    panel_database: databaseSettings(read, 'PANEL'),
    memory_database: databaseSettings(read, 'MEMORY'),
    prepared_statements: read.flag('DB_PREPARED_STATEMENTS'),
    pool_size: read.integer('DB_POOL_SIZE'),
    admin_email: read.text('ADMIN_EMAIL'),
    admin_password: adminPassword,
    secrets,
    credentials_keys_previous: read.list('CREDENTIALS_KEYS_PREVIOUS'),
    workflow_api_key_expires_at: read.instant('WORKFLOW_API_KEY_EXPIRES_AT'),
    is_workflow_expiry_set: read.isSet('WORKFLOW_API_KEY_EXPIRES_AT'),
    memory_api_key: memoryApiKey,
    memory_key_demanded: !memoryWebhooksOpen && (strict || memoryApiKey !== null),
    retell_api_key: read.optional('RETELL_API_KEY'),
    vapi_hmac_secret: read.optional('VAPI_HMAC_SECRET'),
    backup_key: backupKey,
    backup_dir: backupDir === null ? null : resolve(backupDir),
    backup_every_hours: read.integer('BACKUP_EVERY_HOURS'),
    backup_keep: read.integer('BACKUP_KEEP'),
    session_idle_hours: read.integer('SESSION_IDLE_HOURS'),
    session_lifetime_days: read.integer('SESSION_LIFETIME_DAYS'),
    audit_retention_days: read.integer('AUDIT_RETENTION_DAYS'),
    memory_versions_days: read.integer('MEMORY_VERSIONS_DAYS'),
    chat_retention_days: read.integer('CHAT_RETENTION_DAYS'),
    execution_retention_days: read.integer('EXECUTION_RETENTION_DAYS'),
    smtp: read.parsed(
      'SMTP_URL',
      parseSmtpUrl,
      'must be a URL such as smtp://user:password@mail.example.com:587',
    ),
    mail_from: read.parsed(
      'MAIL_FROM',
      (text) => (parseSender(text) === null ? null : text),
      'must be one address, as in Salon <mail@example.com>',
    ),
    mail_retention_days: read.integer('MAIL_RETENTION_DAYS'),
    outbound_private: read.flag('OUTBOUND_PRIVATE'),
    api_docs: read.text('API_DOCS') === 'public',
    security_contact: read.parsed('SECURITY_CONTACT', parseContact, 'must begin with mailto: or https://'),
    trust_proxy: trustProxy,
    log_level: read.text('LOG_LEVEL'),
    telemetry: telemetrySettings(read),
    request_timeout_ms: read.integer('REQUEST_TIMEOUT_MS'),
    import_timeout_ms: read.integer('IMPORT_TIMEOUT_MS'),
    headers_timeout_ms: read.integer('HEADERS_TIMEOUT_MS'),
    statement_timeout_ms: read.integer('STATEMENT_TIMEOUT_MS'),
    lock_timeout_ms: read.integer('LOCK_TIMEOUT_MS'),
    connection_timeout_ms: read.integer('CONNECTION_TIMEOUT_MS'),
    shutdown_timeout_ms: read.integer('SHUTDOWN_TIMEOUT_MS'),
    key_failures_per_minute: read.integer('KEY_FAILURES_PER_MINUTE'),
    login_failures_per_account: read.integer('LOGIN_FAILURES_PER_ACCOUNT'),
    login_failures_per_account_day: read.integer('LOGIN_FAILURES_PER_ACCOUNT_DAY'),
    login_failures_per_address: read.integer('LOGIN_FAILURES_PER_ADDRESS'),
    login_failures_per_network: read.integer('LOGIN_FAILURES_PER_NETWORK'),
    login_failures_per_site: read.integer('LOGIN_FAILURES_PER_SITE'),
    login_failures_minutes: read.integer('LOGIN_FAILURES_MINUTES'),
  };
  read.throwIfRefused();
  return settings;
}

function telemetrySettings(read: EnvironmentReader): TelemetrySettings | null {
  const reason = 'must be an http or https URL without query or user';
  const endpoint = read.parsed('OTEL_EXPORTER_OTLP_ENDPOINT', parseEndpoint, reason);
  const headers = read.parsed(
    'OTEL_EXPORTER_OTLP_HEADERS',
    parseHeaders,
    'must be name=value, by comma, with values as in a URL',
  );
  const ratio = read.parsed('OTEL_TRACES_SAMPLER_ARG', parseShare, 'must be a number from 0 to 1');
  return endpoint === null ? null : { endpoint, headers: headers ?? {}, ratio: ratio ?? 0 };
}

function databaseSettings(read: EnvironmentReader, database: 'PANEL' | 'MEMORY'): DatabaseSettings {
  const name = `${database}_DATABASE_URL` as const;
  const others = {
    direct_url: `${database}_DATABASE_DIRECT_URL`,
    owner_url: `${database}_DATABASE_OWNER_URL`,
    read_url: `${database}_DATABASE_READ_URL`,
  } as const;
  const url = read.optional(name);
  const settings = {
    url,
    direct_url: read.optional(others.direct_url),
    owner_url: read.optional(others.owner_url),
    read_url: read.optional(others.read_url),
  };
  for (const other of ['direct_url', 'owner_url', 'read_url'] as const) {
    if (settings[other] !== null && url === null) read.refuse(others[other], `needs ${name} beside it`);
  }
  return settings;
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

function parseContact(text: string): string | null {
  return /^(?:mailto|https):[\x21-\x7e]+$/.test(text) ? text : null;
}
