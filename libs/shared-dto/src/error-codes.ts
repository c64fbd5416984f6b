/**
 * The one list of error codes a problem answer can carry. The API maps each to a status and a title
 * (`apps/api/src/shared/errors/catalogue.ts`); a code without one does not compile there.
 */
export const ERROR_CODES = [
  'invalid_request',
  'invalid_cursor',
  'invalid_phone',
  'invalid_csv',
  'malformed_json',
  'malformed_http',
  'body_too_complex',
  'unauthenticated',
  'invalid_api_key',
  'api_key_expired',
  'invalid_credentials',
  'totp_required',
  'totp_invalid',
  'forbidden',
  'cross_site',
  'not_found',
  'webhook_not_found',
  'project_not_found',
  'task_not_found',
  'no_active_account',
  'no_session',
  'method_not_allowed',
  'request_timeout',
  'name_taken',
  'email_taken',
  'last_admin',
  'duplicate_client',
  'client_in_use',
  'slot_taken',
  'invalid_transition',
  'agent_disabled',
  'human_takeover',
  'not_taken_over',
  'account_active',
  'task_exists',
  'task_not_pending',
  'idempotency_key_reused',
  'totp_not_set_up',
  'version_mismatch',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'headers_too_large',
  'internal_error',
  'database_unavailable',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Why one field of a request was refused. */
export const FIELD_ERROR_CODES = [
  'required',
  'unknown_field',
  'repeated',
  'wrong_type',
  'invalid_characters',
  'invalid_format',
  'too_short',
  'too_long',
  'out_of_range',
  'not_allowed',
  'incorrect',
  'too_common',
  'invalid_phone',
  'no_such_time',
] as const;

export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number];
