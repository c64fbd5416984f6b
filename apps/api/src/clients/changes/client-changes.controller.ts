import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LIMITS, type ClientChangesDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { Actor } from '../../platform/access/caller';
import { CurrentActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { ChangeClientsRequest } from './change-clients.request';
import { ClientChangesService } from './client-changes.service';

@ApiTags('Clients')
@Controller('api/clients/changes')
export class ClientChangesController {
  constructor(private readonly changes: ClientChangesService) {}

  @Post()
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Change several clients in the same way',
    description:
      `Up to ${LIMITS.changed_clients}, one after the other: one that cannot be changed keeps none of the others. ` +
      'Tags that others give meanwhile are kept.',
  })
  change(@Body() change: ChangeClientsRequest, @CurrentActor() actor: Actor): Promise<ClientChangesDto> {
    return this.changes.change(change, actor);
  }
}
