import { LIMITS, type PatchBlockDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { invalidRequest } from '../platform/errors/app-error';
import { isStorable } from '../platform/validation/time-fields';
import type { Block } from './block.entity';

const DAY_MS = 86_400_000;

type Times = Pick<Block, 'starts_at' | 'ends_at'>;

/** @throws AppError `invalid_request` */
export function soundTimes(starts_at: Date, ends_at: Date): Times {
  if (ends_at <= starts_at) throw refusal('ends_at must be later than starts_at.');
  if (ends_at.getTime() - starts_at.getTime() > LIMITS.block_days * DAY_MS)
    throw refusal(`A block lasts at most ${LIMITS.block_days} days.`);
  if (!isStorable(ends_at.getTime())) throw refusal('The end must be in the years 1 to 9999.');
  return { starts_at, ends_at };
}

/** The times of a block after a change. With a new start alone it keeps its length. */
export function changedTimes(stored: Times, { starts_at, ends_at }: PatchBlockDto): Times {
  const start = starts_at === undefined ? stored.starts_at : new Date(starts_at);
  const length = stored.ends_at.getTime() - stored.starts_at.getTime();
  if (ends_at !== undefined) return soundTimes(start, new Date(ends_at));
  return soundTimes(start, starts_at === undefined ? stored.ends_at : new Date(start.getTime() + length));
}

/** A block like another one that begins at a time: it ends as many days later at the same time of day. */
export function endLike({ starts_at, ends_at }: Times, startMs: number, time_zone: string): Date {
  const length = local(starts_at, time_zone).until(local(ends_at, time_zone), { largestUnit: 'days' });
  const start = local(new Date(startMs), time_zone);
  const end = start.add(length).toZonedDateTime(time_zone).epochMilliseconds;
  // A night in which the clocks change may leave nothing.
  return new Date(Math.max(end, startMs + 60_000));
}

/** The times of another one of the series when one of them moves: by as many days, to the same time of day. */
export function movedAlike(one: Times, before: Times, after: Times, time_zone: string): Times {
  const by = (from: Date, to: Date) =>
    local(from, time_zone).until(local(to, time_zone), { largestUnit: 'days' });
  const move = (time: Date, step: Temporal.Duration) =>
    new Date(local(time, time_zone).add(step).toZonedDateTime(time_zone).epochMilliseconds);
  const starts_at = move(one.starts_at, by(before.starts_at, after.starts_at));
  return soundTimes(starts_at, endLike(after, starts_at.getTime(), time_zone));
}

function local(time: Date, time_zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(time_zone)
    .toPlainDateTime();
}

function refusal(message: string) {
  return invalidRequest([{ field: 'ends_at', code: 'out_of_range', message }]);
}
