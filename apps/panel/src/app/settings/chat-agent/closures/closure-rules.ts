import { maxLength, required, schema, validate } from '@angular/forms/signals';
import { LIMITS, type ClosureDto } from '@groupless/shared-dto';
import { isDay } from './closure-list';

/** Days are compared here. Times with offsets need the time zone, and the API compares them. */
export const CLOSURE_RULES = schema<ClosureDto>((closure) => {
  required(closure.from);
  required(closure.to);
  validate(closure.to, ({ value, valueOf }) => {
    const from = valueOf(closure.from);
    return isDay(from) && isDay(value()) && value() < from ? { kind: 'day_order' } : undefined;
  });
  maxLength(closure.reason, LIMITS.closure_reason.max);
});
