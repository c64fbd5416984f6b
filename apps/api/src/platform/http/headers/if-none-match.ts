import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { documents } from './documented-header';
import { matchesEntityTag } from './entity-tag';

/** Whether the caller's cache has this version. */
export type HasVersion = (version: number) => boolean;

/** Handler argument for a row with versions: a check of `If-None-Match`. */
export const IfNoneMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): HasVersion => {
    const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-none-match'];
    return (version) => matchesEntityTag(header, `"${version}"`);
  },
  [documents('If-None-Match')],
);
