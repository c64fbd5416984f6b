import { AppError } from '../errors/app-error';
import { rolesOf, satisfies, type Demand } from './access.decorators';
import type { Caller } from './caller';

/**
 * The first of the callers that satisfies the demand.
 * @throws AppError `unauthenticated` if there is no caller, `forbidden` if none satisfies it
 */
export function demandOneOf<Known extends Caller>(callers: readonly Known[], demand: Demand): Known {
  if (callers.length === 0) throw unauthenticated(demand);
  const caller = callers.find((one) => satisfies(one, demand));
  if (caller === undefined) throw forbidden(callers, demand);
  return caller;
}

function unauthenticated({ role, scopes, takes_bearer_keys }: Demand): AppError {
  const headers = [
    ...(role === null ? [] : ['an access token in Authorization: Bearer <token>']),
    ...(scopes.some((scope) => scope !== 'workflows')
      ? [`an API key in x-api-key${takes_bearer_keys ? ' or Authorization: Bearer <key>' : ''}`]
      : []),
    ...(scopes.includes('workflows') ? ['the workflow key in X-WORKFLOW-API-KEY'] : []),
  ];
  return new AppError('unauthenticated', `Send ${headers.join(', or ')}.`);
}

function forbidden(callers: readonly Caller[], demand: Demand): AppError {
  const required = [...rolesOf(demand), ...demand.scopes];
  const held = callers.flatMap<string>((caller) => (caller.kind === 'user' ? [caller.role] : caller.scopes));
  const needs = demand.needs_all_scopes ? 'all of' : 'one of';
  const detail = `This address needs ${needs}: ${required.join(', ')}. The credential has: ${held.join(', ')}.`;
  return new AppError('forbidden', detail, { members: { required, held } });
}
