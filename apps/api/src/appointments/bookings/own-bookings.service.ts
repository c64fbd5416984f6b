import { Injectable } from '@nestjs/common';
import { LIVE_STATUSES, type ChatAgentSettingsDto, type PatchOwnBookingDto } from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { KnownActor } from '../../shared/access/caller';
import { AppError, invalidRequest } from '../../shared/errors/app-error';
import { found } from '../../shared/errors/found';
import type { VersionedRow } from '../../shared/http/answer';
import type { ExpectedVersions } from '../../shared/http/headers/if-match';
import { refuseDisabledAgent } from '../agent';
import { changeOf, type AppointmentChange } from '../appointment-change';
import { wantedBy } from '../appointment-faults';
import { AppointmentRecords } from '../appointment-records.service';
import { Appointment, type BookedAppointment } from '../appointment.entity';
import { toAgentDto, toVersionedRow } from '../appointment.mapper';
import { AppointmentsRepository } from '../appointments.repository';
import { refuseClosedTime } from '../availability/agent-times';
import { AvailabilityService } from '../availability/availability.service';
import { appointmentCancelled } from './refused-times';

const NO_BOOKING = 'No agent has booked with this external_id. Send the one that the booking was made with.';

/** What agents do with their own bookings, which they name by the `external_id` that they gave them. */
@Injectable()
export class OwnBookingsService {
  constructor(
    private readonly appointments: AppointmentsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly availability: AvailabilityService,
    private readonly records: AppointmentRecords,
  ) {}

  /** @throws AppError `not_found` */
  async get(external_id: string): Promise<VersionedRow<string>> {
    const id = await this.findId(external_id);
    return this.shown(found(await this.appointments.findAppointment(id), 'booking', NO_BOOKING));
  }

  /**
   * Moves a booking by the rules of a new one, or cancels it, which is always possible.
   * @throws AppError `invalid_request`, `not_found`, `version_mismatch`, `appointment_cancelled`, `agent_disabled`,
   *   `in_the_past`, `outside_hours`, `slot_taken`, `invalid_transition`
   */
  async change(
    external_id: string,
    patch: PatchOwnBookingDto,
    versions: ExpectedVersions,
    actor: KnownActor,
  ): Promise<VersionedRow<string>> {
    refuseTwoWishes(patch);
    const now = this.records.now();
    const settings = await this.settings.current();
    const id = await this.findId(external_id);
    const outcome = await this.appointments
      .changeAppointment(id, versions, now, {
        decide: (stored) => {
          if (patch.status !== undefined) return changeOf(stored, patch, { ...settings, now, zone: null });
          return moveOf(stored, patch, { settings, actor, now });
        },
        buffer_minutes: settings.buffer_minutes,
        allow_overlap: false,
        recordsOf: (stored, change, names) =>
          this.records.ofChange(stored, change, names, { at: now, actor }),
      })
      .catch((error: unknown) => this.availability.explain(error, true));
    const { changed, appointment } = found(outcome, 'booking', NO_BOOKING);
    if (changed) this.records.announce('updated', id);
    return this.shown(appointment);
  }

  private async findId(external_id: string): Promise<string> {
    return found(await this.appointments.findAgentBooking(external_id), 'booking', NO_BOOKING);
  }

  private async shown(appointment: BookedAppointment): Promise<VersionedRow<string>> {
    const { time_zone } = await this.settings.current();
    return toVersionedRow(appointment, toAgentDto(appointment, '', time_zone));
  }
}

interface Circumstances {
  settings: ChatAgentSettingsDto;
  actor: KnownActor;
  now: Date;
}

/**
 * The change to another time; null if it is the present one.
 * @throws AppError `appointment_cancelled`, `invalid_transition`, `agent_disabled`, `in_the_past`, ClosedTime
 */
function moveOf(
  stored: Appointment,
  patch: PatchOwnBookingDto,
  { settings, actor, now }: Circumstances,
): AppointmentChange | null {
  const isLive = LIVE_STATUSES.some((status) => status === stored.status);
  if (Object.keys(patch).length > 0 && !isLive) throw noLongerMovable(stored);
  const change = changeOf(stored, patch, { ...settings, now, zone: settings.time_zone });
  if (change === null) return null;
  refuseDisabledAgent(actor.caller, settings);
  refuseClosedTime(
    wantedBy(Object.assign(new Appointment(), stored, change.columns)),
    settings,
    now.getTime(),
  );
  return change;
}

function noLongerMovable({ id, status }: Appointment): AppError {
  if (status === 'cancelled') return appointmentCancelled(id);
  const detail = `The appointment is ${status} and cannot be moved. Book a new one with another external_id.`;
  return new AppError('invalid_transition', detail, { members: { allowed: [] } });
}

/** @throws AppError `invalid_request` */
function refuseTwoWishes({ status, ...times }: PatchOwnBookingDto): void {
  if (status === undefined || Object.keys(times).length === 0) return;
  const message = 'Send a new time to move the booking, or status to cancel it, not both.';
  throw invalidRequest([{ field: 'status', code: 'not_allowed', message }]);
}
