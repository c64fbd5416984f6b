import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BusyTimeDto } from '@groupless/shared-dto';
import { RequiresRole } from '../platform/access/access.decorators';
import { Describes } from '../platform/docs/describes';
import { BusyTimeResponse } from './busy-time.response';
import { BusyTimesService } from './busy-times.service';
import { BusyTimesRequest } from './requests/busy-times.request';

@ApiTags('Appointments')
@Controller('api/busy-times')
export class BusyTimesController {
  constructor(private readonly busyTimes: BusyTimesService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List when resources are busy without an appointment',
    description:
      'Blocks, and events of busy calendars, by time: those that end after `from` and start before `to`. Agents cannot ' +
      'book them; people can, after a question. Titles of calendars are there only where their settings show them.',
    answers: [BusyTimeResponse],
  })
  list(@Query() query: BusyTimesRequest): Promise<BusyTimeDto[]> {
    return this.busyTimes.list(query);
  }
}
