import { setImmediate as nextTurn } from 'node:timers/promises';
import ICAL from 'ical.js';

/** What of a calendar file matters here. Each event was parsed by itself, so that one that is broken hides no other. */
export interface CalendarText {
  zones: ReadonlyMap<string, ICAL.Component>;
  events: ICAL.Component[];
  /** Events that could not be read. */
  broken: number;
}

/** A file that is no calendar. */
export class NoCalendarError extends Error {
  override readonly name = 'NoCalendarError';
}

const PARSED_IN_A_TURN = 50;

/**
 * Splits a calendar into its zones and events. Other requests go on meanwhile.
 * @throws NoCalendarError
 */
export async function readCalendarText(text: string): Promise<CalendarText> {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text))
    throw new NoCalendarError('The address answers no calendar.');
  const zones = new Map<string, ICAL.Component>();
  const events: ICAL.Component[] = [];
  let broken = 0;
  let parsed = 0;
  for (const [kind, part] of partsOf(text)) {
    if (++parsed % PARSED_IN_A_TURN === 0) await nextTurn();
    const component = parse(part);
    if (component === null) broken++;
    else if (kind === 'VEVENT') events.push(component);
    else zones.set(String(component.getFirstPropertyValue('tzid')), component);
  }
  return { zones, events, broken };
}

const PART = /^BEGIN:(VEVENT|VTIMEZONE)[ \t]*\r?\n[^]*?^END:\1[ \t]*\r?$/gim;

function* partsOf(text: string): Generator<[kind: string, part: string]> {
  for (const [part, kind = ''] of text.matchAll(PART)) yield [kind.toUpperCase(), part];
}

function parse(part: string): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(part) as unknown[]);
  } catch {
    return null;
  }
}
