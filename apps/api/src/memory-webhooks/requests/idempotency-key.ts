import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { LIMITS } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { invalidRequest } from '../../shared/errors/app-error';

const { min, max } = LIMITS.outside_id;

/** The `Idempotency-Key` header of a request: null if absent, else 1 to 200 characters. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
  const [value, ...others] = raw.headersDistinct['idempotency-key'] ?? [];
  if (value === undefined) return null;
  if (others.length > 0) {
    const message = 'Idempotency-Key is given more than once.';
    throw invalidRequest([{ field: 'Idempotency-Key', code: 'repeated', message }]);
  }
  const key = utf8(value);
  const length = [...key].length;
  if (length >= min && length <= max) return key;
  const message = `Idempotency-Key must have ${min} to ${max} characters.`;
  throw invalidRequest([
    { field: 'Idempotency-Key', code: length < min ? 'too_short' : 'too_long', message },
  ]);
});

/** Node reads headers byte by byte as Latin-1; clients write UTF-8. */
function utf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

/** Documents the header. */
export function TakesIdempotencyKey(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'Makes a repeat within 24 hours answer the first result.',
      schema: { type: 'string', minLength: min, maxLength: max },
    }),
  );
}
