import { Injectable } from '@nestjs/common';
import { presentName } from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Clock } from '../../platform/clock';
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
   * The appointments of the last 30 days and the next 365 as an iCalendar, with their notes only where the settings say so.
   * @param resource whose they are; null: everybody's
   */
  async read(resource: string | null): Promise<string> {
    const settings = await this.settings.current();
    // Its address has the name that the resource had when somebody subscribed.
    const present = resource === null ? null : presentName(resource, settings);
    const now = this.clock.now();
    const from = new Date(now.getTime() - DAYS_BACK * DAY_MS);
    const to = new Date(now.getTime() + DAYS_AHEAD * DAY_MS);
    const booked = await this.appointments.listEntries({ from, now, to, resource: present });
    return calendarFeed(
      booked.map((one) => {
        const notes = settings.feed_notes ? one.notes : '';
        return Object.assign(one, { client_name: one.client.name, notes });
      }),
    );
  }
}
