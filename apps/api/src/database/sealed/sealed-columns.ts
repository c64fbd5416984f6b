/**
 * Every column of the panel database that holds sealed texts, with the name to which they are bound beside the
 * row's id. What is not listed here is forgotten when the key changes.
 */
export const SEALED_COLUMNS = [
  { table: 'users', column: 'totp_secret', bound_to: 'users.totp_secret' },
  { table: 'users', column: 'totp_pending_secret', bound_to: 'users.totp_secret' },
  { table: 'assistant_accounts', column: 'session_data', bound_to: 'assistant_accounts.session_data' },
] as const;

export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** The place to which a sealed text is bound. */
export function sealedPlace(bound_to: SealedColumn['bound_to'], id: string): string {
  return `${bound_to}:${id}`;
}
