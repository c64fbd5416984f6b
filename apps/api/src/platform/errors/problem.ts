import type { ProblemDto } from '@groupless/shared-dto';
import type { AppError } from './app-error';
import { ERROR_CATALOGUE } from './catalogue';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The problem answer (RFC 9457) for an error. */
export function toProblem(error: AppError, requestId: string): ProblemDto {
  const { status, title } = ERROR_CATALOGUE[error.code];
  return {
    type: `urn:groupless:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    ...error.extras.members,
  };
}
