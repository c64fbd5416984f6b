import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AppointmentDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import type { Answer, Versioned } from '../../platform/http/answer';
import { IdempotencyKey } from '../../platform/http/headers/idempotency-key';
import { bookingAnswer } from './booking-answer';
import { BookingsService } from './bookings.service';
import { BookingQuery, CreateAppointmentRequest } from '../requests/create-appointment.request';

@ApiTags('Appointments')
// Chat agents use the short address.
@Controller(['api/appointments', 'appointments'])
export class BookingsController {
  constructor(private readonly bookings: BookingsService) {}

  @Post()
  @RequiresRole('operator', 'agent')
  @Describes({
    summary: 'Book an appointment',
    description:
      'One call books: the client is found or made, the time is checked and taken. Send it again with the same ' +
      '`external_id` when no answer came: 200 and the first appointment, before any other check; 409 ' +
      '`appointment_cancelled` if that no longer takes place, `external_id_reused` if the resource, the start or the ' +
      'client is another one. The `external_id` of an agent belongs to its key. A taken time is 409 with free times near it; one in a block or a busy time of a calendar is 409 `busy` for people, who send ' +
      '`allow_busy` after a question, and `slot_taken` for the agent. ' +
      '`resource: any` books who does the service and is free, the one with the fewest appointments that day, then by the ' +
      'order of the settings; an agent gets 409 `not_offered` for a resource that does not do the service. ' +
      'A `service` or a `resource` that the settings do not have is 400 `unknown_service` or `unknown_resource` with `allowed`; ' +
      'people and integrators may send `new_resource=true`, agents may not. ' +
      'The panel may book any hour, past and future; the chat agent only what has ' +
      'not begun (`in_the_past`), within `horizon_days` (`too_far_ahead`), in no chat that a person has taken over ' +
      '(`human_takeover`), and only the opening hours (`outside_hours`) unless `agent_hours` is `any`; with `agents_on_grid` only starts that free times list (`not_on_grid`). What ' +
      'the agent books is `pending`, or `confirmed` with `auto_confirm`; what the panel books is `confirmed`. ' +
      '`dry_run=true` answers 200 with the appointment as it would be, or the same refusal; ids in it do not exist.',
    once: true,
    problems: [
      ...(['invalid_phone', 'in_the_past', 'too_far_ahead', 'slot_taken', 'busy', 'not_offered'] as const),
      ...(['appointment_cancelled', 'external_id_reused', 'agent_disabled', 'human_takeover'] as const),
      ...(['outside_hours', 'not_on_grid', 'unknown_resource', 'unknown_service'] as const),
    ],
  })
  async book(
    @Body() booking: CreateAppointmentRequest,
    @Query() { dry_run, new_resource }: BookingQuery,
    @IdempotencyKey() key: string | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<AppointmentDto> | Versioned<AppointmentDto>> {
    const terms = { dry_run: dry_run === 'true', key, new_resource: new_resource === 'true' };
    return bookingAnswer(await this.bookings.book(booking, actor, terms));
  }
}
