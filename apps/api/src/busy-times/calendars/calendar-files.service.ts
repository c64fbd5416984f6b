import { Injectable } from '@nestjs/common';
import type { BusyEvent, EventDetails } from './busy-events';
import { readInThread } from './calendar-thread';

/** An event of a calendar that may be an appointment. */
export type CalendarAppointment = Omit<BusyEvent, 'details'> & EventDetails;

export interface CalendarFileTerms {
  /** Of times without a zone. */
  time_zone: string;
  /** What is over by then is left out. */
  from: number;
  /** Repetitions end then. */
  until: number;
  now: number;
  limit: number;
}

const LATEST_MS = Date.parse('9999-12-31T00:00:00Z');

/** Reads calendars that somebody sends as a file. */
@Injectable()
export class CalendarFilesService {
  /**
   * Its events by time, with their repetitions; without those that are cancelled or marked as free.
   * @returns `broken`: how many could not be read, or not as a whole; `isCut`: there are more than the limit
   * @throws Error, in words that can be shown
   */
  async read(
    text: string,
    { time_zone, from, until, now, limit }: CalendarFileTerms,
  ): Promise<{ events: CalendarAppointment[]; broken: number; isCut: boolean }> {
    const terms = {
      ...{ time_zone, now, limit },
      shown: { start: from, end: LATEST_MS },
      details: { until },
    };
    const { events, ...rest } = await readInThread({ text, terms });
    const whole = events.flatMap(({ details, ...event }) =>
      details === undefined ? [] : [{ ...event, ...details }],
    );
    return { events: whole, ...rest };
  }
}
