import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ContextFormat } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { preferredType } from '../../platform/http/headers/accept';

/** The form of the context that the caller's `Accept` prefers: JSON unless it asks for Markdown. */
export const AcceptedFormat = createParamDecorator((_: unknown, context: ExecutionContext): ContextFormat => {
  const { accept } = context.switchToHttp().getRequest<FastifyRequest>().headers;
  return preferredType(accept, ['application/json', 'text/markdown']) === 'text/markdown'
    ? 'markdown'
    : 'json';
});
