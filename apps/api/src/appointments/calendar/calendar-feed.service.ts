import { Injectable } from '@nestjs/common';
import { CalendarTokensService } from '../../auth/calendar/calendar-tokens.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Clock } from '../../platform/clock';
import { readPlaces } from '../../shared/known-names';
import type { CalendarRequest } from '../requests/calendar.request';
import { ResourceLabels } from '../resource-labels.repository';
import { calendarFeed } from './calendar-feed';
import { CalendarFeedRepository } from './calendar-feed.repository';

const DAY_MS = 86_400_000;
const DAYS_BACK = 30;
const DAYS_AHEAD = 365;

@Injectable()
export class CalendarFeedService {
  constructor(
    private readonly appointments: CalendarFeedRepository,
    private readonly tokens: CalendarTokensService,
    private readonly settings: ChatAgentSettingsService,
    private readonly labels: ResourceLabels,
    private readonly clock: Clock,
  ) {}

  /**
   * The appointments of the last 30 and the next 365 days as an iCalendar, with notes only if the settings say so.
   * @param asked the resource; without one, all of them. The address has the name at the time of the subscription.
   */
  async read({ token, mine, ...asked }: CalendarRequest): Promise<string> {
    const settings = await this.settings.current();
    const places = readPlaces(asked, settings);
    // The guard has found one; who was removed since has no own ones.
    const owner = mine === 'true' ? ((await this.tokens.findUser(token))?.id ?? null) : undefined;
    const now = this.clock.now();
    const from = new Date(now.getTime() - DAYS_BACK * DAY_MS);
    const to = new Date(now.getTime() + DAYS_AHEAD * DAY_MS);
    const booked = await this.appointments.listEntries({ from, now, to }, { ...places, owner });
    const labelOf = await this.labels.read(settings.time_zone);
    return calendarFeed(
      booked.map((one) => {
        const notes = settings.feed_notes ? one.notes : '';
        return Object.assign(one, {
          ...{ client_name: one.client?.name ?? '', notes },
          resource: labelOf(one.resource_id, one.resource),
          room: one.room === null ? null : labelOf(one.room_id, one.room),
        });
      }),
    );
  }
}
