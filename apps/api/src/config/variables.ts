/** Every environment variable the server reads: the settings, `.env.example` and the documentation follow this table. */

export type VariableKind =
  'text' | 'integer' | 'flag' | 'instant' | 'url' | 'database_url' | 'one_of' | 'header_key' | 'key' | 'keys';

export interface Variable {
  kind: VariableKind;
  /** One sentence for `.env.example` and the documentation. */
  meaning: string;
  default?: string;
  /** Whether the value may also come from a file named by `<NAME>_FILE`, and is masked in every log. */
  secret?: true;
  min?: number;
  max?: number;
  values?: readonly string[];
}

const milliseconds = (fallback: number, meaning: string): Variable => ({
  kind: 'integer',
  default: String(fallback),
  min: 1,
  max: 86_400_000,
  meaning: `${meaning} In milliseconds.`,
});

const database = (meaning: string): Variable => ({ kind: 'database_url', secret: true, meaning });

/** A secret of at least 32 characters that a start makes itself unless it is strict. */
const ownSecret = (meaning: string): Variable => ({
  kind: 'text',
  secret: true,
  min: 32,
  meaning,
});

/** The same for what callers send in a header. */
const ownKey = (meaning: string): Variable => ({ ...ownSecret(meaning), kind: 'header_key' });

