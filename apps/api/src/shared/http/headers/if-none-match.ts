import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { documents } from './documented-header';
import { matchesEntityTag } from './entity-tag';

/** Whether the caller has this version already. */
export type HasVersion = (version: number) => boolean;

/** Argument of a handler that reads a row with versions: what `If-None-Match` says of them. */
export const IfNoneMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): HasVersion => {
    const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-none-match'];
    return (version) => matchesEntityTag(header, `"${version}"`);
  },
  [documents('If-None-Match')],
);
