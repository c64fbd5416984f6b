import { isLive, STATUS_STEPS, statusesAfter, type AppointmentStatus } from '@groupless/shared-dto';
import { AppError } from '../../platform/errors/app-error';

/** The time of an appointment after a change, and now. */
interface Moment {
  /** Milliseconds since 1970. */
  starts: number;
  now: number;
}

/**
 * The status of an appointment after a change.
 * @param wanted undefined if the change has no status
 * @param isMoved whether its time or resource changes
 * @throws AppError `invalid_transition`, `not_begun`
 */
export function statusAfter(
  from: AppointmentStatus,
  wanted: AppointmentStatus | undefined,
  isMoved: boolean,
  moment: Moment,
): AppointmentStatus {
  // An ended appointment blocks no time, so moving it to the future would make one that nobody sees.
  const comesAlive = isMoved && !isLive(from) && moment.starts > moment.now;
  const to = wanted ?? (comesAlive ? 'confirmed' : from);
  if (comesAlive && !isLive(to)) throw cannotBecome(from, ['confirmed']);
  if (to !== from) refuseStep(from, to, moment);
  return to;
}

function refuseStep(from: AppointmentStatus, to: AppointmentStatus, { starts, now }: Moment): void {
  const step = STATUS_STEPS[from][to];
  if (step === undefined) throw cannotBecome(from, statusesAfter(from));
  if (step === 'any time' || starts <= now) return;
  const detail =
    `The appointment begins at ${new Date(starts).toISOString()}: it can become ${to} from then on. ` +
    'If it will not take place, cancel it.';
  throw new AppError('not_begun', detail);
}

function cannotBecome(from: AppointmentStatus, allowed: AppointmentStatus[]): AppError {
  const detail = `An appointment that is ${from} can become ${allowed.join(' or ')}.`;
  return new AppError('invalid_transition', detail, { members: { allowed } });
}
