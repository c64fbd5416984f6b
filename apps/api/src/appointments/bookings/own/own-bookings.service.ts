import { Injectable } from '@nestjs/common';
import type { AppointmentDto, PatchOwnBookingDto } from '@groupless/shared-dto';
import { ConversationsService } from '../../../conversations/conversations.service';
import { ChatAgentSettingsService } from '../../../settings/chat-agent-settings.service';
import type { KeyActor } from '../../../platform/access/caller';
import { found } from '../../../platform/errors/found';
import type { Versioned } from '../../../platform/http/answer';
import type { ExpectedVersions } from '../../../platform/http/headers/if-match';
import { refuseTakenOver } from '../../agent';
import { BookingRulesService } from '../../rules/booking-rules.service';
import { AppointmentRecords } from '../../appointment-records.service';
import type { BookedAppointment } from '../../appointment.entity';
import { toAgentDto, toVersioned } from '../../appointment.mapper';
import { AppointmentsRepository, type HeldBooking } from '../../appointments.repository';
import { AvailabilityService } from '../../availability/availability.service';
import { roomChoiceOf } from '../../availability/choice';
import { RefusalsService } from '../../availability/refusals.service';
import { agentChangeOf, demandOneWish, type AgentTerms, type OwnPatch } from './own-booking-rules';
import { wantedBy } from '../../appointment-faults';
import { meantNames } from '../../../shared/known-names';

const NO_BOOKING =
  'Your key has booked nothing with this external_id. Send the one that the booking was made with.';
const NO_HANDLE =
  'No appointment has this handle: a person may have given it to somebody else. Send `booking` exactly as ' +
  'book_appointment or list_bookings answered it; list_bookings finds the coming ones of the caller.';

/** The result of an agent's change, and whether anything changed. */
export interface OwnChange {
  appointment: BookedAppointment;
  changed: boolean;
}

/**
 * Changes of bookings by agents. Over HTTP an agent names bookings of its own key by `external_id`; tools name a
 * booking by the handle that they were given.
 */
@Injectable()
export class OwnBookingsService {
  constructor(
    private readonly appointments: AppointmentsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly rules: BookingRulesService,
    private readonly availability: AvailabilityService,
    private readonly refusals: RefusalsService,
    private readonly conversations: ConversationsService,
    private readonly records: AppointmentRecords,
  ) {}

  /** @throws AppError `not_found` */
  async get(external_id: string, { caller }: KeyActor): Promise<Versioned<AppointmentDto>> {
    const held = found(
      await this.appointments.findAgentBooking(external_id, caller.id),
      'booking',
      NO_BOOKING,
    );
    return this.shown(found(await this.appointments.findAppointment(held.id), 'booking', NO_BOOKING));
  }

  /**
   * Moves a booking by the rules of a new one, or cancels it.
   * @throws AppError `invalid_request`, `not_found`, `version_mismatch`, `appointment_cancelled`, `agent_disabled`,
   *   `human_takeover`, `already_begun`, `too_late`, `in_the_past`, `too_far_ahead`, `outside_hours`, `not_on_grid`,
   *   `slot_taken`, `invalid_transition`
   */
  async change(
    external_id: string,
    patch: PatchOwnBookingDto,
    versions: ExpectedVersions,
    actor: KeyActor,
  ): Promise<Versioned<AppointmentDto>> {
    const held = found(
      await this.appointments.findAgentBooking(external_id, actor.caller.id),
      'booking',
      NO_BOOKING,
    );
    return this.shown((await this.changeHeld(held, patch, versions, actor)).appointment);
  }

  /**
   * The same for a model.
   * @param conversation the conversation of the call, named by the platform
   * @throws AppError as `change()`
   */
  async changeByHandle(
    handle: string,
    patch: OwnPatch,
    actor: KeyActor,
    conversation: string | null,
  ): Promise<OwnChange> {
    const held = await this.findHeld(handle);
    const inConversation = { ...held, chat_id: conversation ?? held.chat_id };
    return this.changeHeld(inConversation, patch, null, actor, true);
  }

  /**
   * The same for who has the link of a booking.
   * @throws AppError as `change()`
   */
  changeByLink(id: string, patch: PatchOwnBookingDto, actor: KeyActor): Promise<OwnChange> {
    // A person who has the chat has not the booking.
    return this.changeHeld({ id, chat_id: null }, patch, null, actor);
  }

  /** @throws AppError `not_found` */
  async findHeld(handle: string): Promise<HeldBooking> {
    return found(await this.appointments.findByHandle(handle), 'booking', NO_HANDLE);
  }

  private async changeHeld(
    { id, chat_id }: Pick<HeldBooking, 'id' | 'chat_id'>,
    patch: OwnPatch,
    versions: ExpectedVersions,
    actor: KeyActor,
    by_tool = false,
  ): Promise<OwnChange> {
    demandOneWish(patch, by_tool);
    const chat = chat_id === null ? null : await this.conversations.findStanding(chat_id);
    refuseTakenOver(actor.caller, chat);
    const now = this.records.now();
    const settings = await this.rules.of(actor.caller);
    const terms = { settings, actor, now };
    if (by_tool || settings.agents_on_grid) await this.demandOnGrid(id, patch, terms);
    const outcome = await this.appointments
      .changeAppointment(id, versions, now, {
        decide: (stored) => agentChangeOf(stored, patch, terms),
        roomsFor: (wanted) => roomChoiceOf(wanted, settings, true),
        between_minutes: settings.buffer_minutes,
        allow_overlap: false,
        allow_busy: false,
        recordsOf: (stored, change, names) =>
          this.records.ofChange(stored, change, names, { at: now, actor }),
      })
      .catch((error: unknown) => this.refusals.explain(error, actor.caller, 'moved'));
    const change = found(outcome, 'booking', NO_BOOKING);
    if (change.changed) this.records.announce('updated', id);
    return change;
  }

  /** @throws AppError as `change()` */
  private async demandOnGrid(id: string, patch: OwnPatch, terms: AgentTerms): Promise<void> {
    const stored = await this.appointments.findAppointment(id);
    if (stored === null || patch.status !== undefined) return;
    const named = meantNames({ service: patch.service, services: patch.services }, terms.settings, stored);
    const ids = (named.services ?? stored.services).map(({ id }) => id);
    const keeps = ids.join() === stored.services.map(({ id }) => id).join();
    // Another service has its own length.
    const kept_ms = keeps ? stored.ends_at.getTime() - stored.starts_at.getTime() : null;
    try {
      const change = agentChangeOf(stored, patch, terms);
      if (change?.moves !== true) return;
      await this.availability.demandOnGrid(
        wantedBy(Object.assign(stored, change.columns)),
        terms.actor.caller,
        kept_ms,
      );
    } catch (error) {
      await this.refusals.explain(error, terms.actor.caller, 'moved', { kept_ms });
    }
  }

  private async shown(appointment: BookedAppointment): Promise<Versioned<AppointmentDto>> {
    const { time_zone } = await this.settings.current();
    return toVersioned(appointment, toAgentDto(appointment, '', time_zone));
  }
}
