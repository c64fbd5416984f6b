import type { ErrorCode } from '@groupless/shared-dto';

interface CatalogueEntry {
  status: number;
  /** What the code means, the same in every answer. */
  title: string;
}

/** Every error code with its status. A new code does not compile until it stands here. */
export const ERROR_CATALOGUE: Record<ErrorCode, CatalogueEntry> = {
  invalid_request: { status: 400, title: 'The request has fields that cannot be used' },
  invalid_cursor: { status: 400, title: 'The cursor belongs to another list' },
  invalid_phone: { status: 400, title: 'The phone number cannot be read' },
  invalid_csv: { status: 400, title: 'The file is not a readable CSV table' },
  malformed_json: { status: 400, title: 'The body is not valid JSON in UTF-8' },
  malformed_http: { status: 400, title: 'The request is not valid HTTP' },
  body_too_complex: { status: 400, title: 'The body has too many keys or levels' },
  unauthenticated: { status: 401, title: 'A credential is needed' },
  invalid_api_key: { status: 401, title: 'The API key is not known' },
  api_key_expired: { status: 401, title: 'The API key has expired' },
  invalid_credentials: { status: 401, title: 'The email or the password is wrong' },
  totp_required: { status: 401, title: 'A code of the authenticator is needed' },
  totp_invalid: { status: 401, title: 'The code of the authenticator is wrong' },
  forbidden: { status: 403, title: 'This credential may not do that' },
  confirmation_required: { status: 403, title: 'The session must be confirmed first' },
  cross_site: { status: 403, title: 'The request did not come from the panel' },
  not_found: { status: 404, title: 'There is nothing here' },
  webhook_not_found: { status: 404, title: 'There is no such webhook' },
  project_not_found: { status: 404, title: 'There is no project of that name' },
  task_not_found: { status: 404, title: 'There is no task with that text' },
  no_active_account: { status: 404, title: 'No assistant account is active' },
  no_session: { status: 404, title: 'The assistant account holds no session' },
  method_not_allowed: { status: 405, title: 'This method is not possible here' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  name_taken: { status: 409, title: 'Another one has this name' },
  email_taken: { status: 409, title: 'Another user has this email' },
  last_admin: { status: 409, title: 'This is the last active admin' },
  duplicate_client: { status: 409, title: 'A client with this phone or email exists' },
  client_in_use: { status: 409, title: 'The client has appointments' },
  slot_taken: { status: 409, title: 'Another appointment holds this time' },
  invalid_transition: { status: 409, title: 'The status cannot change to that one' },
  agent_disabled: { status: 409, title: 'The chat agent is switched off' },
  human_takeover: { status: 409, title: 'A person has taken the conversation over' },
  not_taken_over: { status: 409, title: 'Nobody has taken the conversation over' },
  account_active: { status: 409, title: 'The assistant account is the active one' },
  task_exists: { status: 409, title: 'A pending task has this text already' },
  task_not_pending: { status: 409, title: 'The task has already ended' },
  idempotency_key_reused: { status: 409, title: 'The idempotency key belongs to another body' },
  totp_not_set_up: { status: 409, title: 'There is no second factor to do that with' },
  version_mismatch: { status: 412, title: 'It was changed meanwhile' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body has a type that is not accepted' },
  too_many_requests: { status: 429, title: 'Too many failed attempts' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on the server' },
  overloaded: { status: 503, title: 'The server has more work than it can do' },
  database_unavailable: { status: 503, title: 'A database is not available' },
};
