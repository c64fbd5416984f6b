import { Inject, Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { LIMITS } from '@groupless/shared-dto';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import { EventsService } from '../../events/events.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Clock } from '../../platform/clock';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { Job } from '../../shared/jobs/job';
import type { BusyCalendar } from './busy-calendar.entity';
import { fetchCalendar } from './calendar-fetch';
import { readInThread } from './calendar-thread';
import { CalendarsRepository } from './calendars.repository';

const DAY_MS = 86_400_000;
const AT_ONCE = 3;

/** Reads the calendars outside. One that cannot be read, or that is suddenly empty, keeps its last times for a day. */
@Injectable()
export class CalendarReader {
  private readonly log = new Logger(CalendarReader.name);

  constructor(
    private readonly calendars: CalendarsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly texts: SealedTexts,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly environment: Settings,
  ) {}

  @Job({
    name: 'calendars',
    every: '*/10 * * * *',
    at_start: true,
    retries: 0,
    first_pause_s: 60,
    longest_pause_s: 60,
    keep_days: 1,
  })
  async readAll(): Promise<void> {
    const limit = pLimit(AT_ONCE);
    const calendars = await this.calendars.listCalendars();
    await Promise.all(calendars.map((calendar) => limit(() => this.read(calendar))));
  }

  /** Reads one soon, without a wait for it. */
  readSoon(calendar: BusyCalendar): void {
    void this.read(calendar).catch((error: unknown) =>
      this.log.warn({ err: error, calendar: calendar.id }, 'a calendar was not read'),
    );
  }

  private async read(calendar: BusyCalendar): Promise<void> {
    const now = this.clock.now();
    try {
      await this.readOrThrow(calendar, now);
    } catch (error) {
      const last_error = error instanceof Error ? error.message.slice(0, 500) : 'It cannot be read.';
      const isOld = (calendar.last_read_at?.getTime() ?? 0) < now.getTime() - DAY_MS;
      await this.calendars.noteReading(
        calendar,
        { last_error, ...(isOld && { etag: null }) },
        isOld ? [] : null,
      );
    }
    this.events.announce('block.updated', null);
  }

  private async readOrThrow(calendar: BusyCalendar, now: Date): Promise<void> {
    if (this.environment.is_demo) throw new Error('The demo reads no calendars.');
    const { id, etag, full_read_at } = calendar;
    const { time_zone } = await this.settings.current();
    // The days that are looked at move on, so an unchanged one is read as a whole once a day.
    const isRecent = full_read_at !== null && now.getTime() - full_read_at.getTime() < DAY_MS;
    const address = this.texts.open(calendar.url, sealedPlace('busy_calendars.url', id));
    const terms = { etag: isRecent ? etag : null, mayBePrivate: this.environment.outbound_private };
    const fetched = await fetchCalendar(address, terms);
    if (fetched.text === null) {
      await this.calendars.noteReading(calendar, { last_read_at: now, last_error: null }, null);
      return;
    }
    const shown = {
      start: now.getTime() - DAY_MS,
      end: now.getTime() + LIMITS.block_days * DAY_MS,
    };
    const { events, broken, isCut } = await readInThread({
      text: fetched.text,
      terms: { time_zone, shown, now: now.getTime(), limit: LIMITS.calendar_events },
    });
    if (
      events.length === 0 &&
      full_read_at !== null &&
      (await this.calendars.hasEventsAfter(id, shown.start))
    )
      throw new Error('It has no busy times any more. If that is right, enter its address anew.');
    const faults = [
      isCut && `The calendar has more than ${LIMITS.calendar_events} busy times: only the next ones count.`,
      broken > 0 && `${broken} of its events cannot be read as a whole.`,
    ].filter((fault) => fault !== false);
    const last_error = faults.length === 0 ? null : faults.join(' ');
    // Of one with too many times, others are the next ones each time.
    const read = { etag: isCut ? null : fetched.etag, full_read_at: now, last_read_at: now, last_error };
    await this.calendars.noteReading(calendar, read, events);
  }
}
