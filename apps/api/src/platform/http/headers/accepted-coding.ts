import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { preferredCoding, type ContentCoding } from './accept';

/** Handler argument: the content coding that the caller prefers. */
export const AcceptedCoding = createParamDecorator((_: unknown, context: ExecutionContext): ContentCoding => {
  return preferredCoding(context.switchToHttp().getRequest<FastifyRequest>().headers['accept-encoding']);
});
