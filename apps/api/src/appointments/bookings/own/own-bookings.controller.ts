import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AppointmentDto } from '@groupless/shared-dto';
import { RequiresScope } from '../../../platform/access/access.decorators';
import type { KeyActor, KnownActor } from '../../../platform/access/caller';
import { CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import type { Versioned } from '../../../platform/http/answer';
import { IfMatch, type ExpectedVersions } from '../../../platform/http/headers/if-match';
import { OwnBookingsService } from './own-bookings.service';
import { PatchOwnBookingRequest } from '../../requests/patch-own-booking.request';

@ApiTags('Appointments')
@Controller('api/appointments/external/:external_id')
export class OwnBookingsController {
  constructor(private readonly bookings: OwnBookingsService) {}

  @Get()
  @RequiresScope('agent')
  @Describes({
    summary: 'Read a booking of an agent by its external_id',
    description: 'Only what the same key booked. The name of the client is empty.',
    problems: ['not_found'],
  })
  get(
    @Param('external_id') external_id: string,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<AppointmentDto>> {
    return this.bookings.get(external_id, actor as KeyActor);
  }

  @Patch()
  @RequiresScope('agent')
  @Describes({
    summary: 'Move or cancel a booking of an agent',
    description:
      'A new time is checked like that of a new booking; a new start without an end keeps the duration, and what is ' +
      'moved is `pending` again unless `auto_confirm`. `status: "cancelled"` is possible until it begins, also while ' +
      'the agent is switched off; later than `cancel_notice_minutes` before the start it is `late`, or refused, as ' +
      'the settings say. `If-Match` takes the `ETag` of the row that was read.',
    problems: [
      ...(['not_found', 'version_mismatch', 'in_the_past', 'too_far_ahead', 'slot_taken'] as const),
      ...(['outside_hours', 'appointment_cancelled', 'invalid_transition', 'agent_disabled'] as const),
      ...(['already_begun', 'too_late', 'not_on_grid', 'human_takeover', 'unknown_resource'] as const),
    ],
  })
  patch(
    @Param('external_id') external_id: string,
    @Body() patch: PatchOwnBookingRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<AppointmentDto>> {
    return this.bookings.change(external_id, patch, versions, actor as KeyActor);
  }
}
