import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BusyTimeDto } from '@groupless/shared-dto';
import { demandOfRole, RequiresRole, satisfies } from '../platform/access/access.decorators';
import type { Caller } from '../platform/access/caller';
import { CurrentCaller } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { BusyTimesService } from './busy-times.service';
import { BusyTimesRequest } from './requests/busy-times.request';

/** A title is a reason that the team wrote, as the private appointments of its members are. */
const WHO_READS_TITLES = demandOfRole('desk');

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
      'book them; people can, after a question. Titles of calendars are there only where their settings show them; those of all are null for viewers and keys of ' +
      '`panel:read`.',
  })
  async list(@Query() query: BusyTimesRequest, @CurrentCaller() caller: Caller): Promise<BusyTimeDto[]> {
    const busyTimes = await this.busyTimes.list(query);
    if (satisfies(caller, WHO_READS_TITLES)) return busyTimes;
    return busyTimes.map((one) => ({ ...one, title: null }));
  }
}
