import { parentPort, workerData } from 'node:worker_threads';
import { readBusyEvents, type ReadCalendar, type ReadTerms } from './busy-events';
import { CalendarError } from './calendar-text';

/** What a thread that reads a calendar gets. */
export interface CalendarWork {
  text: string;
  terms: ReadTerms;
}

/** What it answers: the calendar, or why there is none. */
export type CalendarAnswer = { calendar: ReadCalendar } | { refusal: string };

function answer({ text, terms }: CalendarWork): CalendarAnswer {
  try {
    return { calendar: readBusyEvents(text, terms) };
  } catch (error) {
    if (error instanceof CalendarError) return { refusal: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer(workerData as CalendarWork));
