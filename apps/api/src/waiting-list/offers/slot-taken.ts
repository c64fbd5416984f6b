import { AppError } from '../../platform/errors/app-error';

/** Somebody else has the time by now; other times are chosen where this one was. */
export function slotTaken(): AppError {
  return new AppError('slot_taken', 'This time is not free any more.', { members: { alternatives: [] } });
}
