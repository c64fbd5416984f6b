import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BusyCalendarDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../../platform/access/access.decorators';
import type { Actor } from '../../platform/access/caller';
import { CurrentActor } from '../../platform/access/current-caller';
import { createdOnce, MadeOnce, type RequestKey } from '../../database/request-keys';
import { Describes } from '../../platform/docs/describes';
import type { Answer } from '../../platform/http/answer';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { CreateBusyCalendarRequest, PatchBusyCalendarRequest } from './calendar.requests';
import { CalendarsService } from './calendars.service';

const PATH = 'api/settings/calendars';

@ApiTags('Settings')
@Controller(PATH)
@RequiresRole('admin')
export class CalendarsController {
  constructor(private readonly calendars: CalendarsService) {}

  @Get()
  @Describes({ summary: 'List the busy calendars' })
  list(): Promise<BusyCalendarDto[]> {
    return this.calendars.list();
  }

  @Post()
  @RequiresConfirmation()
  @Describes({
    summary: 'Add a busy calendar',
    description:
      'An iCalendar address, such as the secret address of a Google or Outlook calendar. It is read soon, and then every ten ' +
      'minutes; what stands in it is busy for agents and free times, and never becomes an appointment. A calendar that ' +
      'cannot be read keeps its last times for a day. The address is never answered again.',
    once: true,
    problems: ['unknown_resource', 'too_many_calendars'],
  })
  create(
    @Body() calendar: CreateBusyCalendarRequest,
    @MadeOnce('calendar') request: RequestKey | null,
    @CurrentActor() actor: Actor,
  ): Promise<Answer<BusyCalendarDto>> {
    const make = () => this.calendars.create(calendar, actor, request);
    return createdOnce(`/${PATH}`, make, (id) => this.calendars.get(id));
  }

  @Patch(':id')
  @RequiresConfirmation('url')
  @Describes({
    summary: 'Change a busy calendar',
    description:
      'Fields that are left out stay as they are. With `url` the calendar is read anew, and counts also where it is empty.',
    problems: ['not_found', 'unknown_resource', 'too_many_calendars'],
  })
  patch(
    @Param('id', UuidPipe) id: string,
    @Body() changes: PatchBusyCalendarRequest,
    @CurrentActor() actor: Actor,
  ): Promise<BusyCalendarDto> {
    return this.calendars.patch(id, changes, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @Describes({ summary: 'Remove a busy calendar', problems: ['not_found'] })
  remove(@Param('id', UuidPipe) id: string, @CurrentActor() actor: Actor): Promise<void> {
    return this.calendars.remove(id, actor);
  }
}
