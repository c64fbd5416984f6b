import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import {
  STATUS_STEPS,
  type AppointmentDto,
  type PageDto,
  type AvailabilityDto,
  type AppointmentEventDto,
} from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../platform/access/access.decorators';
import type { Caller, KnownActor } from '../platform/access/caller';
import { CurrentCaller, CurrentKnownActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { ok, type Answer, type Versioned } from '../platform/http/answer';
import { IfMatch, type ExpectedVersions } from '../platform/http/headers/if-match';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { AppointmentsService } from './appointments.service';
import { AvailabilityService } from './availability/availability.service';
import { NewResourceQuery } from './requests/create-appointment.request';
import { AppointmentListRequest } from './requests/appointment-list.request';
import { AvailabilityRequest } from './requests/availability.request';
import { FarewellQuery, PatchAppointmentRequest } from './requests/patch-appointment.request';

/** The allowed status changes as a sentence. */
const STEPS = Object.entries(STATUS_STEPS)
  .map(([from, steps]) => `${from} → ${Object.entries(steps).map(inWords).join(', ')}`)
  .join('; ');

function inWords([to, step]: [string, string]): string {
  return step === 'any time' ? to : `${to} (${step})`;
}

@ApiTags('Appointments')
@Controller('api/appointments')
export class AppointmentsController {
  constructor(
    private readonly appointments: AppointmentsService,
    private readonly availability: AvailabilityService,
  ) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the appointments',
    problems: ['invalid_cursor', 'unfilled_placeholder'],
  })
  async list(@Query() query: AppointmentListRequest): Promise<Answer<PageDto<AppointmentDto>>> {
    return ok(await this.appointments.list(query));
  }

  @Get('availability')
  @RequiresRole('viewer', 'agent')
  @Describes({
    summary: 'List the free times of one day or several',
    description:
      'Of a resource, or of `any`: then each start is named once, with who takes it, the one with the fewest appointments that ' +
      'day. Times begin at each opening and then every `slot_minutes`, whatever is closed; they also begin where a booking ends ' +
      'and end where one begins, so that no gap is left. They fit into the opening hours (those of the ' +
      'resource in `schedules`, else `working_hours`, without `closures`, blocks and busy times of calendars; hours that touch are one) as a whole, and stay ' +
      '`buffer_minutes` of the settings or of the service away from each pending or confirmed appointment of the resource. None has passed, and none begins before `notice_minutes` from now. On ' +
      'days on which the clocks change the hours count as they pass: skipped ones offer nothing, repeated ones twice as ' +
      'much. Any name of a resource is accepted; an agent that asks for a service which it does not do gets 409 `not_offered`. To book a time, send its `starts_at`, or its `local_starts_at`, which has no ' +
      '`Z` and of a repeated hour means the first.',
    problems: ['agent_disabled', 'in_the_past', 'not_offered', 'unknown_resource', 'unknown_service'],
  })
  listFreeTimes(
    @Query() query: AvailabilityRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<AvailabilityDto> {
    return this.availability.listFreeTimes(query, caller);
  }

  @Get(':id')
  @RequiresRole('viewer')
  @Describes({
    summary: 'Read an appointment',
    tagged: true,
    problems: ['not_found'],
  })
  get(
    @Param('id', UuidPipe) id: string,
    @CurrentCaller() caller: Caller,
  ): Promise<Versioned<AppointmentDto>> {
    return this.appointments.get(id, caller);
  }

  @Get(':id/history/entries')
  @RequiresRole('viewer')
  @Describes({
    summary: 'List what was done to an appointment',
    description:
      'Oldest first. It ends with the appointment; the audit stays. `/api/appointments/{id}/history` answers the same; it ' +
      'is not listed, since linters cannot tell it from `/api/appointments/external/{external_id}`.',
    problems: ['not_found'],
  })
  history(@Param('id', UuidPipe) id: string): Promise<AppointmentEventDto[]> {
    return this.appointments.history(id);
  }

  /** Never ambiguous: `external` is no UUID, and an agent whose own id is `history` means its booking. */
  @Get(':id/history')
  @RequiresRole('viewer')
  @ApiExcludeEndpoint()
  historyAtShortAddress(@Param('id', UuidPipe) id: string): Promise<AppointmentEventDto[]> {
    return this.appointments.history(id);
  }

  @Patch(':id')
  @RequiresRole('operator')
  @Describes({
    summary: 'Change an appointment',
    description:
      'Fields that are left out stay as they are; all that are sent change together, or none. ' +
      `A status becomes: ${STEPS}. What has ended and is moved to a coming time is confirmed again. Another client ` +
      'ends what the agent that booked it may do with it. Who stands beside others is `squeezed`.',
    problems: [
      ...(['not_found', 'version_mismatch', 'invalid_transition', 'not_begun', 'slot_taken'] as const),
      ...(['busy', 'unknown_resource', 'unknown_service'] as const),
    ],
  })
  patch(
    @Param('id', UuidPipe) id: string,
    @Query() { new_resource }: NewResourceQuery,
    @Body() patch: PatchAppointmentRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<AppointmentDto>> {
    return this.appointments.change(id, patch, versions, actor, new_resource === 'true');
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresRole('admin')
  @RequiresConfirmation()
  @Describes({
    summary: 'Remove an appointment',
    description:
      'With its history. The audit keeps whose it was, when and on what resource, and so does the timeline of the ' +
      'client. One that will not take place is better cancelled.',
    problems: ['not_found', 'version_mismatch'],
  })
  remove(
    @Param('id', UuidPipe) id: string,
    @Query() { notify, reason }: FarewellQuery,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<void> {
    return this.appointments.remove(id, versions, actor, { notify: notify !== 'false', reason });
  }
}
