import { Injectable } from '@nestjs/common';
import {
  findName,
  LIMITS,
  type AffectedAppointmentDto,
  type ChatAgentSettingsDto,
} from '@groupless/shared-dto';
import {
  AFFECTED,
  ZONE_CHANGED,
  type ChangeTerms,
  type ReplacedSettings,
  type ZoneChange,
} from '../../settings/public';
import { On } from '../../shared/bus/topic';
import { AppError } from '../../platform/errors/app-error';
import { inTimeSlices, type Steps } from '../../shared/time-slices';
import { whoOf } from '../appointment-records.service';
import { isOverlap } from '../appointment-faults';
import type { Appointment } from '../appointment.entity';
import { isOpenAll, openingHours, type OpeningHours } from '../../shared/opening-hours/open-hours';
import { ComingAppointmentsRepository } from './coming-appointments.repository';

/** The most future appointments that are checked, the next ones first. */
const MOST_LOOKED_AT = 5_000;

/** What a change of the settings means for appointments. */
@Injectable()
export class SettingsChangesService {
  constructor(private readonly appointments: ComingAppointmentsRepository) {}

  @On(ZONE_CHANGED)
  async keepTimes({
    transaction,
    from_zone,
    to_zone,
    kept,
    at,
    actor,
  }: ZoneChange & ChangeTerms): Promise<void> {
    if (kept === 'moment') return;
    if (kept === null) {
      const coming = await this.appointments.countComing(transaction, at);
      if (coming > 0) throw appointmentsAffected(coming, from_zone, to_zone);
      return;
    }
    await this.appointments
      .shift(transaction, { now: at, from_zone, to_zone, who: whoOf(actor) })
      .catch((error: unknown) => {
        throw isOverlap(error) ? overlapAfterwards() : error;
      });
  }

  @On(AFFECTED)
  async listAffected({ before, after, at, kept }: ReplacedSettings): Promise<AffectedAppointmentDto[]> {
    const coming = await this.appointments.listComing(at, MOST_LOOKED_AT);
    // Appointments that keep their local time have it in the new zone as before in the old one.
    const hadZone = kept === 'clock' ? after.time_zone : before.time_zone;
    const affected = await inTimeSlices(outOfHours(coming, { ...before, time_zone: hadZone }, after));
    return affected.map(({ id, starts_at }) => ({ id, starts_at: starts_at.toISOString() }));
  }
}

/** Appointments that were possible before and are not any more, up to the number that is named. */
function* outOfHours(
  coming: readonly Appointment[],
  before: ChatAgentSettingsDto,
  after: ChatAgentSettingsDto,
): Steps<Appointment[]> {
  const wasPossible = possibilities(before);
  const isPossible = possibilities(after);
  const affected: Appointment[] = [];
  for (const one of coming) {
    if (!isPossible(one) && wasPossible(one)) affected.push(one);
    if (affected.length === LIMITS.affected_appointments) break;
    yield;
  }
  return affected;
}

/** Checks whether an appointment is on a resource of the settings and within its hours. */
function possibilities(settings: ChatAgentSettingsDto): (appointment: Appointment) => boolean {
  const known = new Map<string, OpeningHours | null>();
  const hoursOf = (resource: string) =>
    findName(settings.resources, resource) === undefined ? null : openingHours(settings, resource);
  return ({ resource, starts_at, ends_at }) => {
    if (!known.has(resource)) known.set(resource, hoursOf(resource));
    const hours = known.get(resource) ?? null;
    return hours !== null && isOpenAll({ start: starts_at.getTime(), end: ends_at.getTime() }, hours);
  };
}

function appointmentsAffected(coming: number, from: string, to: string): AppError {
  const detail =
    `${coming} coming appointments were booked in ${from}. Send the settings with ?keep=clock if they shall be at the same ` +
    `time on the clocks of ${to}, or with ?keep=moment if they shall stay at the same moment. Nothing was changed.`;
  return new AppError('appointments_affected', detail, { members: { coming } });
}

function overlapAfterwards(): AppError {
  return new AppError(
    'slot_taken',
    'In the new time zone an appointment would overlap another one. Send ?keep=moment, or move one of them first.',
    { members: { alternatives: [] } },
  );
}
