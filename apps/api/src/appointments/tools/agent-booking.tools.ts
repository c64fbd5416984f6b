import { Injectable } from '@nestjs/common';
import { inOneLine, isAnyResource, LIMITS, presentName, type BookedServiceDto } from '@groupless/shared-dto';
import type { FreeTimes, ListedBookings, ToolBooking } from '@groupless/shared-dto/tool-answers';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { ChatAgentSettingsService, type CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { KeyActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import type { AppError } from '../../platform/errors/app-error';
import {
  Tool,
  type Choices,
  type ToolChoices,
  type ToolContext,
  type ToolRefusals,
} from '../../shared/tools/tool';
import type { BookedAppointment } from '../appointment.entity';
import type { HeldBooking } from '../appointments.repository';
import { AvailabilityService, type AskedTimes } from '../availability/availability.service';
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
import { bookableNames, choicesOf, demandKnownNames, meantNames, visitOf } from '../../shared/known-names';
import { oneLine } from '../../shared/one-line';
import { BOOKING_FIELDS, DROPPED_FIELDS } from './booking-fields';
import { forModels, toListedBooking, toOtherBooking, toToolBooking } from './model-terms';
import { offersOf } from './offers';
import { offeredTimes } from './offered-times';
import { sayComing, sayDone, type SaidBooking } from './say';

/** A second person is often booked in the caller's name. */
const BOOKED_BEFORE =
  'This person was booked at this time before, and nothing was booked now. If it is for another person, call again with ' +
  'the name of that person in client.name, or with second_person true if you cannot get it.';
/** What a model reads of a booking. */
const OF_BOOKING = [
  ...['booking', 'status', 'local_starts_at', 'local_ends_at', 'resource', 'service', 'services'],
  ...['already_booked', 'unchanged', 'manage_url', 'client_has_also'],
] as const;
const HANDLE = 'The handle `booking`, exactly as book_appointment answered it.';

/** The tools of the chat and phone agent for appointments. */
@Injectable()
export class AgentBookingTools implements ToolChoices, ToolRefusals {
  constructor(
    private readonly availability: AvailabilityService,
    private readonly bookings: BookingsService,
    private readonly ownBookings: OwnBookingsService,
    private readonly lookups: BookingLookupsService,
    private readonly clients: ClientContactsService,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  async listChoices(tool: string): Promise<Choices> {
    const settings = await this.settings.current();
    const names = settings.services.map(({ name }) => name);
    const bookable = bookableNames(settings);
    // A move is to somebody.
    const resource = tool === 'change_appointment' ? [...bookable] : choicesOf(bookable);
    return { service: names, services: names, resource };
  }

  async reword(refusal: AppError): Promise<AppError> {
    const { time_zone } = await this.settings.current();
    return forModels(refusal, this.clock.now(), time_zone);
  }

  @Tool({
    name: 'free_times',
    title: 'Free times',
    description:
      'List the free times of a day or several. Use it before you offer or book a time, and offer only what it lists. ' +
      'Each slot has its time (`at`, which starts_at takes as it is) and who is free `with` it; `more` counts what the ' +
      'answer has no room for. `closed` says why nothing is offered: closed is not full. It also ' +
      'tells the services with price, length and who does them, the resources, and the opening hours. Never guess any of it.',
    scopes: ['agent'],
    input: FreeTimesRequest,
    fields: {
      date: 'The first day, YYYY-MM-DD, in the time zone of the business.',
      days: 'How many days; 1 unless given.',
      service: 'A service of the business: it says how long the appointment is.',
      services: 'Several in one visit, in their order; in place of service.',
      service_ids: 'Their ids, where a program knows them; in place of service and services.',
      duration_minutes: 'How long it will be, if there is no service.',
      resource: 'Who or what is booked; any: whoever is free.',
      resources: 'Several of them, such as Anna or Ben: times at which one of these is free.',
      from_time: 'The earliest start of a day, such as 16:00.',
      to_time: 'The latest start of a day.',
      weekdays: 'Only these days of the week: 1 is Monday, 7 is Sunday. With days: 31, any Tuesday.',
      limit: 'The most times to list.',
      booking: 'The handle of the booking that is to be moved: it is not in its own way.',
    },
    dropped: [...DROPPED_FIELDS, 'chat'],
    forms: { meant: { date: dayIn } },
    has_choices: true,
    rewords: true,
    reads: true,
  })
  async listFreeTimes(
    { booking, resource, resources = [], from_time, to_time, weekdays, limit, ...query }: FreeTimesRequest,
    { caller }: KeyActor,
  ): Promise<FreeTimes> {
    const settings = await this.settings.current();
    const moved = booking === undefined ? null : await this.ownBookings.findHeld(booking);
    // A move keeps the resource and the length.
    const asked =
      moved === null
        ? query
        : movedQuery(moved, query, visitOf(meantNames(query, settings).services, settings));
    const own = resources.length === 0 ? moved?.resource : undefined;
    const among = askedNames(resource ?? own, resources, settings);
    const found = await this.availability.findFreeTimes({ ...asked, among, on_grid: true }, caller);
    const { days = LIMITS.availability_days.default } = query;
    const wish = { days, among, from_time, to_time, weekdays, limit };
    const services = meantNames(query, settings).services ?? [];
    const offers = offersOf(
      { ...settings, resources: [...bookableNames(settings)] },
      { services: services.map(({ name }) => name), resources: among },
    );
    return offeredTimes(found, wish, offers);
  }

  @Tool({
    name: 'book_appointment',
    title: 'Book an appointment',
    description:
      'Book a time for one person, at a start that free_times lists. Use it once the customer agreed to day and time and gave a name. For each further person, ' +
      'also at the same time, call it again with that person’s name. If the time is ' +
      'taken or closed, the answer lists `alternatives`: offer these. `client_has_also` are other coming times of the ' +
      'customer: ask whether one of them is to be moved instead. Keep the answered handle `booking`: with it you ' +
      'change or cancel. No answer came: call again with the same arguments; `already_booked` then says that it is the ' +
      'booking of before. Begin with `say`. The status pending is a request that the team has yet to confirm: then ' +
      'never say that it is booked. If there are `warnings`, do what they say.',
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
    told: OF_BOOKING,
    has_choices: true,
    rewords: true,
    repeats: true,
  })
  async book(
    { client, notes, chat, second_person = false, ...asked }: BookByModelRequest,
    actor: KeyActor,
    context: ToolContext,
  ): Promise<ToolBooking> {
    const { chat_id, is_call, caller_phone } = context;
    const { phone: told, ...person } = client;
    const { time_zone, phone_region } = await this.settings.current();
    const { contact: phone, note, warning } = this.clients.hearCaller(told, caller_phone, { phone_region });
    const heard = [notes ?? '', note].filter((text) => text !== '').join('\n');
    const request = {
      ...asked,
      ...(heard !== '' && { notes: heard }),
      client: { ...person, ...phone },
      ...(is_call && { source: 'phone' as const }),
    };
    const terms = { chat_id, chat: chat ?? null, second_person };
    const { appointment, manage_url, is_new, ...booked } = await this.bookings.bookByTool(
      request,
      actor,
      terms,
    );
    const warnings = [...booked.warnings, ...(warning === null ? [] : [warning])];
    const name = oneLine(client.name);
    const others = await this.lookups.listOthers(appointment, name, actor, context);
    const say = sayDone('booked', saidOf(appointment), time_zone, { before: !is_new, name });
    return {
      ...toToolBooking(say, appointment, name, time_zone),
      ...(manage_url !== null && { manage_url }),
      ...(!is_new && { already_booked: true, note: BOOKED_BEFORE }),
      ...(warnings.length > 0 && { warnings }),
      client_has_also: others.map((other) => toOtherBooking(other, time_zone)),
    };
  }

  @Tool({
    name: 'list_bookings',
    title: 'Coming bookings of the caller',
    description:
      'List the coming bookings of the customer you speak to, whoever made them, with the handle `booking` to change or ' +
      'cancel each. Use it when somebody asks when their appointment is, or wants to move or cancel one whose handle ' +
      'you do not have. `resource` is with whom it is; the status pending means that the team has yet to confirm it. ' +
      'A family may share a number: `attendee_name`, where it stands, is for whom a booking is. Ask ' +
      'which one is meant before you change it. Never look up anybody else.',
    scopes: ['agent'],
    input: ListBookingsRequest,
    fields: {
      phone: 'Only if the first call asks for it: the number of the booking, with its country code.',
      name: 'Only with phone: the full name of the person for whom it was booked.',
    },
    dropped: [...DROPPED_FIELDS, 'chat'],
    told: ['bookings', 'attendee_name', ...OF_BOOKING],
    rewords: true,
    reads: true,
  })
  async list(person: ListBookingsRequest, actor: KeyActor, context: ToolContext): Promise<ListedBookings> {
    const bookings = await this.lookups.list(person, actor, context);
    const { time_zone } = await this.settings.current();
    const said = bookings.map(({ attendee_name: name = null, ...one }) => ({ ...one, name }));
    return {
      say: sayComing(said, time_zone),
      bookings: bookings.map((one) => toListedBooking(one, time_zone)),
    };
  }

  @Tool({
    name: 'change_appointment',
    title: 'Move an appointment',
    description:
      'Move a booking to another time that free_times lists, to another person, or give it another service. Use it once ' +
      'the customer agreed. If the time is taken or closed, nothing changes, and the answer lists `alternatives`. Begin ' +
      'with `say`: the status pending means that the team has yet to confirm it, also what was confirmed before.',
    scopes: ['agent'],
    input: ChangeByModelRequest,
    fields: {
      booking: HANDLE,
      starts_at: 'The new start, such as 2027-03-01T10:00, in the time zone of the business.',
      duration_minutes: 'The new length, if there is no service.',
      resource: 'Who or what takes it, if that changes.',
      service: 'Another service of the business: it gives the length.',
      services: 'All services of the visit, in their order; in place of service.',
    },
    dropped: [...DROPPED_FIELDS, 'chat'],
    told: OF_BOOKING,
    has_choices: true,
    rewords: true,
    repeats: true,
  })
  async change(
    { booking, ...patch }: ChangeByModelRequest,
    actor: KeyActor,
    { chat_id }: ToolContext,
  ): Promise<ToolBooking> {
    return this.answerOf('moved', await this.ownBookings.changeByHandle(booking, patch, actor, chat_id));
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
    told: OF_BOOKING,
    rewords: true,
    destroys: true,
    repeats: true,
  })
  async cancel(
    { booking }: CancelByModelRequest,
    actor: KeyActor,
    { chat_id }: ToolContext,
  ): Promise<ToolBooking> {
    const cancelled = { status: 'cancelled' as const };
    return this.answerOf(
      'cancelled',
      await this.ownBookings.changeByHandle(booking, cancelled, actor, chat_id),
    );
  }

  private async answerOf(
    done: 'moved' | 'cancelled',
    { appointment, changed }: OwnChange,
  ): Promise<ToolBooking> {
    const { time_zone } = await this.settings.current();
    const say = sayDone(done, saidOf(appointment), time_zone, {
      before: !changed,
      name: appointment.attendee_name,
    });
    return {
      ...toToolBooking(say, appointment, '', time_zone),
      ...(!changed && { unchanged: true, note: 'It was so before: nothing was changed now.' }),
    };
  }
}

/** With all services of the visit. */
function saidOf({ status, services, resource, starts_at, ends_at }: BookedAppointment): SaidBooking {
  return { status, service: inOneLine(services) || null, resource, starts_at, ends_at };
}

/**
 * Who is asked for, by their present names; empty: anyone.
 * @throws AppError `unknown_resource`
 */
function askedNames(
  resource: string | undefined,
  resources: readonly string[],
  settings: CurrentSettings,
): string[] {
  const isAny = (name: string) => isAnyResource(name, settings);
  // Beside names, any says nothing; among them, that anyone will do.
  const named = [...resources, ...(resource === undefined || isAny(resource) ? [] : [resource])];
  for (const name of named)
    demandKnownNames({ services: [], resource: name, resource_id: undefined }, settings);
  return named.some(isAny) ? [] : [...new Set(named.map((name) => presentName(name, settings)))];
}

/** @param asked the services that are asked for; none: those that it has */
function movedQuery(
  { id: except, services = [], starts_at, ends_at }: HeldBooking,
  { duration_minutes, ...query }: AskedTimes,
  asked: readonly BookedServiceDto[],
): AskedTimes {
  const idsOf = (visit: readonly BookedServiceDto[]) => visit.map((one) => one.id).join();
  if (asked.length > 0 && idsOf(asked) !== idsOf(services)) return { ...query, except };
  const kept = Math.round((ends_at.getTime() - starts_at.getTime()) / 60_000);
  // With services it is as long as it stands.
  const minutes = services.length > 0 ? kept : (duration_minutes ?? kept);
  return { ...query, except, own_services: services, duration_minutes: minutes };
}

/** The day of a date that was sent with a time. */
function dayIn(date: unknown): unknown {
  return typeof date === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(date) ? date.slice(0, 10) : date;
}
