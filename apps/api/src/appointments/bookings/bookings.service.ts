import { Injectable } from '@nestjs/common';
import { ANY_RESOURCE, type AppointmentDto, type CreateAppointmentDto } from '@groupless/shared-dto';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { ConversationsService, type ChatStanding } from '../../conversations/conversations.service';
import { ChatAgentSettingsService, type CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { KeyCaller, KnownActor } from '../../platform/access/caller';
import { requestKeyOf, type RequestKey } from '../../database/request-keys';
import type { Versioned } from '../../platform/http/answer';
import { isAgent, refuseDisabledAgent, refuseTakenOver } from '../agent';
import { AppointmentRecords } from '../appointment-records.service';
import type { Appointment, BookedAppointment } from '../appointment.entity';
import { toAgentDto, toAppointmentDto, toVersioned } from '../appointment.mapper';
import { AvailabilityService } from '../availability/availability.service';
import { keyOf } from './own/agent-hold';
import { isSameWish, toolWishesOf, toolWishOf, wishOf } from './booking-wish';
import { BookingsRepository, type Booked, type NewBooking, type Repeat } from './bookings.repository';
import { completeBooking } from './complete-booking';
import { readBooking, type Booking } from './read-booking';
import { appointmentCancelled, externalIdReused } from './refused-times';

/** The result of a booking: a new appointment, one that existed already, or what a dry run would make. */
interface Outcome {
  result: 'created' | 'known' | 'tried';
  appointment: BookedAppointment;
  /** Whether it was found by the `Idempotency-Key` of the request. */
  by_key?: boolean;
}

export interface BookingOutcome {
  result: Outcome['result'];
  /** The answer, with the fields that this caller may see. */
  row: Versioned<AppointmentDto>;
}

/** A parsed booking, with what decides about it. */
interface Asked {
  booking: Booking;
  repeat: Repeat | null;
  request: RequestKey | null;
  settings: CurrentSettings;
  /** The chat of the booking; null if there is none or it is not known. */
  chat: ChatStanding | null;
}

/** A booking of a series: its first time, and what each appointment of it stores. */
export interface PreparedBooking extends Pick<Appointment, 'starts_at' | 'ends_at' | 'resource'> {
  settings: CurrentSettings;
  at: (place: Pick<Appointment, 'starts_at' | 'ends_at' | 'series_id'>) => NewBooking;
}

/** How long a repeated tool call is answered with the first booking. */
const REPEAT_MS = 24 * 3_600_000;

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
   * Books an appointment once. If its `external_id` is known, the answer is that appointment as it is now.
   * @param dry_run whether to answer only what would happen; the ids in that answer do not exist
   * @param key of the `Idempotency-Key`: a retry within a day gets the booking of the first request
   * @throws AppError `invalid_request`, `invalid_phone`, `appointment_cancelled`, `external_id_reused`,
   *   `idempotency_key_reused`, `agent_disabled`, `human_takeover`, `in_the_past`, `too_far_ahead`, `not_offered`,
   *   `outside_hours`, `slot_taken`, `busy`
   */
  async book(
    request: CreateAppointmentDto,
    actor: KnownActor,
    dry_run: boolean,
    key: string | null,
  ): Promise<BookingOutcome> {
    const { external_id } = request;
    const asked = await this.read(request, actor, () =>
      external_id === undefined ? null : { by: 'external_id', external_id, key_id: keyOf(actor.caller) },
    );
    asked.request = dry_run ? null : requestKeyOf('appointment', actor.caller, key, request);
    const { result, appointment, by_key } = await this.bookOnce(asked, actor, dry_run);
    if (result === 'known' && !by_key) demandSameWish(appointment, asked);
    const dto = isAgent(actor.caller)
      ? toAgentDto(appointment, request.client?.name ?? '', asked.settings.time_zone)
      : toAppointmentDto(appointment);
    return { result, row: toVersioned(appointment, dto) };
  }

  /**
   * Books for a model, which sends no id: the same request with the same key, in the same conversation if it is known,
   * is a retry for a day.
   * @param conversation named by the platform, never by the model
   * @throws AppError as `book()`
   */
  async bookByTool(
    request: CreateAppointmentDto,
    actor: KnownActor & { caller: KeyCaller },
    conversation: string | null,
  ): Promise<BookedAppointment> {
    const by = { key_id: actor.caller.id, conversation };
    const asked = await this.read(request, actor, (booking, settings) => {
      const wish = toolWishOf(booking, by);
      booking.appointment.wish = wish;
      const since = new Date(this.records.now().getTime() - REPEAT_MS);
      const { starts_at, resource } = booking.appointment;
      const wishes = toolWishesOf(booking, by, settings);
      // For `any`, the free resource can differ from the one of the first call.
      const named = resource === ANY_RESOURCE ? null : resource;
      return { by: 'wish', wish, wishes, since, starts_at, resource: named };
    });
    return (await this.bookOnce(asked, actor, false)).appointment;
  }

  private async read(
    request: CreateAppointmentDto,
    { caller }: KnownActor,
    repeatOf: (booking: Booking, settings: CurrentSettings) => Repeat | null,
  ): Promise<Asked> {
    const byAgent = isAgent(caller);
    const settings = await this.settings.current();
    const chat = byAgent ? await this.chatOf(request) : null;
    const circumstances = {
      by_agent: byAgent,
      channel: chat?.channel ?? null,
      settings,
      phones: this.clients,
    };
    const booking = readBooking(request, circumstances);
    booking.appointment.wish = wishOf(booking);
    return { booking, repeat: repeatOf(booking, settings), request: null, settings, chat };
  }

  private async bookOnce(
    { booking, repeat, request, settings, chat }: Asked,
    actor: KnownActor,
    dry_run: boolean,
  ): Promise<Outcome> {
    const now = this.records.now();
    const requested = request === null ? null : await this.bookings.findRequested(request, now);
    if (requested !== null) return { result: 'known', appointment: requested, by_key: true };
    const known = repeat === null ? null : await this.bookings.findFirst(repeat);
    if (known !== null) return { result: 'known', appointment: known };
    refuseDisabledAgent(actor.caller, settings);
    refuseTakenOver(actor.caller, chat);
    const booked = await this.insert({ ...booking, repeat, request }, settings, actor, dry_run).catch(
      (error: unknown) => this.availability.explain(error, isAgent(actor.caller)),
    );
    const { is_new, appointment } = booked;
    const by_key = !is_new && repeat === null;
    return { result: !is_new ? 'known' : dry_run ? 'tried' : 'created', appointment, by_key };
  }

  /**
   * A parsed booking of a person, for several times.
   * @throws AppError `invalid_request`, `invalid_phone`
   */
  async prepare(request: CreateAppointmentDto, actor: KnownActor): Promise<PreparedBooking> {
    const { booking, settings } = await this.read(request, actor, () => null);
    const { starts_at, ends_at, resource } = booking.appointment;
    return {
      settings,
      starts_at,
      ends_at,
      resource,
      at: ({ series_id, ...times }) =>
        completeBooking(
          { ...booking, appointment: { ...booking.appointment, ...times }, repeat: null, request: null },
          { settings, actor, records: this.records, series_id },
        ),
    };
  }

  /**
   * The chat's channel decides how a phone number without `+` is read. While a person has taken the chat over, agents
   * cannot book in it.
   */
  private async chatOf({ chat_id }: CreateAppointmentDto): Promise<ChatStanding | null> {
    return chat_id === undefined ? null : this.conversations.findStanding(chat_id);
  }

  /** @throws SlotTaken, BusyTime, ClosedTime, NotOffered, AppError `in_the_past` */
  private async insert(
    booking: Booking & Pick<NewBooking, 'repeat' | 'request'>,
    settings: CurrentSettings,
    actor: KnownActor,
    dry_run: boolean,
  ): Promise<Booked> {
    const complete = completeBooking(booking, { settings, actor, records: this.records, series_id: null });
    const { appointment } = complete;
    const booked = await this.bookings.insertBooking(complete, dry_run);
    if (booked.is_new && !dry_run) {
      this.records.announceBooking(booked);
      // A new client gets the open chats of its number.
      if (appointment.chat_id !== null || booked.made_client) this.conversations.announceChange();
    }
    return booked;
  }
}

/** @throws AppError `appointment_cancelled`, `external_id_reused` */
function demandSameWish(known: BookedAppointment, { booking, settings }: Asked): void {
  if (known.status === 'cancelled') throw appointmentCancelled(known.id);
  if (!isSameWish(known, booking, settings)) throw externalIdReused(known.id);
}
