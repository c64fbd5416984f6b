import { HttpException } from '@nestjs/common';
import type { ErrorCode } from '@groupless/shared-dto';
import { isDatabaseUnavailable } from './database-unavailable';
import { AppError } from './app-error';

/** Errors of Fastify and Nest, by their status. */
const FRAMEWORK: Record<number, [ErrorCode, string]> = {
  400: ['malformed_http', 'The address or a header of the request cannot be read.'],
  // @fastify/static refuses a path outside its folder.
  403: ['not_found', 'No resource has this address.'],
  404: ['not_found', 'No resource has this address.'],
  408: ['request_timeout', 'The request did not arrive within the time limit.'],
  413: ['body_too_large', 'The body is larger than this address accepts.'],
  414: ['malformed_http', 'The address of the request is too long.'],
  415: ['unsupported_media_type', 'Send the body as JSON, with the header Content-Type: application/json.'],
  431: ['headers_too_large', 'The headers of the request are larger than the server accepts.'],
};

/**
 * Maps an error to the one that the caller sees. Null for an unexpected one, which is logged and sent as
 * `internal_error`.
 */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) {
    return new AppError(
      'database_unavailable',
      'The database cannot be reached just now. Try again in a moment.',
    );
  }
  const status = statusOf(error);
  const [code, detail] = (status === null ? undefined : FRAMEWORK[status]) ?? [];
  return code === undefined || detail === undefined ? null : new AppError(code, detail);
}

function statusOf(error: unknown): number | null {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : null;
}
