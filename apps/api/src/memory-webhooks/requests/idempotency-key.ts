import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { LIMITS, type FieldErrorCode } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { invalidRequest, type AppError } from '../../shared/errors/app-error';
import { documents } from '../../shared/http/documented-header';
import { codePoints } from '../../shared/validation/lengths';

const { min, max } = LIMITS.outside_id;

/** The `Idempotency-Key` header of a request: null if absent, else 1 to 200 characters. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext) => read(context.switchToHttp().getRequest<FastifyRequest>()),
  [documents('Idempotency-Key')],
);

function read({ raw }: FastifyRequest): string | null {
  const [value, ...others] = raw.headersDistinct['idempotency-key'] ?? [];
  if (value === undefined) return null;
  if (others.length > 0) throw refusal('repeated', 'is given more than once');
  const key = utf8(value);
  const length = codePoints(key);
  if (length >= min && length <= max) return key;
  throw refusal(length < min ? 'too_short' : 'too_long', `must have ${min} to ${max} characters`);
}

function refusal(code: FieldErrorCode, problem: string): AppError {
  const field = 'Idempotency-Key';
  return invalidRequest([{ field, code, message: `${field} ${problem}.` }]);
}

/** Node reads headers byte by byte as Latin-1; clients write UTF-8. */
function utf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
