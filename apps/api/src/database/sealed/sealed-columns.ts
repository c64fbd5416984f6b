/**
 * Every column of the panel database that holds sealed texts, with the name to which they are bound beside the
 * row's key. What is not listed here is forgotten when the key changes. Where the column holds sessions, the column
 * `identity` beside it holds the keyed hash of whose they are.
 */
export const SEALED_COLUMNS = [
  { table: 'users', column: 'totp_secret', bound_to: 'users.totp_secret', key: 'id::text' },
  { table: 'users', column: 'totp_pending_secret', bound_to: 'users.totp_secret', key: 'id::text' },
  {
    table: 'assistant_accounts',
    column: 'session_data',
    bound_to: 'assistant_accounts.session_data',
    key: 'id::text',
    holds_sessions: true,
  },
  {
    table: 'assistant_account_sessions',
    column: 'session_data',
    bound_to: 'assistant_account_sessions.session_data',
    key: `account_id::text || ':' || version`,
    holds_sessions: true,
  },
  { table: 'hooks', column: 'secret', bound_to: 'hooks.secret', key: 'id::text' },
  { table: 'hooks', column: 'previous_secret', bound_to: 'hooks.secret', key: 'id::text' },
] as const satisfies readonly {
  table: string;
  column: string;
  bound_to: string;
  /** SQL for what names the row. */
  key: string;
  holds_sessions?: true;
}[];

export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** The place to which a sealed text is bound. */
export function sealedPlace(boundTo: SealedColumn['bound_to'], key: string): string {
  return `${boundTo}:${key}`;
}