export const VARIABLES = {
  PORT: {
    kind: 'integer',
    default: '3000',
    min: 1,
    max: 65_535,
    meaning: 'Port of the panel, the API and the webhooks.',
  },
  HOST: {
    kind: 'text',
    default: '127.0.0.1',
    meaning: 'Address to listen on. Anything but loopback makes the start strict.',
  },
  PUBLIC_URL: {
    kind: 'url',
    meaning:
      'Base of the URLs that are shown, e.g. https://panel.example.com. Required when the start is strict.',
  },
  DATA_DIR: {
    kind: 'text',
    default: '.data',
    meaning: 'Folder of the embedded database and the generated secrets.',
  },

  PANEL_DATABASE_URL: database('External PostgreSQL (15 or later) of the panel. Unset: an embedded server.'),
  MEMORY_DATABASE_URL: database(
    'External PostgreSQL (15 or later) of the memory. Unset: an embedded server.',
  ),
  PANEL_DATABASE_DIRECT_URL: database(
    'The panel database past a pooler, for migrations. Default: PANEL_DATABASE_URL.',
  ),
  MEMORY_DATABASE_DIRECT_URL: database(
    'The memory database past a pooler, for migrations. Default: MEMORY_DATABASE_URL.',
  ),
  PANEL_DATABASE_OWNER_URL: database(
    'The panel database as the role that owns it, to migrate; PANEL_DATABASE_URL then names one that owns nothing.',
  ),
  MEMORY_DATABASE_OWNER_URL: database(
    'The memory database as the role that owns it, to migrate; MEMORY_DATABASE_URL then names one that owns nothing.',
  ),
  PANEL_DATABASE_READ_URL: database(
    'A replica of the panel database, for lists, searches and the dashboard. Unset: the database itself.',
  ),
  MEMORY_DATABASE_READ_URL: database(
    'A replica of the memory database, for searches, chats and the dashboard. Unset: the database itself.',
  ),
  DB_PREPARED_STATEMENTS: {
    kind: 'flag',
    default: 'true',
    meaning: 'Set to false behind a pooler that cannot keep prepared statements.',
  },
  DB_POOL_SIZE: {
    kind: 'integer',
    default: '10',
    min: 1,
    max: 1_000,
    meaning: 'Connections to each database.',
  },

  ADMIN_EMAIL: {
    kind: 'text',
    default: 'admin@localhost',
    max: 254,
    meaning: 'The first admin, used only while no user exists.',
  },
  ADMIN_PASSWORD: {
    kind: 'text',
    secret: true,
    min: 12,
    max: 128,
    meaning:
      'Password of the first admin, used only while no user exists; generated and printed once when not strict.',
  },

  JWT_SECRET: ownSecret('Signs access tokens.'),
  CREDENTIALS_KEY: {
    kind: 'key',
    secret: true,
    meaning: 'Encrypts the stored sessions of assistant accounts and TOTP secrets: 32 bytes in base64.',
  },
  CREDENTIALS_KEYS_PREVIOUS: {
    kind: 'keys',
    secret: true,
    meaning: 'Older values of CREDENTIALS_KEY, separated by commas.',
  },
  SWITCH_API_KEY: ownKey('x-api-key of the switch CLI.'),
  AGENT_API_KEY: ownKey('x-api-key of the chat and phone agent.'),
  WORKFLOW_API_KEY: ownKey('X-WORKFLOW-API-KEY of whoever manages the webhooks.'),
  WORKFLOW_API_KEY_EXPIRES_AT: {
    kind: 'instant',
    default: '2030-01-01T00:00:00Z',
    meaning: 'From this instant on WORKFLOW_API_KEY is refused.',
  },
  MEMORY_API_KEY: {
    kind: 'header_key',
    secret: true,
    min: 32,
    meaning: 'If set, the memory webhooks demand it as x-api-key. A strict start demands a key in any case.',
  },
  MEMORY_WEBHOOKS_OPEN: {
    kind: 'flag',
    default: 'false',
    meaning:
      'true: the memory webhooks take no key, even in a strict start; their ids are then the only secret.',
  },

  RETELL_API_KEY: {
    kind: 'text',
    secret: true,
    min: 16,
    meaning: 'API key of the Retell account: if set, what Retell sends to its tools must be signed with it.',
  },
  VAPI_HMAC_SECRET: {
    kind: 'text',
    secret: true,
    min: 16,
    meaning:
      'Secret of an HMAC credential of Vapi: if set, what Vapi sends to its tools must be signed with it.',
  },

  BACKUP_KEY: ownSecret('Encrypts backups. Without it there are none.'),
  BACKUP_DIR: {
    kind: 'text',
    meaning:
      'Folder in which the server makes a backup now and then. Unset: it makes none. Needs BACKUP_KEY.',
  },
  BACKUP_EVERY_HOURS: {
    kind: 'integer',
    default: '24',
    min: 1,
    max: 8_760,
    meaning: 'How old the newest backup in BACKUP_DIR becomes before the server makes another. In hours.',
  },
  BACKUP_KEEP: {
    kind: 'integer',
    default: '7',
    min: 1,
    max: 10_000,
    meaning: 'How many backups stay in BACKUP_DIR; older ones are removed.',
  },

  SESSION_IDLE_HOURS: {
    kind: 'integer',
    default: '24',
    min: 1,
    max: 8_760,
    meaning: 'A panel session that nobody uses ends after this time. In hours.',
  },
  SESSION_LIFETIME_DAYS: {
    kind: 'integer',
    default: '30',
    min: 1,
    max: 365,
    meaning: 'Every panel session ends after this time, however much it is used. In days.',
  },

  AUDIT_RETENTION_DAYS: {
    kind: 'integer',
    default: '730',
    min: 0,
    max: 36_500,
    meaning: 'Entries of the audit are removed after this time, never within 30 days. 0: never. In days.',
  },
  MEMORY_VERSIONS_DAYS: {
    kind: 'integer',
    default: '365',
    min: 0,
    max: 36_500,
    meaning: 'What rows of the memory were before a change is removed after this time. 0: never. In days.',
  },
  OUTBOUND_PRIVATE: {
    kind: 'flag',
    default: 'false',
    meaning: 'true: outbound webhooks may go to private addresses, and in plain HTTP.',
  },
  API_DOCS: {
    kind: 'one_of',
    values: ['public', 'off'],
    default: 'public',
    meaning: 'Whether /api/docs and /api/docs-json answer.',
  },
  TRUST_PROXY: {
    kind: 'text',
    default: 'off',
    meaning:
      'Whose X-Forwarded-* headers count: off, a number of proxies, or addresses and networks by comma. Anything but off makes the start strict.',
  },
  LOG_LEVEL: {
    kind: 'one_of',
    values: ['debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    meaning: 'The least level that is logged.',
  },

  REQUEST_TIMEOUT_MS: milliseconds(30_000, 'A request must have arrived whole within this time.'),
  IMPORT_TIMEOUT_MS: milliseconds(600_000, 'A file of clients must have arrived whole within this time.'),
  HEADERS_TIMEOUT_MS: milliseconds(10_000, 'The headers of a request must have arrived within this time.'),
  STATEMENT_TIMEOUT_MS: milliseconds(
    10_000,
    'Longest time for one database statement. Migrations have no limit, import and export have ten minutes.',
  ),
  LOCK_TIMEOUT_MS: milliseconds(3_000, 'Longest wait for a lock in the database.'),
  CONNECTION_TIMEOUT_MS: milliseconds(10_000, 'Longest wait for a free database connection.'),
  SHUTDOWN_TIMEOUT_MS: milliseconds(10_000, 'Longest wait for requests in flight when the server stops.'),
  KEY_FAILURES_PER_MINUTE: {
    kind: 'integer',
    default: '300',
    min: 1,
    max: 1_000_000,
    meaning: 'Wrong keys and unknown webhook ids that one address may send before it gets 429 for them.',
  },
  LOGIN_FAILURES_PER_ACCOUNT: {
    kind: 'integer',
    default: '10',
    min: 1,
    max: 1_000_000,
    meaning:
      'Wrong passwords and codes for one account before only devices that the user has logged in with get in.',
  },
  LOGIN_FAILURES_PER_ACCOUNT_DAY: {
    kind: 'integer',
    default: '50',
    min: 1,
    max: 1_000_000,
    meaning: 'The same within 24 hours.',
  },
  LOGIN_FAILURES_PER_ADDRESS: {
    kind: 'integer',
    default: '100',
    min: 1,
    max: 1_000_000,
    meaning:
      'Wrong passwords and codes that one address (IPv6: a /64) may send before it gets 429 at the log-in.',
  },
  LOGIN_FAILURES_PER_NETWORK: {
    kind: 'integer',
    default: '400',
    min: 1,
    max: 1_000_000,
    meaning: 'The same for an IPv6 network of /56.',
  },
  LOGIN_FAILURES_PER_SITE: {
    kind: 'integer',
    default: '1600',
    min: 1,
    max: 1_000_000,
    meaning: 'The same for an IPv6 network of /48.',
  },
  LOGIN_FAILURES_MINUTES: {
    kind: 'integer',
    default: '15',
    min: 1,
    max: 1_440,
    meaning: 'The time in which these failures are counted. In minutes.',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
