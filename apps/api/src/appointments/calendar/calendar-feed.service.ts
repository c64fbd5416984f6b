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
   * The appointments of the last 30 and the next 365 days as an iCalendar, with notes only if the settings say so.
   * @param resource null: all resources
   */
  async read(resource: string | null): Promise<string> {
    const settings = await this.settings.current();
    // The address has the name at the time of the subscription, which can be a former name.
    const present = resource === null ? null : presentName(resource, settings);
    const now = this.clock.now();
    const from = new Date(now.getTime() - DAYS_BACK * DAY_MS);
    const to = new Date(now.getTime() + DAYS_AHEAD * DAY_MS);
    const booked = await this.appointments.listEntries({ from, now, to, resource: present });
    return calendarFeed(
      booked.map((one) => {
        const notes = settings.feed_notes ? one.notes : '';
        return Object.assign(one, { client_name: one.client?.name ?? '', notes });
      }),
    );
  }
}
