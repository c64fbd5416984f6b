import { isDeepStrictEqual } from 'node:util';
import { isLive, isSameName } from '@groupless/shared-dto';
import type { Told, ToldAppointment, ToldBefore } from '../../appointments/told/told-appointment.entity';
import type { NotifiedAppointment } from '../notified-appointment';
import { isSameTime } from './difference';
import type { StandingAppointment } from './told.repository';

/** Whether the appointment stands as somebody has said that its client, or who has it no more, is not to be told of. */
export function isWaived({ waived, deleted }: ToldAppointment, standing: StandingAppointment): boolean {
  if (waived === null || deleted !== null) return false;
  if (!standing.is_theirs) return true;
  const ends_at = waived.ends_at === undefined ? null : new Date(waived.ends_at);
  const time = { starts_at: new Date(waived.starts_at), ends_at };
  const isThere = isSameName(waived.resource, standing.resource) && isSameTime(time, standing);
  return isThere && waived.status === standing.status;
}

/** Whether an appointment stands as was told: also a change that its client is not told of makes that untrue. */
export function standsAsTold(told: Told, standing: StandingAppointment, now: Date): boolean {
  const { is_theirs, status, starts_at } = standing;
  if (!isLive(told.status)) return !is_theirs || !isLive(status) || starts_at <= now;
  return is_theirs && status === told.status && isSameTime(told, standing);
}

/** Where the time that was told has passed, and the appointment has another one to come, its end is about that. */
export function atItsTime(
  told: Told | null,
  { starts_at, ends_at, resource }: NotifiedAppointment,
  now: Date,
): Told | null {
  const isPast = told !== null && told.starts_at <= now && starts_at > now;
  return isPast ? { ...told, starts_at, ends_at, resource } : told;
}

export function isSameTelling(one: Told | null, other: Told | null): boolean {
  const isEndKnown = one !== null && other !== null && one.ends_at !== null && other.ends_at !== null;
  const of = (told: Told | null) =>
    told && { ...told, at: null, mail_id: null, ends_at: isEndKnown ? told.ends_at : null };
  return isDeepStrictEqual(of(one), of(other));
}

/** @param mail_id of the mail that tells what comes next; null: it is told otherwise */
export function beforeOf(told: Told | null, mail_id: string | null): ToldBefore | null {
  if (mail_id === null) return null;
  if (told === null) return { of: mail_id, told };
  const { at, starts_at, kind, resource, status, to, mail_id: earlier } = told;
  const ends_at = told.ends_at?.toISOString() ?? null;
  const times = { at: at.toISOString(), starts_at: starts_at.toISOString(), ends_at };
  return { of: mail_id, told: { kind, resource, status, to, mail_id: earlier, ...times } };
}

/** The appointment with the state, time and resource that a mail names; as long as it is, where the end that was told is not known. */
export function asTold<One extends NotifiedAppointment>(appointment: One, told: Told): One {
  const { status, starts_at, resource } = told;
  const lastsMs = appointment.ends_at.getTime() - appointment.starts_at.getTime();
  const ends_at = told.ends_at ?? new Date(starts_at.getTime() + lastsMs);
  return { ...appointment, status, starts_at, resource, ends_at };
}
