import { applyDecorators, SetMetadata, UseGuards, type CanActivate, type Type } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** What an API key may open. */
export const SCOPES = [
  'session:read',
  'session:write',
  'account:activate',
  'agent',
  'memory',
  'metrics',
  'panel:read',
  'panel:write',
  'workflows',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Who may call a route. Every handler declares one; a route without it stops the start. */
export type AccessPolicy =
  | { kind: 'open' }
  /** A guard of its own decides. */
  | { kind: 'own_guard' }
  /** A caller whose credential has the scope. */
  | { kind: 'scope'; scope: Scope };

export const ACCESS_POLICY = 'groupless:access';

/** The OpenAPI extension that tells the documentation of a policy: `open`, `webhook` or a scope. */
export const ACCESS = 'x-access';

/** Anybody may call; credentials in headers are not looked at. */
export function Open(): ClassDecorator & MethodDecorator {
  return declare({ kind: 'open' }, 'open');
}

/**
 * The guard decides, and nothing else.
 * @param documented what the API's documentation calls it
 */
export function GuardedBy(guard: Type<CanActivate>, documented: 'webhook'): ClassDecorator & MethodDecorator {
  return applyDecorators(declare({ kind: 'own_guard' }, documented), UseGuards(guard));
}

/** Callers whose API key has the scope. */
export function RequiresScope(scope: Scope): ClassDecorator & MethodDecorator {
  return declare({ kind: 'scope', scope }, scope);
}

function declare(policy: AccessPolicy, documented: string): ClassDecorator & MethodDecorator {
  return applyDecorators(SetMetadata(ACCESS_POLICY, policy), ApiExtension(ACCESS, documented));
}
