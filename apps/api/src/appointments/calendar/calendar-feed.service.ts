import { Injectable } from '@nestjs/common';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Clock } from '../../platform/clock';
import { readPlaces } from '../../shared/known-names';
import type { CalendarRequest } from '../requests/calendar.request';
import { calendarFeed } from './calendar-feed';
import { CalendarFeedRepository } from './calendar-feed.repository';

const DAY_MS = 86_400_000;
const DAYS_BACK = 30;
const DAYS_AHEAD = 365;

@Injectable()
export class CalendarFeedService {
  constructor(
    private readonly appointments: CalendarFeedRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The appointments of the last 30 and the next 365 days as an iCalendar, with notes only if the settings say so.
   * @param asked the resource; without one, all of them. The address has the name at the time of the subscription.
   */
  async read(asked: Pick<CalendarRequest, 'resource' | 'resource_id'>): Promise<string> {
    const settings = await this.settings.current();
    const places = readPlaces(asked, settings);
    const now = this.clock.now();
    const from = new Date(now.getTime() - DAYS_BACK * DAY_MS);
    const to = new Date(now.getTime() + DAYS_AHEAD * DAY_MS);
    const booked = await this.appointments.listEntries({ from, now, to }, places);
    return calendarFeed(
      booked.map((one) => {
        const notes = settings.feed_notes ? one.notes : '';
        return Object.assign(one, { client_name: one.client?.name ?? '', notes });
      }),
    );
  }
}
