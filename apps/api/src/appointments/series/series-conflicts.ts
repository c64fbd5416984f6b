import type { SeriesConflictDto } from '@groupless/shared-dto';
import { AppError } from '../../platform/errors/app-error';
import { BusyTime, SlotTaken } from '../bookings/refused-times';

/** Thrown to roll the transaction back; carries the conflicts. */
export class SeriesRefused extends Error {
  override readonly name = 'SeriesRefused';
  constructor(readonly conflicts: SeriesConflictDto[]) {
    super('A part of the series is in conflict.');
  }
}

/** The conflict that an error is about; null if it is another error. */
export function conflictOf(error: unknown): SeriesConflictDto | null {
  if (!(error instanceof SlotTaken || error instanceof BusyTime)) return null;
  const code = error instanceof SlotTaken ? 'slot_taken' : 'busy';
  return { starts_at: new Date(error.wanted.start).toISOString(), code };
}

export function seriesConflicts(conflicts: SeriesConflictDto[]): AppError {
  const detail =
    'Some of the series cannot be at their times, so nothing was made or changed. Ask the user; to leave these out, ' +
    'send on_conflict: skip.';
  return new AppError('series_conflicts', detail, { members: { conflicts } });
}
