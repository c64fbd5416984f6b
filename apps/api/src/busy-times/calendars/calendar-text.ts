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

/**
 * Splits a calendar into its zones and events.
 * @throws NoCalendarError
 */
export function readCalendarText(text: string): CalendarText {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text))
    throw new NoCalendarError('The address answers no calendar.');
  const zones = new Map<string, ICAL.Component>();
  const events: ICAL.Component[] = [];
  let broken = 0;
  for (const [kind, part] of partsOf(text)) {
    const component = parse(part);
    if (component === null) broken++;
    else if (kind === 'VEVENT') events.push(component);
    else zones.set(String(component.getFirstPropertyValue('tzid')), component);
  }
  return { zones, events, broken };
}

const EDGE = /^(BEGIN|END):(VEVENT|VTIMEZONE)[ \t]*\r?$/gim;

/** In one pass. A part that another one begins in, or that does not end, is given as far as it goes. */
function* partsOf(text: string): Generator<[kind: string, part: string]> {
  let open: { kind: string; at: number } | null = null;
  for (const { 0: line, 1: edge = '', 2: name = '', index } of text.matchAll(EDGE)) {
    const kind = name.toUpperCase();
    if (edge.toUpperCase() === 'BEGIN') {
      if (open !== null) yield [open.kind, text.slice(open.at, index)];
      open = { kind, at: index };
    } else if (open?.kind === kind) {
      yield [kind, text.slice(open.at, index + line.length)];
      open = null;
    }
  }
  if (open !== null) yield [open.kind, text.slice(open.at)];
}

function parse(part: string): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(part) as unknown[]);
  } catch {
    return null;
  }
}
