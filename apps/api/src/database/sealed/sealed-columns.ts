/**
 * Every column of the panel database that holds sealed texts, with the name it is bound to beside the row's key. A
 * column that is missing here is lost when the key changes. A column of sessions has a column `identity` beside it: the
 * keyed hash of the session's owner. `lost` and `forget` say what becomes of values whose key is lost for good.
 */
export const SEALED_COLUMNS = [
  {
    table: 'users',
    column: 'totp_secret',
    bound_to: 'users.totp_secret',
    key: 'id::text',
    lost: 'second factors (TOTP): these users log in with their password alone until they set it up again',
    name: 'email',
    forget: [
      'update users set totp_secret = null, totp_last_step = null where id::text = any($1)',
      'delete from recovery_codes where user_id::text = any($1)',
    ],
  },
  {
    table: 'users',
    column: 'totp_pending_secret',
    bound_to: 'users.totp_secret',
    key: 'id::text',
    lost: 'second factors that were being set up: begin again',
    name: 'email',
    forget: ['update users set totp_pending_secret = null where id::text = any($1)'],
  },
  {
    table: 'assistant_accounts',
    column: 'session_data',
    bound_to: 'assistant_accounts.session_data',
    key: 'id::text',
    holds_sessions: true,
    lost: 'sessions of assistant accounts: store them again (assistant-switch capture, or in the panel)',
    name: 'name',
    forget: [
      `update assistant_accounts
       set session_data = null, session_version = null, session_updated_at = null, session_expires_at = null,
           session_refresh_expires_at = null, identity = null, held_by = null
       where id::text = any($1)`,
    ],
  },
  {
    table: 'assistant_account_sessions',
    column: 'session_data',
    bound_to: 'assistant_account_sessions.session_data',
    key: `account_id::text || ':' || version`,
    holds_sessions: true,
    lost: 'earlier sessions that were kept of the accounts',
    name: null,
    forget: [`delete from assistant_account_sessions where account_id::text || ':' || version = any($1)`],
  },
  {
    table: 'hooks',
    column: 'secret',
    bound_to: 'hooks.secret',
    key: 'id::text',
    lost: 'secrets of outbound webhooks: give each a new one in the panel, and that one to its receiver',
    name: 'url',
    forget: 'replace',
  },
  {
    table: 'mail_settings',
    column: 'password',
    bound_to: 'mail_settings.password',
    key: 'id::text',
    lost: 'password of the mail server: type it again (Settings, Mail)',
    name: null,
    forget: ['update mail_settings set password = null where id::text = any($1)'],
  },
  {
    table: 'mails',
    column: 'content',
    bound_to: 'mails.content',
    key: 'id::text',
    lost: 'texts of mails in the log: those that wait to be sent fail',
    name: null,
    forget: [
      `update mails set content = null, status = case status when 'waiting' then 'failed' else status end
       where id::text = any($1)`,
    ],
  },
  {
    table: 'hooks',
    column: 'previous_secret',
    bound_to: 'hooks.secret',
    key: 'id::text',
    lost: 'former secrets of outbound webhooks',
    name: 'url',
    forget: [
      'update hooks set previous_secret = null, previous_secret_until = null where id::text = any($1)',
    ],
  },
  {
    table: 'hook_older_secrets',
    column: 'secret',
    bound_to: 'hook_older_secrets.secret',
    key: 'id::text',
    lost: 'older secrets of outbound webhooks',
    name: null,
    forget: ['delete from hook_older_secrets where id::text = any($1)'],
  },
  {
    table: 'busy_calendars',
    column: 'url',
    bound_to: 'busy_calendars.url',
    key: 'id::text',
    lost: 'busy calendars, whose addresses were encrypted: they are removed; add them again',
    name: 'name',
    forget: ['delete from busy_calendars where id::text = any($1)'],
  },
  {
    table: 'hash_keys',
    column: 'key',
    bound_to: 'hash_keys.key',
    key: 'name',
    lost: 'keys of the hashes of erased messages: these are stored again if an agent sends them again; and of push to devices',
    name: null,
    forget: [
      'delete from hash_keys where name = any($1)',
      // They trust the key that is lost.
      `delete from push_devices where 'push' = any($1)`,
    ],
  },
  {
    table: 'push_devices',
    column: 'subscription',
    bound_to: 'push_devices.subscription',
    key: `encode(endpoint_digest, 'hex')`,
    lost: 'devices that are told by push: their users switch it on again',
    name: null,
    forget: [`delete from push_devices where encode(endpoint_digest, 'hex') = any($1)`],
  },
] as const satisfies readonly {
  table: string;
  column: string;
  bound_to: string;
  /** An SQL expression for the row's key. */
  key: string;
  holds_sessions?: true;
  /** What is lost, in the plural, and what a person does about it. */
  lost: string;
  /** The column by which a person knows the row; null where there is none, or only one row. */
  name: string | null;
  /** SQL that takes the values out of the rows with these keys (`$1`); or a new secret is sealed in their place. */
  forget: readonly string[] | 'replace';
}[];

export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** The place (associated data) that a sealed text is bound to. */
export function sealedPlace(boundTo: SealedColumn['bound_to'], key: string): string {
  return `${boundTo}:${key}`;
}
