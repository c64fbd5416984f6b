import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error';
import { hasBody } from '../../http/bodies/has-body';
import { isUndecodable } from '../../http/server/query';
import { refuseAnyField, refuseAnyParameter } from './request.pipe';

/** Methods whose body is ignored. */
const IGNORES_BODY = new Set(['GET', 'HEAD']);

/**
 * Refuses a query or a body that the handler does not declare, instead of ignoring it silently. It runs after the
 * route's policy. It is a guard, because an interceptor would make each request half as slow again.
 */
export class UndeclaredInputGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (isUndecodable(request.query)) {
      throw new AppError('malformed_http', 'The query has a percent-encoding that is not UTF-8.');
    }
    const declared = declaredArguments(context);
    if (!declared.has(RouteParamtypes.QUERY)) refuseAnyParameter(request.query);
    if (!declared.has(RouteParamtypes.BODY)) refuseAnyField(request.body);
    if (IGNORES_BODY.has(request.method) && hasBody(request)) refuseAnyField(null);
    return true;
  }
}

const known = new WeakMap<object, Set<number>>();

/**
 * The kinds of arguments that the handler takes. Nest has no public way to ask for them (its `Reflector` reads metadata whose key
 * one knows), so these are the key and the kinds that `@nestjs/swagger` reads, too.
 */

function declaredArguments(context: ExecutionContext): Set<number> {
  const handler = context.getHandler();
  let declared = known.get(handler);
  if (declared === undefined) {
    const metadata = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ??
      {}) as object;
    declared = new Set(Object.keys(metadata).map((key) => Number(key.split(':')[0])));
    known.set(handler, declared);
  }
  return declared;
}
