import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller, KnownActor, PossibleActor, UserActor } from './caller';

const callers = new WeakMap<FastifyRequest, Caller>();

/** Stores the caller of a request for the decorators below. Called by the access guard. */
export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** The caller of a request; null before authentication. */
export function knownCaller(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null;
}

/** Handler argument: the authenticated caller. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return callerOf(requestOf(context));
});

/** Handler argument: the authenticated caller and the address. */
export const CurrentKnownActor = createParamDecorator((_: unknown, context: ExecutionContext): KnownActor => {
  const request = requestOf(context);
  return { caller: callerOf(request), ip: request.ip };
});

/** Handler argument: the user and the address, for `@RequiresUser()`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): UserActor => {
  const request = requestOf(context);
  const caller = callers.get(request);
  if (caller?.kind !== 'user')
    throw new Error('A handler asks for the user of a route that others may call.');
  return { caller, ip: request.ip };
});

/** Handler argument: the caller, or null, and the address. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext) =>
  currentActor(context),
);

/** The caller of a request, or null, and the address. */
export function currentActor(context: ExecutionContext): PossibleActor {
  const request = requestOf(context);
  return { caller: callers.get(request) ?? null, ip: request.ip };
}

function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('A handler asks for the caller of a route without a policy.');
  return caller;
}

function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>();
}
