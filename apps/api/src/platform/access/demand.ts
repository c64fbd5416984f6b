import { AppError } from '../errors/app-error';
import { demandOfOwner, rolesOf, satisfies, type Demand } from './access.decorators';
import type { Caller, KeyCaller } from './caller';

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
  const bounded = callers.find(
    (one): one is KeyCaller => one.kind === 'key' && satisfies({ ...one, owner_id: null }, demand),
  );
  if (bounded !== undefined) return forbiddenToOwner(bounded, demand);
  const required = [...rolesOf(demand), ...demand.scopes];
  const held = callers.flatMap<string>((caller) => (caller.kind === 'user' ? [caller.role] : caller.scopes));
  const needs = demand.needs_all_scopes ? 'all of' : 'one of';
  const detail = `This address needs ${needs}: ${required.join(', ')}. The credential has: ${held.join(', ')}.`;
  return new AppError('forbidden', detail, { members: { required, held } });
}

/** A key opens no more than the user for whom it is may do now. */
function forbiddenToOwner({ name, owner_role = null }: KeyCaller, demand: Demand): AppError {
  const required = rolesOf(demandOfOwner(demand));
  const held = owner_role === null ? [] : [owner_role];
  const detail =
    `The user for whom the key ${JSON.stringify(name)} is needs one of the roles ${required.join(', ')} for this, ` +
    `and has ${owner_role ?? 'none'}.`;
  return new AppError('forbidden', detail, { members: { required, held } });
}
