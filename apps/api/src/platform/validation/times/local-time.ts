import type { FieldErrorCode } from '@groupless/shared-dto';
import { invalidRequest, type AppError } from '../../errors/app-error';
import { instantOf, isStorable, localTimeOf } from './time-fields';

/**
 * The instant of a field with `@InstantOrLocal()`, in milliseconds since 1970. If the clocks show a local time twice,
 * the earlier one.
 * @param time_zone of local times
 * @throws AppError `invalid_request` for a local time that the clocks skip, and outside the years 1 to 9999
 */
export function readTime(field: string, text: string, time_zone: string): number {
  const instant = instantOf(text) ?? readLocalTime(field, text, time_zone);
  if (!isStorable(instant))
    throw refusal(field, 'out_of_range', 'must be in one of the years 1 to 9999 of UTC');
  return instant;
}

function readLocalTime(field: string, text: string, time_zone: string): number {
  const local = localTimeOf(text);
  if (local === null) throw new Error(`${field} is not checked.`);
  const found = local.toZonedDateTime(time_zone, { disambiguation: 'earlier' });
  if (!found.toPlainDateTime().equals(local)) {
    throw refusal(
      field,
      'no_such_time',
      `does not exist: the clocks of ${time_zone} skip it. Send an earlier or a later time`,
    );
  }
  return found.epochMilliseconds;
}

function refusal(field: string, code: FieldErrorCode, problem: string): AppError {
  return invalidRequest([{ field, code, message: `${field} ${problem}.` }]);
}
