import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ClientDuplicateDto, PageDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import { Describes } from '../../platform/docs/describes';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { ClientDuplicatesService } from './client-duplicates.service';

@ApiTags('Clients')
@Controller('api/clients/:id/duplicates')
export class ClientDuplicatesController {
  constructor(private readonly duplicates: ClientDuplicatesService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the clients that may be the same person as this one',
    description: 'Those that share most come first. It is one page.',
    problems: ['not_found'],
  })
  list(@Param('id', UuidPipe) id: string): Promise<PageDto<ClientDuplicateDto>> {
    return this.duplicates.list(id);
  }
}
