import { Injectable } from '@nestjs/common';
import type { ChatAgentSettingsDto, CreateAppointmentDto } from '@groupless/shared-dto';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { ConversationsService } from '../../conversations/conversations.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { KnownActor } from '../../shared/access/caller';
import type { VersionedRow } from '../../shared/http/answer';
import { newId } from '../../shared/new-id';
import { isAgent, refuseDisabledAgent } from '../agent';
import { wantedBy } from '../appointment-faults';
import { AppointmentRecords } from '../appointment-records.service';
import type { BookedAppointment } from '../appointment.entity';
import { toAgentDto, toAppointmentDto, toVersionedRow } from '../appointment.mapper';
import { refuseClosedTime } from '../availability/agent-times';
import { AvailabilityService } from '../availability/availability.service';
import { BookingsRepository, type Booked } from './bookings.repository';
import { readBooking, type Booking } from './read-booking';
import { appointmentCancelled } from './refused-times';

/** What became of a booking: a new appointment, one that was there already, or what would have been made. */
export interface BookingOutcome {
  result: 'created' | 'known' | 'tried';
  /** As the caller may see it. */
  row: VersionedRow<string> & { id: string };
}

/** Books appointments, for the chat agent and for the panel. */
@Injectable()
export class BookingsService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly clients: ClientContactsService,
    private readonly conversations: ConversationsService,
    private readonly availability: AvailabilityService,
    private readonly records: AppointmentRecords,
  ) {}

  /**
   * Books an appointment, once: one whose `external_id` is known is answered as it is now.
   * @param dry_run whether only to answer what would happen; ids in that answer do not exist
   * @throws AppError `invalid_request`, `invalid_phone`, `appointment_cancelled`, `agent_disabled`, `in_the_past`,
   *   `outside_hours`, `slot_taken`
   */
  async book(request: CreateAppointmentDto, actor: KnownActor, dry_run: boolean): Promise<BookingOutcome> {
    const byAgent = isAgent(actor.caller);
    const settings = await this.settings.current();
    const channel = byAgent ? await this.channelOf(request) : null;
    const booking = readBooking(request, { by_agent: byAgent, channel, settings, phones: this.clients });
    const shown = (appointment: BookedAppointment) => {
      const dto = byAgent
        ? toAgentDto(appointment, request.client?.name ?? '', settings.time_zone)
        : toAppointmentDto(appointment);
      return { ...toVersionedRow(appointment, dto), id: appointment.id };
    };

    const known = await this.findKnown(booking);
    if (known !== null) return { result: 'known', row: shown(unlessCancelled(known)) };
    refuseDisabledAgent(actor.caller, settings);
    const booked = await this.insert(booking, settings, actor, dry_run).catch((error: unknown) =>
      this.availability.explain(error, byAgent),
    );
    if (!booked.is_new) return { result: 'known', row: shown(unlessCancelled(booked.appointment)) };
    return { result: dry_run ? 'tried' : 'created', row: shown(booked.appointment) };
  }

  /** The channel decides how a phone number without `+` is read. */
  private async channelOf({ chat_id, client }: CreateAppointmentDto): Promise<string | null> {
    if (chat_id === undefined || client?.phone === undefined) return null;
    return this.conversations.findChannel(chat_id);
  }

  private async findKnown({ appointment: { external_id } }: Booking): Promise<BookedAppointment | null> {
    return external_id === null ? null : this.bookings.findByExternalId(external_id);
  }

  /** @throws SlotTaken, ClosedTime, AppError `in_the_past` */
  private async insert(
    booking: Booking,
    settings: ChatAgentSettingsDto,
    actor: KnownActor,
    dry_run: boolean,
  ): Promise<Booked> {
    const now = this.records.now();
    const times = { created_at: now, updated_at: now };
    const appointment = { ...booking.appointment, ...times, id: newId(now) };
    const byAgent = isAgent(actor.caller);
    if (byAgent) refuseClosedTime(wantedBy(appointment), settings, now.getTime());
    const buffer_minutes = byAgent ? settings.buffer_minutes : 0;
    const newClientId = newId(now);
    const records = this.records.ofBooking(appointment, newClientId, actor);
    const complete = { ...booking, ...records, appointment, new_client_id: newClientId, buffer_minutes };
    const booked = await this.bookings.insertBooking(complete, dry_run);
    if (booked.is_new && !dry_run) {
      this.records.announceBooking(booked);
      if (appointment.chat_id !== null) this.conversations.announceChange();
    }
    return booked;
  }
}

/** @throws AppError `appointment_cancelled` */
function unlessCancelled(known: BookedAppointment): BookedAppointment {
  if (known.status === 'cancelled') throw appointmentCancelled(known.id);
  return known;
}
