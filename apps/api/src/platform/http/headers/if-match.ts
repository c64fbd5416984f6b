import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error';
import { documents } from './documented-header';

/** The versions of a row that a change accepts; null: any. */
export type ExpectedVersions = readonly number[] | null;

/** The same with texts as tags. */
export type ExpectedTags = readonly string[] | null;

/**
 * Handler argument: the versions that `If-Match` names. Weak and unknown tags match nothing (RFC 9110, 13.1.1). A value
 * that is not a tag is refused.
 */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): ExpectedVersions =>
    readIfMatch(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
  [documents('If-Match')],
);

/** The same for a row whose tag is a text in the row. */
export const IfMatchText = createParamDecorator(
  (_: unknown, context: ExecutionContext): ExpectedTags =>
    readTags(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
  [documents('If-Match')],
);

/** Ignores the part of a tag after the point, which changes without an edit, such as with a new activity or a refused email. */
export function readIfMatch(header: string | undefined): ExpectedVersions {
  const tags = readTags(header);
  if (tags === null) return null;
  return tags
    .map((tag) => /^(\d{1,9})(?:\.-?\d{1,16})?(?:\.refused)?$/.exec(tag)?.[1])
    .filter((version) => version !== undefined)
    .map(Number);
}

function readTags(header: string | undefined): ExpectedTags {
  if (header === undefined || header.trim() === '*') return null;
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.some((tag) => TAG.test(tag))) throw noTag();
  return tags.map((tag) => /^"([^"]*)"$/.exec(tag)?.[1]).filter((tag) => tag !== undefined);
}

/** A strong or weak tag. */
const TAG = /^(?:W\/)?"[^"]*"$/;

function noTag(): Error {
  const detail = 'If-Match must be an ETag as an answer had it, with its quotation marks, such as "7".';
  return new AppError('version_mismatch', detail);
}
