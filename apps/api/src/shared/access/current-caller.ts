import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor, Caller, KnownActor, UserActor } from './caller';

const callers = new WeakMap<FastifyRequest, Caller>();

/** Stores the caller of a request for the decorators below. The access guard calls it. */
export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** The caller of a request, once the access guard has recognised one. */
export function knownCaller(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null;
}

/** Argument of a handler: the caller whose credential opened the route. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return callerOf(requestOf(context));
});

/** Argument of a handler: the caller whose credential opened the route, and from where. */
export const CurrentKnownActor = createParamDecorator((_: unknown, context: ExecutionContext): KnownActor => {
  const request = requestOf(context);
  return { caller: callerOf(request), ip: request.ip };
});

/** Argument of a handler that only users may call (`@RequiresUser()`): the user and the address. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): UserActor => {
  const request = requestOf(context);
  const caller = callers.get(request);
  if (caller?.kind !== 'user')
    throw new Error('A handler asks for the user of a route that others may call.');
  return { caller, ip: request.ip };
});

/** Argument of a handler: the caller, if known, and the address. For the audit. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext) =>
  currentActor(context),
);

/** The caller of a request, if known, and the address. */
export function currentActor(context: ExecutionContext): Actor {
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
