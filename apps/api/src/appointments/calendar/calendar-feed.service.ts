import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/clock';
import { calendarFeed } from './calendar-feed';
import { CalendarFeedRepository } from './calendar-feed.repository';

const DAY_MS = 86_400_000;
const DAYS_BACK = 90;
const DAYS_AHEAD = 365;

@Injectable()
export class CalendarFeedService {
  constructor(
    private readonly appointments: CalendarFeedRepository,
    private readonly clock: Clock,
  ) {}

  /** The appointments of the last 90 days and the next 365 as an iCalendar. */
  async read(): Promise<string> {
    const now = this.clock.now();
    const from = new Date(now.getTime() - DAYS_BACK * DAY_MS);
    const to = new Date(now.getTime() + DAYS_AHEAD * DAY_MS);
    const booked = await this.appointments.listEntries({ from, now, to });
    return calendarFeed(booked.map((one) => Object.assign(one, { client_name: one.client.name })));
  }
}
