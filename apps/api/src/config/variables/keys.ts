import { ownSecret, type Variable } from './variable';

/** The same for a key in a header. */
const ownKey = (meaning: string) =>
  ({ ...ownSecret(meaning), kind: 'header_key' }) as const satisfies Variable;

/** The first admin, and the secrets that callers and the server use. */
export const KEY_VARIABLES = {
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
    meaning:
      'From this instant on WORKFLOW_API_KEY is refused. Unset, a key that the first start made lasts five years from then.',
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
} as const satisfies Record<string, Variable>;
