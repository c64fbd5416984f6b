import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ErrorCode } from '@groupless/shared-dto';
import { describeError } from '../log/describe-error';
import { AppError } from './app-error';
import { PROBLEM_TYPE, toProblem } from './problem';
import { toAppError } from './to-app-error';

/** The default `Retry-After`, in seconds. */
const RETRY_AFTER: Partial<Record<ErrorCode, string>> = {
  // An embedded server restarts within this time.
  database_unavailable: '2',
  overloaded: '5',
  counting: '5',
};

/** Sends every error as a problem answer. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = toAppError(error);
    if (known === null || known.code === 'database_unavailable') {
      const level = known === null ? 'error' : 'warn';
      this.log[level]({ request_id: request.id, err: describeError(error) }, 'request failed');
    }
    const refusal =
      known ?? new AppError('internal_error', 'The request could not be completed. It was logged.');
    const problem = toProblem(refusal, request.id);
    reply.error_code = problem.code;
    void reply
      .code(problem.status)
      .headers({ ...challenge(problem.status), ...retryAfter(refusal.code), ...refusal.extras.headers })
      .header('cache-control', 'no-store')
      .type(PROBLEM_TYPE)
      .send(JSON.stringify(problem));
  }
}

/** RFC 9110 demands a challenge with every 401. */
function challenge(status: number): Record<string, string> {
  return status === 401 ? { 'www-authenticate': 'Bearer' } : {};
}

function retryAfter(code: ErrorCode): Record<string, string> {
  const seconds = RETRY_AFTER[code];
  return seconds === undefined ? {} : { 'retry-after': seconds };
}
