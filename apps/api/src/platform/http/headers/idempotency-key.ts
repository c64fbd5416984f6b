import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { documents } from './documented-header';
import { readTextHeader } from './text-header';

const HEADER = 'Idempotency-Key';

/** Handler argument: the `Idempotency-Key` header, or null. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    readTextHeader(context.switchToHttp().getRequest(), HEADER, LIMITS.outside_id),
  [documents(HEADER)],
);
