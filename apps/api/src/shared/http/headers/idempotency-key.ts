import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { documents } from './documented-header';
import { readTextHeader } from './text-header';

const HEADER = 'Idempotency-Key';

/** The `Idempotency-Key` header of a request: null if absent. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    readTextHeader(context.switchToHttp().getRequest(), HEADER, LIMITS.outside_id),
  [documents(HEADER)],
);
