import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error';
import { documents } from './documented-header';

/** The versions of a row that a change may apply to; null: any. */
export type ExpectedVersions = readonly number[] | null;

/** The same where the tags are texts. */
export type ExpectedTags = readonly string[] | null;

/**
 * Argument of a handler that changes a row: the versions that `If-Match` names. A tag that is no version of ours,
 * and a weak one, can match nothing (RFC 9110, 13.1.1). What is no tag at all is refused as such.
 */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): ExpectedVersions =>
    readIfMatch(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
  [documents('If-Match')],
);

/** The same for a row whose tag is a text, which stands in the row itself. */
export const IfMatchText = createParamDecorator(
  (_: unknown, context: ExecutionContext): ExpectedTags =>
    readTags(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
  [documents('If-Match')],
);

/** The part of a tag after a point is not compared: it changes without an edit, such as with a new activity. */
export function readIfMatch(header: string | undefined): ExpectedVersions {
  const tags = readTags(header);
  if (tags === null) return null;
  return tags
    .map((tag) => /^(\d{1,9})(?:\.-?\d{1,16})?$/.exec(tag)?.[1])
    .filter((version) => version !== undefined)
    .map(Number);
}

function readTags(header: string | undefined): ExpectedTags {
  if (header === undefined || header.trim() === '*') return null;
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.some((tag) => TAG.test(tag))) throw noTag();
  return tags.map((tag) => /^"([^"]*)"$/.exec(tag)?.[1]).filter((tag) => tag !== undefined);
}

/** With or without the mark of a weak one. */
const TAG = /^(?:W\/)?"[^"]*"$/;

function noTag(): Error {
  const detail = 'If-Match must be an ETag as an answer had it, with its quotation marks, such as "7".';
  return new AppError('version_mismatch', detail);
}
