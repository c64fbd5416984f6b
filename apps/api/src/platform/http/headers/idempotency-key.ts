import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isUnfilledPlaceholder, LIMITS } from '@groupless/shared-dto';
import { UNFILLED } from '../../validation/outside-id';
import { documents } from './documented-header';
import { invalidHeader, readTextHeader } from './text-header';

const HEADER = 'Idempotency-Key';

/** Handler argument: the `Idempotency-Key` header, or null. An unfilled placeholder, such as a blank one, is refused. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext) => idempotencyKeyOf(context),
  [documents(HEADER)],
);

/** The same, whatever it holds: for handlers that take a placeholder as missing. */
export const AnyIdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext) => read(context),
  [documents(HEADER)],
);

/** @throws AppError `unfilled_placeholder` */
export function idempotencyKeyOf(context: ExecutionContext): string | null {
  const key = read(context);
  if (key !== null && isUnfilledPlaceholder(key))
    throw invalidHeader(HEADER, 'unfilled_placeholder', UNFILLED);
  return key;
}

function read(context: ExecutionContext): string | null {
  return readTextHeader(context.switchToHttp().getRequest(), HEADER, { ...LIMITS.outside_id, min: 0 });
}
