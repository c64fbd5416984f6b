import type { Variable } from './variable';

const database = (meaning: string) =>
  ({ kind: 'database_url', secret: true, meaning }) as const satisfies Variable;

/** The databases and their connections. */
export const DATABASE_VARIABLES = {
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
} as const satisfies Record<string, Variable>;
