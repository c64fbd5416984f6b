import { maxLength, required, schema, validate } from '@angular/forms/signals';
import { LIMITS, type ClosureDto } from '@groupless/shared-dto';
import { inputFor, isDay } from './closure-list';

/** Days and local times are compared here. Times with offsets need the time zone, and the API compares them. */
export const CLOSURE_RULES = schema<ClosureDto>((closure) => {
  required(closure.from);
  required(closure.to);
  validate(closure.to, ({ value, valueOf }) => {
    const from = valueOf(closure.from);
    if (isDay(from) && isDay(value()) && value() < from) return { kind: 'day_order' };
    const areTimes = inputFor(from) === 'datetime-local' && inputFor(value()) === 'datetime-local';
    return areTimes && value() <= from ? { kind: 'time_order' } : undefined;
  });
  maxLength(closure.reason, LIMITS.closure_reason.max);
});
