import { Injectable } from '@nestjs/common';
import type { AppointmentDto, CreateAppointmentDto } from '@groupless/shared-dto';
import type { ClientToFind, FoundClient } from '../../clients/client.entity';
import type { MailedTo } from '../../shared/mailed-to';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { ConversationsService, type ChatStanding } from '../../conversations/conversations.service';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { Caller, KeyCaller, KnownActor } from '../../platform/access/caller';
import { requestKeyOf, type RequestKey } from '../../database/request-keys';
import type { Transaction } from '../../database/transaction';
import type { Versioned } from '../../platform/http/answer';
import { isAgent, refuseDisabledAgent, refuseTakenOver } from '../agent';
import { AppointmentRecords } from '../appointment-records.service';
import { BookingLinksService } from '../links/booking-links.service';
import { BookingRulesService } from '../rules/booking-rules.service';
import { isVisitor } from '../rules/visitors';
import type { Appointment, BookedAppointment } from '../appointment.entity';
import { toAgentDto, toAppointmentDto, toVersioned } from '../appointment.mapper';
import { demandKnownNames, meantNames, type MeantNames } from '../../shared/known-names';
import { AvailabilityService } from '../availability/availability.service';
import { isRefusal, RefusalsService } from '../availability/refusals.service';
import { keyOf } from './own/agent-hold';
import { isSameWish, wishOf } from './booking-wish';
import {
  BookingsRepository,
  type Booked,
  type HeldTime,
  type NewBooking,
  type Repeat,
  type Visitor,
} from './bookings.repository';
import { completeBooking } from './complete-booking';
import { readBooking, readClient, type BookedFor, type Booking } from './read-booking';
import type { BookingContext } from './booking-contacts';
import { numberOf, type ToolPerson } from './same-person';
import { appointmentCancelled, externalIdReused } from './refused-times';
import { wantedBy } from '../appointment-faults';

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
  names: MeantNames;
  new_resource: boolean;
  repeat: Repeat | null;
  /** Whether it has to be a time that `free_times` lists. */
  on_grid: boolean;
  request: RequestKey | null;
  visitor: Visitor | null;
  mailed_to: MailedTo | null;
  held_id: string | null;
  settings: CurrentSettings;
  /** The chat of the booking; null if there is none or it is not known. */
  chat: ChatStanding | null;
}

export interface BookingTerms {
  /** Whether to answer only what would happen; the ids in that answer do not exist. */
  dry_run?: boolean;
  /** The `Idempotency-Key`: a retry within a day gets the booking of the first request. */
  key?: string | null;
  /** Whether people and integrators may name a resource that the settings do not have. */
  new_resource?: boolean;
  /** Who books on the booking page. */
  visitor?: Visitor | null;
  /** The held time that it takes. */
  held_id?: string | null;
  /** Who waited for it. */
  waited?: { attendee_name: string | null; mailed_to: MailedTo | null } | null;
}

/** What is known of a booking by a tool beside its fields. */
export interface ToolTerms extends Pick<ToolPerson, 'chat_id' | 'second_person'> {
  /** The handle of a conversation that the platform does not name. */
  chat: string | null;
}

/** Of a tool. */
export interface BookedByTool {
  appointment: BookedAppointment;
  /** Null: the booking page is off. */
  manage_url: string | null;
  is_new: boolean;
  /** What of the caller's data cannot be read. */
  warnings: string[];
}

export type { HeldTime, NewBooking } from './bookings.repository';

/** A booking of a series: its first time, and what each appointment of it stores. */
export interface PreparedBooking extends Pick<Appointment, 'starts_at' | 'ends_at' | 'resource'> {
  settings: CurrentSettings;
  at: (place: Pick<Appointment, 'starts_at' | 'ends_at' | 'series_id'>) => NewBooking;
}

/** How long a repeated tool call outside of conversations is answered with the first booking. */
const REPEAT_MS = 24 * 3_600_000;

