import { LIMITS, type PatchBlockDto } from '@groupless/shared-dto';
import { invalidRequest } from '../../platform/errors/app-error';
import { isStorable } from '../../platform/validation/times/time-fields';
import { afterClockDistance, clockDistance } from '../../shared/recurrence/clock-distance';
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
  const length = clockDistance(starts_at.getTime(), ends_at.getTime(), time_zone);
  // A night in which the clocks change may leave nothing.
  return new Date(Math.max(afterClockDistance(startMs, length, time_zone), startMs + 60_000));
}

/** The times of another one of the series when one of them moves: by as many days, to the same time of day. */
export function movedAlike(one: Times, before: Times, after: Times, time_zone: string): Times {
  const distance = clockDistance(before.starts_at.getTime(), after.starts_at.getTime(), time_zone);
  const start = afterClockDistance(one.starts_at.getTime(), distance, time_zone);
  return soundTimes(new Date(start), endLike(after, start, time_zone));
}

function refusal(message: string) {
  return invalidRequest([{ field: 'ends_at', code: 'out_of_range', message }]);
}
