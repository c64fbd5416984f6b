import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AppointmentDto, SwappedAppointmentsDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import type { Versioned } from '../../platform/http/answer';
import { IfMatch, type ExpectedVersions } from '../../platform/http/headers/if-match';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { AppointmentsService } from '../appointments.service';
import { SwapAppointmentsRequest } from '../requests/swap-appointments.request';
import { SwapsService } from './swaps.service';

@ApiTags('Appointments')
@Controller('api/appointments')
@RequiresRole('operator')
export class AppointmentChangesController {
  constructor(
    private readonly appointments: AppointmentsService,
    private readonly swaps: SwapsService,
  ) {}

  @Post('swap')
  @HttpCode(200)
  @Describes({
    summary: 'Exchange the times and resources of two appointments',
    description:
      'Each begins when the other one does, and stays as long as it is unless `keep_lengths` is false. Both change, or neither. With the starts ' +
      'and resources as you know them a repeat is refused, which would swap them back.',
    problems: ['not_found', 'version_mismatch', 'invalid_transition', 'slot_taken'],
  })
  swap(
    @Body() pair: SwapAppointmentsRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<SwappedAppointmentsDto> {
    return this.swaps.swap(pair, actor);
  }

  @Post(':id/history/undo')
  @HttpCode(200)
  @Describes({
    summary: 'Take the last change of the status back',
    description:
      'Where the last entry of the history is a change of the status alone: the appointment gets the one from before. ' +
      'One that holds its time again is checked: `slot_taken`.',
    problems: ['not_found', 'version_mismatch', 'invalid_transition', 'slot_taken'],
  })
  undo(
    @Param('id', UuidPipe) id: string,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<AppointmentDto>> {
    return this.appointments.takeBack(id, versions, actor);
  }
}
