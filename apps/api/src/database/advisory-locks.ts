/**
 * The number of every advisory lock that this program takes, in one place so that no two can be the same. PostgreSQL
 * keeps one space of these numbers a database; two locks with one number would wait for each other.
 *
 * Each is the first of the two numbers that `pg_advisory_lock(class, key)` takes. The second is 0, or the hash of what
 * is locked.
 */
export const ADVISORY_LOCKS = {
  /** Idempotency key of a session summary, in the memory database. */
  sessionKey: 7201,
  /** All contacts of clients: shared by who makes one client, exclusive for an import. */
  clientContacts: 7202,
  /** One phone or email of a client. */
  clientContact: 7203,
  /** One bookable resource. */
  resource: 7204,
  /** One import of clients at a time. */
  clientImport: 7205,
  /** The booker's own id of an appointment. */
  appointmentExternalId: 7206,
  /** The time limits of the role behind a pooler. */
  roleTimeLimits: 7207,
  /** The first administrator. */
  firstAdmin: 7208,
  /** The search index of the memory database, which one process updates at a time. */
  searchIndex: 7209,
  /** The active assistant account. */
  accountActivation: 7210,
  /** The record of the keys that encrypted something. */
  credentialsKeys: 7211,
  /** The demo data. */
  demo: 7212,
  /** The embedded server's role and databases, in its database `postgres`. */
  embeddedDatabases: 7213,
  /** Migrations of either database. */
  migrations: 7214,
  /** The text of a task that is being made, in the memory database. */
  taskText: 7215,
  /** The backup that a server makes by itself. */
  scheduledBackup: 7230,
  /** The rights of the role that serves. */
  servingRights: 7231,
  /** The list of outbound webhooks, and what each database notes for them. */
  hooks: 7240,
  /** Bringing events from the outboxes to the deliveries of outbound webhooks. */
  hookRelay: 7241,
} as const;
