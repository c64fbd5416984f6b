import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ClientTimelineEntryDto, PageDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import { Describes } from '../../platform/docs/describes';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { PageRequest } from '../../platform/validation/page.request';
import { ClientTimelineService } from './client-timeline.service';

@ApiTags('Clients')
@Controller('api/clients/:id/timeline')
export class ClientTimelineController {
  constructor(private readonly timeline: ClientTimelineService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the appointments, conversations, changes and mails of a client, the newest first',
    problems: ['not_found', 'invalid_cursor'],
  })
  list(
    @Param('id', UuidPipe) id: string,
    @Query() page: PageRequest,
  ): Promise<PageDto<ClientTimelineEntryDto>> {
    return this.timeline.list(id, page);
  }
}
