import { Injectable } from '@nestjs/common';
import type { FreeTimes, ListedBookings, ToolBooking } from '@groupless/shared-dto/tool-answers';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { KeyActor } from '../../platform/access/caller';
import { otherPhone, phoneOf } from '../../shared/tools/caller-phone';
import { Tool, type Choices, type ToolChoices, type ToolContext } from '../../shared/tools/tool';
import type { HeldBooking } from '../appointments.repository';
import { AvailabilityService } from '../availability/availability.service';
import { withoutRepeatedHours } from '../availability/local-times';
import { BookingsService } from '../bookings/bookings.service';
import { BookingLookupsService } from '../lookups/booking-lookups.service';
import { OwnBookingsService, type OwnChange } from '../bookings/own/own-bookings.service';
import {
  BookByModelRequest,
  CancelByModelRequest,
  ChangeByModelRequest,
  FreeTimesRequest,
  ListBookingsRequest,
} from './appointment-tools.request';
import { choicesOf } from '../../shared/known-names';
import { BOOKING_FIELDS, DROPPED_FIELDS } from './booking-fields';
import { forModels, toListedBooking, toOtherBooking, toToolBooking } from './model-terms';
import { offersOf } from './offers';

/** A second person is often booked in the caller's name. */
const BOOKED_BEFORE =
  'This person was booked at this time before, and nothing was booked now. If it is for another person, call again with ' +
  'the name of that person in client.name, or with second_person true if you cannot get it.';
const HANDLE = 'The handle `booking`, exactly as book_appointment answered it.';

/** The tools of the chat and phone agent for appointments. */
@Injectable()
export class AgentBookingTools implements ToolChoices {
  constructor(
    private readonly availability: AvailabilityService,
    private readonly bookings: BookingsService,
    private readonly ownBookings: OwnBookingsService,
    private readonly lookups: BookingLookupsService,
    private readonly settings: ChatAgentSettingsService,
  ) {}

  async listChoices(): Promise<Choices> {
    const { services, resources } = await this.settings.current();
    return { service: services.map(({ name }) => name), resource: choicesOf(resources) };
  }

  @Tool({
    name: 'free_times',
    title: 'Free times',
    description:
      'List the free times of a day or several. Use it before you offer or book a time, and offer only what it lists. ' +
      'Say times as `local_starts_at` shows them. `closed` says why nothing is offered: closed is not full. It also ' +
      'tells the services with price, length and who does them, the resources, and the opening hours. Never guess any of it.',
    scopes: ['agent'],
    input: FreeTimesRequest,
    fields: {
      date: 'The first day, YYYY-MM-DD, in the time zone of the business.',
      days: 'How many days; 1 unless given.',
      service: 'A service of the business: it says how long the appointment is.',
      duration_minutes: 'How long it will be, if there is no service.',
      resource: 'Who or what is booked; any: whoever is free. Each time names its resource.',
      booking: 'The handle of the booking that is to be moved: it is not in its own way.',
    },
    dropped: [...DROPPED_FIELDS, 'chat'],
    has_choices: true,
    reads: true,
  })
  async listFreeTimes({ booking, ...query }: FreeTimesRequest, { caller }: KeyActor): Promise<FreeTimes> {
    const settings = await this.settings.current();
    const moved = booking === undefined ? null : await this.ownBookings.findHeld(booking);
    // A move keeps the resource and the length.
    const asked = moved === null ? query : { ...movedQuery(moved), ...query, except: moved.id };
    const found = await this.availability.listFreeTimes(asked, caller);
    return { ...withoutRepeatedHours(found), ...offersOf(settings) };
  }

