/**
 * Every column of the panel database that holds sealed texts, with the name it is bound to beside the row's key. A
 * column that is missing here is lost when the key changes. A column of sessions has a column `identity` beside it: the
 * keyed hash of the session's owner.
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
  { table: 'mail_settings', column: 'password', bound_to: 'mail_settings.password', key: 'id::text' },
  { table: 'mails', column: 'content', bound_to: 'mails.content', key: 'id::text' },
  { table: 'hooks', column: 'previous_secret', bound_to: 'hooks.secret', key: 'id::text' },
  { table: 'busy_calendars', column: 'url', bound_to: 'busy_calendars.url', key: 'id::text' },
] as const satisfies readonly {
  table: string;
  column: string;
  bound_to: string;
  /** An SQL expression for the row's key. */
  key: string;
  holds_sessions?: true;
}[];

export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** The place (associated data) that a sealed text is bound to. */
export function sealedPlace(boundTo: SealedColumn['bound_to'], key: string): string {
  return `${boundTo}:${key}`;
}
