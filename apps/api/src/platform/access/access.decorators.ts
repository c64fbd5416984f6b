import { applyDecorators, SetMetadata, UseGuards, type CanActivate, type Type } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { mayActAs, ROLES, seesMemory, type Role } from '@groupless/shared-dto';
import { BodyGuard } from '../http/bodies/body.guard';
import { UndeclaredInputGuard } from '../validation/pipe/undeclared-input.guard';
import type { Caller, KeyCaller } from './caller';
import type { Scope } from './scopes';

/** Who may call: users with the role or a higher one, and keys with one of the scopes. */
export interface Demand {
  /** Null: no user. */
  role: Role | null;
  scopes: readonly Scope[];
  /** A key needs all of the scopes. */
  needs_all_scopes?: true;
  /** A key may also be sent as `Authorization: Bearer <key>`, because some programs can send nothing else. */
  takes_bearer_keys?: true;
  /** The role `desk` is excluded, because it may not see the memory. */
  is_memory?: true;
  /** The role that the owner of a key needs; unless given that of users, or any where no user may call. */
  owner_role?: Role;
}

/** Guards other than the access guard, by their names in the documentation. */
export type OwnGuard = 'webhook' | 'refresh_cookie' | 'calendar_token';

/** Who may call a route. A route without a policy stops the start. */
export type AccessPolicy =
  { kind: 'open' } | { kind: 'own_guard'; documented: OwnGuard } | ({ kind: 'caller' } & Demand);

/** The metadata key of a handler's policy, which is also an OpenAPI extension. */
export const ACCESS = 'x-access';

/** The API key scopes that include the rights of a role. */
const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  viewer: ['panel:read', 'panel:write'],
  desk: ['panel:write'],
  operator: ['panel:write'],
  admin: [],
};

/** Public. Credentials in headers are ignored. */
export function Open(): ClassDecorator & MethodDecorator {
  return declare({ kind: 'open' });
}

/** Only the given guard decides. */
export function GuardedBy(guard: Type<CanActivate>, documented: OwnGuard): ClassDecorator & MethodDecorator {
  return applyDecorators(UseGuards(guard), declare({ kind: 'own_guard', documented }));
}

/** API keys of scope `memory`, whose owners, if they have one, need the role. No users. */
export function RequiresMemoryKey(owner_role: Role): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', ...demandOfMemoryKey(owner_role) });
}

export function demandOfMemoryKey(owner_role: Role): Demand {
  return { role: null, scopes: ['memory'], is_memory: true, owner_role };
}

/** Users with a role that sees the memory, and such keys. */
export function RequiresRoleOrMemoryKey(role: Role, owner_role: Role): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', ...demandOfMemoryRole(role, 'memory'), owner_role });
}

/** API keys with the scope. No users. */
export function RequiresScope(scope: Scope): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', role: null, scopes: [scope] });
}

/** API keys with one of the scopes, in `x-api-key` or as `Authorization: Bearer <key>`. No users. */
export function RequiresKey(...scopes: Scope[]): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', role: null, scopes, takes_bearer_keys: true });
}

/** API keys with all of the scopes. No users. */
export function RequiresScopes(...scopes: [Scope, Scope, ...Scope[]]): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', role: null, scopes, needs_all_scopes: true });
}

/**
 * Users with the role or a higher one; keys with its rights (`panel:read` for a viewer, `panel:write` for an operator);
 * and keys with one of the other scopes.
 */
export function RequiresRole(role: Role, ...orScopes: Scope[]): ClassDecorator & MethodDecorator {
  const { scopes } = demandOfRole(role);
  return declare({ kind: 'caller', role, scopes: [...scopes, ...orScopes] });
}

/** The same for the memory, which excludes the role `desk`. */
export function RequiresMemoryRole(role: Role, ...orScopes: Scope[]): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', ...demandOfMemoryRole(role, ...orScopes) });
}

export function demandOfMemoryRole(role: Role, ...orScopes: Scope[]): Demand {
  return { role, scopes: [...ROLE_SCOPES[role], ...orScopes], is_memory: true };
}

/** Users with the role or a higher one, and keys with its rights. */
export function demandOfRole(role: Role): Demand {
  return { role, scopes: ROLE_SCOPES[role] };
}

/** Every user, for their own account. No API keys. */
export function RequiresUser(): ClassDecorator & MethodDecorator {
  return declare({ kind: 'caller', role: 'viewer', scopes: [] });
}

/** The metadata key of a handler that demands a confirmed session. */
export const CONFIRMATION = 'x-confirmation';
/** A field of the body, with any value or with a certain one. */
export type ConfirmedField = string | { field: string; is: boolean };
export type ConfirmationDemand = readonly ConfirmedField[] | 'always';

/**
 * Users must have entered their password or a code in the last ten minutes (`POST /api/auth/confirm`, or the log-in
 * itself). Keys are not asked.
 * @param fields only bodies with one of these need it; without any, every request does
 */
export function RequiresConfirmation(...fields: ConfirmedField[]): MethodDecorator {
  const demand: ConfirmationDemand = fields.length === 0 ? 'always' : fields;
  return applyDecorators(SetMetadata(CONFIRMATION, demand), ApiExtension(CONFIRMATION, demand));
}

/** The roles whose users may call. */
export function rolesOf(demand: Pick<Demand, 'role' | 'is_memory'>): Role[] {
  return ROLES.filter((role) => isRoleLetIn(role, demand));
}

/** What these scopes open is bounded by the present role of the key's owner. */
const OF_OWNER: readonly Scope[] = ['memory', 'panel:read', 'panel:write'];

export function satisfies(caller: Caller, demand: Demand): boolean {
  if (caller.kind === 'user') return isRoleLetIn(caller.role, demand);
  const { scopes, needs_all_scopes } = demand;
  const opens = (scope: Scope) =>
    caller.scopes.includes(scope) && (!OF_OWNER.includes(scope) || isOwnerLetIn(caller, demand));
  return needs_all_scopes ? scopes.every(opens) : scopes.some(opens);
}

/** A key without an owner is the whole team's. */
export function isOwnerLetIn({ owner_id = null, owner_role = null }: KeyCaller, demand: Demand): boolean {
  return owner_id === null || (owner_role !== null && isRoleLetIn(owner_role, demandOfOwner(demand)));
}

/** Whose keys are let in. */
export function demandOfOwner({ role, owner_role, is_memory }: Demand): Pick<Demand, 'role' | 'is_memory'> {
  return { role: owner_role ?? role ?? 'viewer', ...(is_memory === true ? { is_memory } : {}) };
}

function isRoleLetIn(own: Role, { role, is_memory }: Pick<Demand, 'role' | 'is_memory'>): boolean {
  return role !== null && mayActAs(own, role) && (is_memory !== true || seesMemory(own));
}

const UNDECLARED_INPUT = new UndeclaredInputGuard();
const BODY_OF_KNOWN = new BodyGuard('known_callers');
const BODY_OF_UNKNOWN = new BodyGuard('unknown_callers');

/** After the policy come two guards: one reads the body, one refuses input that the handler does not declare. */
function declare(policy: AccessPolicy): ClassDecorator & MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCESS, policy),
    ApiExtension(ACCESS, policy),
    UseGuards(isOfKnownCallers(policy) ? BODY_OF_KNOWN : BODY_OF_UNKNOWN, UNDECLARED_INPUT),
  );
}

/** Whether callers have shown a credential. The id in a webhook's address is one. */
function isOfKnownCallers(policy: AccessPolicy): boolean {
  return policy.kind === 'caller' || (policy.kind === 'own_guard' && policy.documented === 'webhook');
}
