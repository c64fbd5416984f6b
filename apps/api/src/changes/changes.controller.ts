import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ChangesDto } from '@groupless/shared-dto';
import { RequiresRole } from '../platform/access/access.decorators';
import { Describes } from '../platform/docs/describes';
import { ChangesRequest } from './changes.request';
import { ChangesService } from './changes.service';

@ApiTags('Events')
@Controller('api/changes')
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List what changed since the answer before',
    description:
      'For a copy of clients, appointments, series, blocks, resources and services: ids alone, in an order in which nothing is missed; read the rows by ' +
      'their ids. First ask without `after`, which answers where to begin; then read all rows, then ask with `next_cursor` ' +
      'again and again. Changes are kept for 30 days.',
    problems: ['invalid_cursor', 'cursor_expired'],
  })
  list(@Query() query: ChangesRequest): Promise<ChangesDto> {
    return this.changes.list(query);
  }
}