/** Books appointments, for the chat agent and for the panel. */
@Injectable()
export class BookingsService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly rules: BookingRulesService,
    private readonly links: BookingLinksService,
    private readonly clients: ClientContactsService,
    private readonly conversations: ConversationsService,
    private readonly availability: AvailabilityService,
    private readonly refusals: RefusalsService,
    private readonly records: AppointmentRecords,
  ) {}

  /**
   * Books an appointment once. If its `external_id` is known, the answer is that appointment as it is now.
   * @throws AppError `invalid_request`, `invalid_phone`, `unknown_service`, `unknown_resource`, `appointment_cancelled`, `external_id_reused`,
   *   `idempotency_key_reused`, `agent_disabled`, `human_takeover`, `in_the_past`, `too_far_ahead`, `not_offered`,
   *   `outside_hours`, `not_on_grid`, `slot_taken`, `busy`
   */
  async book(
    request: CreateAppointmentDto,
    actor: KnownActor,
    {
      dry_run = false,
      key = null,
      new_resource = false,
      visitor = null,
      held_id = null,
      waited = null,
    }: BookingTerms,
  ): Promise<BookingOutcome> {
    const { external_id } = request;
    const asked = await this.read(request, actor, () =>
      external_id === undefined ? null : { by: 'external_id', external_id, key_id: keyOf(actor.caller) },
    );
    asked.new_resource = new_resource && !isAgent(actor.caller);
    asked.on_grid = isAgent(actor.caller) && asked.settings.agents_on_grid;
    asked.visitor = visitor;
    asked.held_id = held_id;
    if (waited !== null) {
      asked.mailed_to = waited.mailed_to;
      asked.booking.appointment.attendee_name = waited.attendee_name;
    }
    asked.request = dry_run ? null : requestKeyOf('appointment', actor.caller, key, request);
    const { result, appointment, by_key } = await this.bookOnce(asked, actor, dry_run);
    if (result === 'known' && !by_key) demandSameWish(appointment, asked);
    const dto = isAgent(actor.caller)
      ? toAgentDto(appointment, request.client?.name ?? '', asked.settings.time_zone)
      : toAppointmentDto(appointment);
    const manage_url = dry_run ? null : await this.links.urlOf(appointment.id);
    const warnings = isAgent(actor.caller) ? warningsOf(asked.booking) : [];
    const shown = {
      ...dto,
      ...(manage_url !== null && { manage_url }),
      ...(warnings.length > 0 && { warnings }),
    };
    return { result, row: toVersioned(appointment, shown) };
  }

  /**
   * Books for a model, which sends no id: the same person at the same time is a retry.
   * @throws AppError as `book()`; `not_found` for a handle that was never given out
   */
  async bookByTool(
    request: CreateAppointmentDto & Pick<Required<CreateAppointmentDto>, 'client'>,
    actor: KnownActor & { caller: KeyCaller },
    { chat_id: named, chat, second_person }: ToolTerms,
  ): Promise<BookedByTool> {
    const chat_id = named ?? (chat === null ? null : await this.conversations.chatOfHandle(chat));
    const { name } = request.client;
    const since = new Date(this.records.now().getTime() - REPEAT_MS);
    const inChat = chat_id === null ? request : { ...request, chat_id };
    const asked = await this.read(inChat, actor, ({ booked_for, appointment: { starts_at } }) => {
      const number = 'person' in booked_for ? numberOf(booked_for.person) : null;
      const person = { key_id: actor.caller.id, chat_id, name, number, second_person };
      return { by: 'person', starts_at, since, ...person };
    });
    asked.on_grid = true;
    const { appointment, result } = await this.bookOnce(asked, actor, false);
    const warnings = warningsOf(asked.booking);
    const manage_url = await this.links.urlOf(appointment.id);
    return { appointment, manage_url, is_new: result === 'created', warnings };
  }

  private async contextOf(
    request: Pick<CreateAppointmentDto, 'chat_id'>,
    caller: Caller,
  ): Promise<BookingContext & { chat: ChatStanding | null }> {
    const by_agent = isAgent(caller);
    const settings = await this.rules.of(caller);
    const chat = by_agent ? await this.chatOf(request) : null;
    const by_visitor = isVisitor(caller);
    return { by_agent, by_visitor, channel: chat?.channel ?? null, settings, phones: this.clients, chat };
  }

  private async read(
    request: CreateAppointmentDto,
    { caller }: KnownActor,
    repeatOf: (booking: Booking) => Repeat | null,
  ): Promise<Asked> {
    const { settings, chat, ...context } = await this.contextOf(request, caller);
    const booking = readBooking(request, { ...context, settings });
    booking.appointment.wish = wishOf(booking);
    const names = meantNames(request, settings);
    const asked = { booking, names, new_resource: false, on_grid: false, settings, chat };
    return {
      ...asked,
      repeat: repeatOf(booking),
      request: null,
      visitor: null,
      mailed_to: null,
      held_id: null,
    };
  }

  private async bookOnce(
    {
      booking,
      names,
      new_resource,
      repeat,
      on_grid,
      request,
      visitor,
      mailed_to,
      held_id,
      settings,
      chat,
    }: Asked,
    actor: KnownActor,
    dry_run: boolean,
  ): Promise<Outcome> {
    const now = this.records.now();
    const requested = request === null ? null : await this.bookings.findRequested(request, now);
    if (requested !== null) return { result: 'known', appointment: requested, by_key: true };
    const known = repeat === null ? null : await this.bookings.findFirst(repeat);
    if (known !== null) return { result: 'known', appointment: known };
    demandKnownNames(names, settings, { new_resource });
    refuseDisabledAgent(actor.caller, settings);
    refuseTakenOver(actor.caller, chat);
    const wanted = { ...booking, repeat, request, visitor, mailed_to };
    const grid = on_grid ? { kept_ms: null } : null;
    const booked = await this.insert(wanted, settings, actor, { dry_run, on_grid, held_id }).catch(
      (error: unknown) => this.refusals.explain(error, actor.caller, 'booked', grid),
    );
    const { is_new, appointment } = booked;
    const by_key = !is_new && repeat === null;
    return { result: !is_new ? 'known' : dry_run ? 'tried' : 'created', appointment, by_key };
  }

  /** Who a request is for, as a booking reads it. */
  async readPerson(
    request: Pick<CreateAppointmentDto, 'client' | 'client_id' | 'chat_id'>,
    { caller }: KnownActor,
  ): Promise<BookedFor> {
    return readClient(request, await this.contextOf(request, caller));
  }

  /**
   * The client that a request is for, who is made if nobody is found.
   * @throws AppError `invalid_request` for a client that is not there
   */
  findClient(
    transaction: Transaction,
    booked_for: BookedFor,
    made: Pick<ClientToFind, 'id' | 'source' | 'at'>,
  ): Promise<FoundClient> {
    return this.bookings.findClient(transaction, booked_for, made);
  }

  /**
   * What would be booked, to be held by `hold()`.
   * @param held_id the id of what is held; null: a new one
   * @returns null: it would be refused
   */
  async prepareHold(
    request: CreateAppointmentDto,
    actor: KnownActor,
    held_id: string | null = null,
  ): Promise<NewBooking | null> {
    try {
      return await this.complete(request, actor, held_id);
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  /** @throws what `book()` throws, without alternatives */
  private async complete(
    request: CreateAppointmentDto,
    actor: KnownActor,
    held_id: string | null,
  ): Promise<NewBooking> {
    const { booking, names, settings } = await this.read(request, actor, () => null);
    demandKnownNames(names, settings);
    const wanted = { ...booking, repeat: null, request: null, visitor: null, mailed_to: null };
    const terms = { settings, actor, records: this.records, series_id: null, held_id };
    const complete = completeBooking(wanted, terms);
    await this.availability.demandOnGrid(wantedBy(complete.appointment), actor.caller);
    return complete;
  }

  /**
   * Takes the time, so that nobody else books it. `book()` with its id makes the appointment of it.
   * @returns null: it is not free any more
   */
  hold(transaction: Transaction, booking: NewBooking, until: Date): Promise<HeldTime | null> {
    return this.bookings.hold(transaction, booking, until);
  }

  /**
   * A parsed booking of a person, for several times.
   * @throws AppError `invalid_request`, `invalid_phone`, `unknown_service`, `unknown_resource`
   */
  async prepare(
    request: CreateAppointmentDto,
    actor: KnownActor,
    new_resource: boolean,
  ): Promise<PreparedBooking> {
    const { booking, names, settings } = await this.read(request, actor, () => null);
    demandKnownNames(names, settings, { new_resource });
    const { starts_at, ends_at, resource } = booking.appointment;
    return {
      settings,
      starts_at,
      ends_at,
      resource,
      at: ({ series_id, ...times }) =>
        completeBooking(
          {
            ...booking,
            appointment: { ...booking.appointment, ...times },
            repeat: null,
            request: null,
            visitor: null,
            mailed_to: null,
          },
          { settings, actor, records: this.records, series_id },
        ),
    };
  }

  /**
   * The chat's channel decides how a phone number without `+` is read. While a person has taken the chat over, agents
   * cannot book in it.
   */
  private async chatOf({ chat_id }: Pick<CreateAppointmentDto, 'chat_id'>): Promise<ChatStanding | null> {
    return chat_id === undefined ? null : this.conversations.findStanding(chat_id);
  }

  /** @throws SlotTaken, BusyTime, ClosedTime, NotOffered, NotOnGrid, AppError `in_the_past` */
  private async insert(
    booking: Booking & Pick<NewBooking, 'repeat' | 'request' | 'visitor' | 'mailed_to'>,
    settings: CurrentSettings,
    actor: KnownActor,
    { dry_run, on_grid, held_id }: { dry_run: boolean; on_grid: boolean; held_id: string | null },
  ): Promise<Booked> {
    const terms = { settings, actor, records: this.records, series_id: null, held_id };
    const complete = completeBooking(booking, terms);
    const { appointment } = complete;
    if (on_grid) await this.availability.demandOnGrid(wantedBy(appointment), actor.caller);
    const booked = await this.bookings.insertBooking(complete, dry_run);
    if (booked.is_new && !dry_run) {
      this.records.announceBooking(booked);
      // A new client gets the open chats of its number.
      if (appointment.chat_id !== null || booked.made_client) this.conversations.announceChange();
    }
    return booked;
  }
}

/** What of a person cannot be read. */
function warningsOf({ booked_for }: Booking): string[] {
  return 'person' in booked_for ? booked_for.person.warnings : [];
}

/** @throws AppError `appointment_cancelled`, `external_id_reused` */
function demandSameWish(known: BookedAppointment, { booking, settings }: Asked): void {
  if (known.status === 'cancelled') throw appointmentCancelled(known.id);
  if (!isSameWish(known, booking, settings)) throw externalIdReused(known.id);
}
