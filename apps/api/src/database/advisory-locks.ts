/**
 * The number of every advisory lock of this program. They stand in one place because PostgreSQL has one number space a
 * database: two locks with the same number would wait for each other.
 *
 * Each is the `class` of `pg_advisory_lock(class, key)`. The key is 0, or a hash of what is locked.
 */
export const ADVISORY_LOCKS = {
  /** Idempotency key of a session summary, in the memory database. */
  sessionKey: 7201,
  /** The contacts of all clients: shared while one client is made, exclusive during an import. */
  clientContacts: 7202,
  /** One phone or email of a client. */
  clientContact: 7203,
  /** One bookable resource. */
  resource: 7204,
  /** One import of clients at a time. */
  clientImport: 7205,
  /** An `external_id` of an appointment. */
  appointmentExternalId: 7206,
  /** Storing the time limits of a role that connects through a pooler. */
  roleTimeLimits: 7207,
  /** Making the first administrator. */
  firstAdmin: 7208,
  /** Updating the search index of the memory database: one process at a time, so its counts of words need no locks. */
  searchIndex: 7209,
  /** Activating an assistant account. */
  accountActivation: 7210,
  /** The list of the credentials keys in use (`credentials_key_checks`). */
  credentialsKeys: 7211,
  /** Making the embedded server's role and databases. Taken in its database `postgres`. */
  embeddedDatabases: 7213,
  /** Migrations of either database. */
  migrations: 7214,
  /** The text of a new task, in the memory database. */
  taskText: 7215,
  /** Granting rights to the serving role. */
  servingRights: 7231,
  /** Changing outbound webhooks, and which events each database records for them. */
  hooks: 7240,
  /** Moving events from the outboxes to the deliveries of outbound webhooks. */
  hookRelay: 7241,
  /** Numbering the changes that are committed. */
  changes: 7242,
  /** All bookable resources: shared by who writes one of them, exclusive for a block of all. */
  allResources: 7250,
  /** Adding a busy calendar, of which there are few. */
  busyCalendars: 7251,
  /** The throw-away database in which a backup is tried. */
  restoreTrial: 7252,
  /** A service that an appointment names and nobody has listed. */
  unlistedService: 7253,
} as const;

interface OpenTransaction {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/**
 * Waits for a lock, and holds it until the transaction ends. Without a key it is the one lock of that name.
 *
 * Some locks are taken in statements of their own: in prepared ones of hot paths, mostly together with other work or shared
 * (`resource`, `allResources`, `unlistedService`, `clientContact`, `clientContacts`, `appointmentExternalId`, `taskText`); by the session, where
 * several transactions run under one lock (`migrations`); and without waiting (`hookRelay`, `clientImport`, `restoreTrial`).
 */
export async function withLock(
  transaction: OpenTransaction,
  name: keyof typeof ADVISORY_LOCKS,
  key?: string,
): Promise<void> {
  const lock = ADVISORY_LOCKS[name];
  if (key === undefined) await transaction.query('select pg_advisory_xact_lock($1, 0)', [lock]);
  else await transaction.query('select pg_advisory_xact_lock($1, hashtext($2))', [lock, key]);
}
