import { applyDecorators, SetMetadata, UseGuards, type CanActivate, type Type } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { mayActAs, ROLES, seesMemory, type Role } from '@groupless/shared-dto';
import { BodyGuard } from '../http/bodies/body.guard';
import { UndeclaredInputGuard } from '../validation/pipe/undeclared-input.guard';
import type { Caller } from './caller';
import type { Scope } from './scopes';

/** Who is let in: users of the role or a higher one, and keys with one of the scopes. */
export interface Demand {
  /** Null: no user. */
  role: Role | null;
  scopes: readonly Scope[];
  /** A key needs every one of the scopes, not one of them. */
  needs_all_scopes?: true;
  /** A key may also come as `Authorization: Bearer <key>`, which is all that some programs can send. */
  takes_bearer_keys?: true;
  /** It is about the memory, of which the front desk sees nothing. */
  is_memory?: true;
}

/** Guards other than the access guard, by their names in the API's documentation. */
export type OwnGuard = 'webhook' | 'refresh_cookie' | 'calendar_token';

/** Who may call a route. Every handler declares one; a route without it stops the start. */
export type AccessPolicy =
  { kind: 'open' } | { kind: 'own_guard'; documented: OwnGuard } | ({ kind: 'caller' } & Demand);

/** The key of a handler's policy: metadata for the guard, and an OpenAPI extension for the documentation. */
export const ACCESS = 'x-access';

/** The scopes of integrators' keys that may do what a role may. */
const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  viewer: ['panel:read', 'panel:write'],
  desk: ['panel:write'],
  operator: ['panel:write'],
  admin: [],
};

/** Open to everybody. Credentials in headers are ignored. */
export function Open(): ClassDecorator & MethodDecorator {
  return declare({ kind: 'open' });
}

/** The given guard alone decides. */
export function GuardedBy(guard: Type<CanActivate>, documented: OwnGuard): ClassDecorator & MethodDecorator {
  return applyDecorators(UseGuards(guard), declare({ kind: 'own_guard', documented }));
}

/** API keys with the scope, and no users. */
export function RequiresScope(scope: Scope): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', role: null, scopes: [scope] });
}

/** API keys with one of the scopes, in `x-api-key` or as `Authorization: Bearer <key>`, and no users. */
export function RequiresKey(...scopes: Scope[]): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', role: null, scopes, takes_bearer_keys: true });
}

/** API keys with all of the scopes, and no users. */
export function RequiresScopes(...scopes: [Scope, Scope, ...Scope[]]): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', role: null, scopes, needs_all_scopes: true });
}

/**
 * Users of the role or a higher one; keys that stand for it (`panel:read` for a viewer, `panel:write` for an
 * operator); and keys with one of the other scopes.
 */
export function RequiresRole(role: Role, ...orScopes: Scope[]): ClassDecorator & MethodDecorator {
  const { scopes } = demandOfRole(role);
  return declare({ kind: 'caller', role, scopes: [...scopes, ...orScopes] });
}

/** The same for the memory, of which users of the role `desk` see nothing. */
export function RequiresMemoryRole(role: Role, ...orScopes: Scope[]): ClassDecorator & MethodDecorator {
  const { scopes } = demandOfRole(role);
  return declare({ kind: 'caller', role, scopes: [...scopes, ...orScopes], is_memory: true });
}

/** Users of the role or a higher one, and keys that stand for it. */
export function demandOfRole(role: Role): Demand {
  return { role, scopes: ROLE_SCOPES[role] };
}

/** Every user, for the own account; no API keys. */
export function RequiresUser(): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', role: 'viewer', scopes: [] });
}

/** Where it stands that a handler demands a confirmed session: for which fields of the body, or for all requests. */
export const CONFIRMATION = 'x-confirmation';
/** A field of the body, or one with a certain value. */
export type ConfirmedField = string | { field: string; is: boolean };
export type ConfirmationDemand = readonly ConfirmedField[] | 'always';

/**
 * Users must have given their password or a code within the last ten minutes (`POST /api/auth/confirm`, or the log-in
 * itself). Keys are not asked.
 * @param fields only a body that has one of these needs it; none named: every request does
 */
export function RequiresConfirmation(...fields: ConfirmedField[]): MethodDecorator {
  const demand: ConfirmationDemand = fields.length === 0 ? 'always' : fields;
  return applyDecorators(SetMetadata(CONFIRMATION, demand), ApiExtension(CONFIRMATION, demand));
}

/** The roles whose users are let in. */
export function rolesOf(demand: Pick<Demand, 'role' | 'is_memory'>): Role[] {
  return ROLES.filter((role) => isRoleLetIn(role, demand));
}

export function satisfies(caller: Caller, demand: Demand): boolean {
  const { scopes, needs_all_scopes } = demand;
  if (caller.kind === 'key') {
    return needs_all_scopes
      ? scopes.every((scope) => caller.scopes.includes(scope))
      : caller.scopes.some((scope) => scopes.includes(scope));
  }
  return isRoleLetIn(caller.role, demand);
}

function isRoleLetIn(own: Role, { role, is_memory }: Pick<Demand, 'role' | 'is_memory'>): boolean {
  return role !== null && mayActAs(own, role) && (is_memory !== true || seesMemory(own));
}

const UNDECLARED_INPUT = new UndeclaredInputGuard();
const BODY_OF_KNOWN = new BodyGuard('known_callers');
const BODY_OF_UNKNOWN = new BodyGuard('unknown_callers');

/** Once a caller is let in, the body is read, and the request may hold nothing that the handler does not declare. */
function declare(policy: AccessPolicy): ClassDecorator & MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCESS, policy),
    ApiExtension(ACCESS, policy),
    UseGuards(isOfKnownCallers(policy) ? BODY_OF_KNOWN : BODY_OF_UNKNOWN, UNDECLARED_INPUT),
  );
}

/** Whether callers of the route have shown a credential. The id in a webhook's address is one. */
function isOfKnownCallers(policy: AccessPolicy): boolean {
  return policy.kind === 'caller' || (policy.kind === 'own_guard' && policy.documented === 'webhook');
}
