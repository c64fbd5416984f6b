import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GuardedBy } from '../../platform/access/access.decorators';
import { Describes } from '../../platform/docs/describes';
import { Answer } from '../../platform/http/answer';
import { entityTag } from '../../platform/http/headers/entity-tag';
import { CalendarRequest } from '../requests/calendar.request';
import { CalendarFeedService } from './calendar-feed.service';
import { CalendarTokenGuard } from './calendar-token.guard';

const CALENDAR_TYPE = 'text/calendar';

@ApiTags('Appointments')
@Controller('api/appointments/calendar.ics')
export class CalendarFeedController {
  constructor(private readonly feed: CalendarFeedService) {}

  @Get()
  @GuardedBy(CalendarTokenGuard, 'calendar_token')
  @Describes({
    summary: 'Read the appointments as a calendar',
    description:
      'An iCalendar (RFC 5545) for programs that subscribe to it: appointments of the last 30 days (the latest ' +
      '1,000) and of the next 365 (the first 4,000), in UTC. The address with its token comes from `POST ' +
      '/api/auth/calendar-token`; a new token, or the end of its user, closes it at once. What is cancelled stays, ' +
      'marked so; what has moved has a higher `SEQUENCE`.',
    text: CALENDAR_TYPE,
  })
  async read(@Query() request: CalendarRequest): Promise<Answer> {
    return calendarAnswer(await this.feed.read(request));
  }
}

function calendarAnswer(body: string): Answer {
  return new Answer(200, body, {
    'content-type': `${CALENDAR_TYPE}; charset=utf-8`,
    'content-disposition': 'inline; filename="appointments.ics"',
    'cache-control': 'private, no-cache',
    etag: entityTag(body),
  });
}
