import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { AvailabilityDto } from '@groupless/shared-dto';
import type { KnownActor } from '../../shared/access/caller';
import type { JsonText } from '../../shared/http/json-text';
import { Tool } from '../../shared/tools/tool';
import { AvailabilityService } from '../availability/availability.service';
import { withoutRepeatedHours } from '../availability/local-times';
import { BOOKING_FIELDS } from './booking-fields';
import { BookingsService } from '../bookings/bookings.service';
import { OwnBookingsService } from '../bookings/own-bookings.service';
import { CancelOwnBookingRequest, ChangeOwnBookingRequest } from './appointment-tools.request';
import { AvailabilityRequest } from '../requests/availability.request';
import { CreateAppointmentRequest } from '../requests/create-appointment.request';

const EXTERNAL_ID = 'The external_id of the booking, as book_appointment answered it.';

/** What the chat and phone agent does with appointments: the routes of its key, as tools. */
@Injectable()
export class AgentBookingTools {
  constructor(
    private readonly availability: AvailabilityService,
    private readonly bookings: BookingsService,
    private readonly ownBookings: OwnBookingsService,
  ) {}

  @Tool({
    name: 'free_times',
    description:
      'List the free times of a day or several. Use it before you offer or book a time, and offer only what it lists. ' +
      'Say times as `local_starts_at` shows them. Never guess a free time.',
    scopes: ['agent'],
    input: AvailabilityRequest,
    fields: {
      date: 'The first day, YYYY-MM-DD, in the time zone of the business.',
      days: 'How many days; 1 unless given.',
      service: 'A service of the business: it says how long the appointment is.',
      duration_minutes: 'How long it will be, if there is no service.',
      resource: 'Who or what is booked, if there are several.',
    },
    reads: true,
  })
  async listFreeTimes(query: AvailabilityRequest, { caller }: KnownActor): Promise<AvailabilityDto> {
    return withoutRepeatedHours(await this.availability.listFreeTimes(query, caller));
  }

  @Tool({
    name: 'book_appointment',
    description:
      'Book a time for a customer. Use it once the customer agreed to day and time and gave a name. If the time is ' +
      'taken or closed, the answer lists `alternatives`: offer these. Keep the answered external_id to change or cancel. ' +
      'No answer came: call again with the same external_id. Never say that it is booked before this tool said so.',
    scopes: ['agent'],
    input: CreateAppointmentRequest,
    fields: {
      ...BOOKING_FIELDS,
      external_id: 'Your own id of this booking; made for you if left out.',
      chat_id: 'The id of this chat, if it is one.',
    },
  })
  async book(
    // Without its own id the agent could neither change nor cancel it.
    { external_id = randomUUID(), ...booking }: CreateAppointmentRequest,
    actor: KnownActor,
  ): Promise<JsonText> {
    return (await this.bookings.book({ ...booking, external_id }, actor, false)).row.row;
  }

  @Tool({
    name: 'change_appointment',
    description:
      'Move a booking that you made to another time. Use it once the customer agreed to the new time. If that is taken ' +
      'or closed, nothing changes, and the answer lists `alternatives`.',
    scopes: ['agent'],
    input: ChangeOwnBookingRequest,
    fields: {
      external_id: EXTERNAL_ID,
      starts_at: 'The new start, such as 2027-03-01T10:00, in the time zone of the business.',
      duration_minutes: 'The new length, if it changes.',
    },
  })
  async change({ external_id, ...patch }: ChangeOwnBookingRequest, actor: KnownActor): Promise<JsonText> {
    return (await this.ownBookings.change(external_id, patch, null, actor)).row;
  }

  @Tool({
    name: 'cancel_appointment',
    description:
      'Cancel a booking that you made. Use it only when the customer clearly asks for that; to move it, use ' +
      'change_appointment. It cannot be taken back.',
    scopes: ['agent'],
    input: CancelOwnBookingRequest,
    fields: { external_id: EXTERNAL_ID },
  })
  async cancel({ external_id }: CancelOwnBookingRequest, actor: KnownActor): Promise<JsonText> {
    return (await this.ownBookings.change(external_id, { status: 'cancelled' }, null, actor)).row;
  }
}
