import {
  DEFAULT_RESOURCE,
  isLive,
  isSameName,
  type AppointmentStatus,
  type ClientMailKind,
  type MailPlaceholder,
} from '@groupless/shared-dto';
import type { Told } from '../../appointments/told/told-appointment.entity';

/** How an appointment stands. */
export interface Standing {
  status: AppointmentStatus;
  starts_at: Date;
  ends_at: Date;
  resource: string;
  /** Whether its mails say with whom it is. */
  tells_resource: boolean;
  /** The status before it was cancelled; of one that is not, that of the booking. */
  was: AppointmentStatus | null;
  /** Whether an agent booked it: the client knows of it without a mail. */
  is_of_agent: boolean;
  /** Whether a person of the team cancelled it. */
  is_ended_by_team: boolean;
}

/**
 * What is to be told, by what was told last and what is now: the kinds that say it, the best first. None: the client knows.
 *
 * | told \ now | pending                    | confirmed                              | cancelled                | deleted, another's, or past |
 * | ---------- | -------------------------- | -------------------------------------- | ------------------------ | --------------------------- |
 * | nothing    | requested                  | booked; where it was pending confirmed | of an agent: as pending  | –                           |
 * | pending    | moved: requested, or moved | confirmed, or moved                    | declined; else cancelled | cancelled, or declined      |
 * | confirmed  | requested; moved: or moved | moved: moved                           | cancelled                | cancelled                   |
 * | cancelled  | requested                  | restored, moved, or as pending; booked | –                        | –                           |
 *
 * Where a state counts as told without a mail, the last mail said another one. Then `moved` is among the kinds of each change that it
 * corrects that mail by.
 *
 * @param now null: the client has it no more, or its time has moved into the past
 */
export function difference(told: Told | null, now: Standing | null): readonly ClientMailKind[] {
  if (now === null) {
    if (told === null || !isLive(told.status)) return [];
    return told.status === 'pending' ? ['cancelled', 'declined'] : ['cancelled'];
  }
  const hasMoved = told !== null && isElsewhere(told, now);
  switch (now.status) {
    case 'pending':
      if (told?.status === 'pending' && !hasMoved) return [];
      return asksAnew(told, now) ? ['requested', 'moved'] : ['requested'];
    case 'confirmed': {
      if (told === null) return now.was === 'pending' ? ['confirmed', 'booked'] : ['booked'];
      const again = CONFIRMED_AGAIN[told.status];
      const isCorrection = saidOtherwise(told) && again.length > 0;
      const kinds = [...again, ...(hasMoved || isCorrection ? ['moved' as const] : [])];
      // No mail may stand that says the end, whichever kinds are on.
      return isLive(told.status) || told.to === null ? kinds : [...kinds, 'confirmed', 'booked'];
    }
    case 'cancelled': {
      if (told === null && !now.is_of_agent) return [];
      const status = told?.status ?? now.was ?? 'confirmed';
      if (status === 'pending' && now.is_ended_by_team) return ['declined', 'cancelled'];
      return isLive(status) ? ['cancelled'] : [];
    }
    default:
      return [];
  }
}

/** What says that an appointment is confirmed to who was told this status. */
const CONFIRMED_AGAIN: Record<AppointmentStatus, readonly ClientMailKind[]> = {
  pending: ['confirmed'],
  confirmed: [],
  completed: [],
  cancelled: ['restored'],
  no_show: ['restored'],
};

/** Whether a client who knows an appointment otherwise has to wait for a confirmation of it now. */
export function asksAnew(told: Told | null, now: Standing): boolean {
  if (told === null || now.status !== 'pending') return false;
  return saidOtherwise(told) || (isLive(told.status) && isElsewhere(told, now));
}

/** Whether what counts as told is not what the last mail said. */
function saidOtherwise({ kind, to }: Told): boolean {
  return kind === null && to !== null;
}

function isElsewhere(told: Told, now: Standing): boolean {
  return !isSameTime(told, now) || isWithAnother(told, now);
}

function isWithAnother(told: Told, now: Standing): boolean {
  const names = [told.resource, now.resource];
  return now.tells_resource && !isSameName(told.resource, now.resource) && !names.some(isUnnamed);
}

/** What a mail has to say besides the time, whatever its text says. */
export function newsOf(told: Told | null, now: Standing): MailPlaceholder[] {
  if (told === null || !isLive(told.status)) return [];
  const isOtherLength = told.ends_at !== null && lastsMs(told) !== lastsMs(now);
  return [
    ...(isOtherLength ? ['duration' as const] : []),
    ...(isWithAnother(told, now) ? ['resource' as const] : []),
  ];
}

function lastsMs({ starts_at, ends_at }: Pick<Told, 'starts_at' | 'ends_at'>): number | null {
  return ends_at && ends_at.getTime() - starts_at.getTime();
}

/** Whether it is when it was told to be, and as long. */
export function isSameTime(
  told: Pick<Told, 'starts_at' | 'ends_at'>,
  now: Pick<Standing, 'starts_at' | 'ends_at'>,
): boolean {
  const isAsLong = told.ends_at === null || told.ends_at.getTime() === now.ends_at.getTime();
  return isAsLong && told.starts_at.getTime() === now.starts_at.getTime();
}

/** Whether a resource has the name that it is made with, which no mail says. */
export function isUnnamed(resource: string): boolean {
  return isSameName(resource, DEFAULT_RESOURCE);
}
