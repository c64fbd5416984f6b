import type { ErrorCode } from '@groupless/shared-dto';
import type { Settings } from '../../config/settings';
import {
  rolesOf,
  type AccessPolicy,
  type ConfirmationDemand,
  type Demand,
  type OwnGuard,
} from '../access/access.decorators';
import type { Scope } from '../access/scopes';
import type { OperationObject } from './openapi-types';

/** A route's policy as documentation. */
interface DocumentedAccess {
  /** One or two sentences for the operation's description. */
  text: string;
  security: NonNullable<OperationObject['security']>;
  problems: readonly ErrorCode[];
}

/** The error codes of API keys, and of any credential. */
const KEY_PROBLEMS: ErrorCode[] = ['unauthenticated', 'invalid_api_key', 'forbidden', 'too_many_requests'];
const CALLER_PROBLEMS: ErrorCode[] = [...KEY_PROBLEMS, 'api_key_expired'];

export function accessInDocs(policy: AccessPolicy, settings: Settings): DocumentedAccess {
  switch (policy.kind) {
    case 'open':
      return { text: '**Access:** open to everybody.', security: [{}], problems: [] };
    case 'own_guard':
      return accessOfGuard(policy.documented, settings);
    case 'caller':
      return { text: textOf(policy), security: securityOf(policy), problems: CALLER_PROBLEMS };
  }
}

function accessOfGuard(guard: OwnGuard, settings: Settings): DocumentedAccess {
  switch (guard) {
    case 'webhook':
      return accessOfWebhook(settings);
    case 'refresh_cookie':
      return {
        text: '**Access:** the `refresh_token` cookie, in a request of the panel (`Sec-Fetch-Site` or `Origin`).',
        security: [{ refresh_token: [] }],
        problems: ['unauthenticated', 'cross_site'],
      };
    case 'calendar_token':
      return {
        text: '**Access:** the `token` in the address.',
        security: [{ calendar_token: [] }],
        problems: ['unauthenticated'],
      };
  }
}

function accessOfWebhook({ memory_key_demanded }: Settings): DocumentedAccess {
  const key = memory_key_demanded ? ', and an API key with the scope `memory` in `x-api-key`' : '';
  return {
    text: `**Access:** the id in the address${key}.`,
    security: memory_key_demanded ? [{ api_key: [] }] : [{}, { api_key: [] }],
    problems: ['webhook_not_found', ...KEY_PROBLEMS],
  };
}

/** Such as: a user with the role `operator` or `admin`; or an API key with the scope `agent` in `x-api-key`. */
function textOf({ role, is_memory, scopes, needs_all_scopes, takes_bearer_keys }: Demand): string {
  const roles = rolesOf({ role, is_memory }).map((one) => `\`${one}\``);
  const keys = scopes.filter((scope) => scope !== 'workflows').map((scope) => `\`${scope}\``);
  const ways = [
    ...(roles.length === 0 ? [] : [`a user with the role ${either(roles)}`]),
    ...(keys.length === 0
      ? []
      : [
          `an API key with ${needs_all_scopes ? `the scopes ${keys.join(' and ')}` : `the scope ${either(keys)}`} in \`x-api-key\`${takes_bearer_keys ? ' or as `Authorization: Bearer <key>`' : ''}`,
        ]),
    ...(scopes.includes('workflows') ? ['the workflow key in `X-WORKFLOW-API-KEY`'] : []),
  ];
  return `**Access:** ${ways.join('; or ')}.`;
}

export function confirmationInDocs(demand: ConfirmationDemand): string {
  const what =
    demand === 'always'
      ? 'Users need'
      : `With ${either(demand.map((one) => (typeof one === 'string' ? `\`${one}\`` : `\`${one.field}: ${one.is}\``)))}, users need`;
  return `${what} a session that was confirmed within the last ten minutes (\`POST /api/auth/confirm\`).`;
}

function either(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Alternatives: one of these is enough. */
function securityOf({ role, scopes }: Demand): DocumentedAccess['security'] {
  const isKeyScope = (scope: Scope) => scope !== 'workflows';
  return [
    ...(role === null ? [] : [{ access_token: [] }]),
    ...(scopes.some(isKeyScope) ? [{ api_key: [] }] : []),
    ...(scopes.includes('workflows') ? [{ workflow_api_key: [] }] : []),
  ];
}
