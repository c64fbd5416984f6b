import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ClientVisitsDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import { Describes } from '../../platform/docs/describes';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { ClientVisitsService } from './client-visits.service';

@ApiTags('Clients')
@Controller('api/clients/:id/visits')
export class ClientVisitsController {
  constructor(private readonly visits: ClientVisitsService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'Read how often a client came, did not come or cancelled late, and the last and next visit',
    description: 'Of more than 10,000 appointments the latest are counted.',
    problems: ['not_found'],
  })
  get(@Param('id', UuidPipe) id: string): Promise<ClientVisitsDto> {
    return this.visits.get(id);
  }
}