  @Tool({
    name: 'book_appointment',
    title: 'Book an appointment',
    description:
      'Book a time for one person. Use it once the customer agreed to day and time and gave a name. For each further person, ' +
      'also at the same time, call it again with that person’s name. If the time is ' +
      'taken or closed, the answer lists `alternatives`: offer these. `client_has_also` are other coming times of the ' +
      'customer: ask whether one of them is to be moved instead. Keep the answered handle `booking`: with it you ' +
      'change or cancel. No answer came: call again with the same arguments; `already_booked` then says that it is the ' +
      'booking of before. Never say that it is booked before this tool said so.',
    scopes: ['agent'],
    input: BookByModelRequest,
    fields: {
      ...BOOKING_FIELDS,
      client: {
        ...BOOKING_FIELDS.client,
        text: 'For whom: name who comes. Give a phone or an email, so that a known customer is found.',
      },
      second_person:
        'true: for somebody else than who is booked at this time already, whose name you cannot get.',
      chat: 'As take_messages answered it; it answered none: leave it out.',
    },
    dropped: DROPPED_FIELDS,
    has_choices: true,
    repeats: true,
  })
  async book(
    { client, notes, chat, second_person = false, ...asked }: BookByModelRequest,
    actor: KeyActor,
    context: ToolContext,
  ): Promise<ToolBooking> {
    const { chat_id, is_call } = context;
    const { phone: told, ...person } = client;
    const heard = [notes ?? '', otherPhone(told, context)].filter((text) => text !== '').join('\n');
    const request = {
      ...asked,
      ...(heard !== '' && { notes: heard }),
      client: { ...person, ...phoneOf(told, context) },
      ...(is_call && { source: 'phone' as const }),
    };
    const { appointment, is_new } = await this.bookings
      .bookByTool(request, actor, { chat_id, chat: chat ?? null, second_person })
      .catch(forModels);
    const { time_zone } = await this.settings.current();
    const others = await this.lookups.listOthers(appointment, client.name, actor, context);
    return {
      ...toToolBooking(appointment, client.name, time_zone),
      ...(!is_new && { already_booked: true, note: BOOKED_BEFORE }),
      client_has_also: others.map((other) => toOtherBooking(other, time_zone)),
    };
  }

  @Tool({
    name: 'list_bookings',
    title: 'Coming bookings of the caller',
    description:
      'List the coming bookings of the customer you speak to, whoever made them, with the handle `booking` to change or ' +
      'cancel each. Use it when somebody asks when their appointment is, or wants to move or cancel one whose handle ' +
      'you do not have. A family may share a number: `attendee_name`, where it stands, is for whom a booking is. Ask ' +
      'which one is meant before you change it. Never look up anybody else.',
    scopes: ['agent'],
    input: ListBookingsRequest,
    fields: {
      phone: 'Only if the first call asks for it: the number of the booking, with its country code.',
      name: 'Only with phone: the full name of the person for whom it was booked.',
    },
    dropped: [...DROPPED_FIELDS, 'chat'],
    reads: true,
  })
  async list(said: ListBookingsRequest, actor: KeyActor, context: ToolContext): Promise<ListedBookings> {
    const bookings = await this.lookups.list(said, actor, context);
    const { time_zone } = await this.settings.current();
    return { bookings: bookings.map((one) => toListedBooking(one, time_zone)) };
  }

  @Tool({
    name: 'change_appointment',
    title: 'Move an appointment',
    description:
      'Move a booking to another time. Use it once the customer agreed to the new time. If that is taken or closed, ' +
      'nothing changes, and the answer lists `alternatives`.',
    scopes: ['agent'],
    input: ChangeByModelRequest,
    fields: {
      booking: HANDLE,
      starts_at: 'The new start, such as 2027-03-01T10:00, in the time zone of the business.',
      duration_minutes: 'The new length, if it changes.',
    },
    dropped: [...DROPPED_FIELDS, 'chat'],
    repeats: true,
  })
  async change(
    { booking, ...patch }: ChangeByModelRequest,
    actor: KeyActor,
    { chat_id }: ToolContext,
  ): Promise<ToolBooking> {
    const change = await this.ownBookings.changeByHandle(booking, patch, actor, chat_id).catch(forModels);
    return this.answerOf(change, 'It was at this time before: nothing was changed now.');
  }

  @Tool({
    name: 'cancel_appointment',
    title: 'Cancel an appointment',
    description:
      'Cancel a booking. Use it only when the customer clearly asks for that; to move it, use change_appointment. It ' +
      'cannot be taken back.',
    scopes: ['agent'],
    input: CancelByModelRequest,
    fields: { booking: HANDLE },
    dropped: [...DROPPED_FIELDS, 'chat'],
    destroys: true,
    repeats: true,
  })
  async cancel(
    { booking }: CancelByModelRequest,
    actor: KeyActor,
    { chat_id }: ToolContext,
  ): Promise<ToolBooking> {
    const change = await this.ownBookings
      .changeByHandle(booking, { status: 'cancelled' }, actor, chat_id)
      .catch(forModels);
    return this.answerOf(change, 'It was cancelled before: nothing was changed now.');
  }

  private async answerOf({ appointment, changed }: OwnChange, before: string): Promise<ToolBooking> {
    const { time_zone } = await this.settings.current();
    return {
      ...toToolBooking(appointment, '', time_zone),
      ...(!changed && { unchanged: true, note: before }),
    };
  }
}

function movedQuery({ resource, starts_at, ends_at }: HeldBooking): Partial<FreeTimesRequest> {
  return { resource, duration_minutes: Math.round((ends_at.getTime() - starts_at.getTime()) / 60_000) };
}
