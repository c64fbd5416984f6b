import ICAL from 'ical.js';

/** Writers put dates where date-times are due, and the other way round. */
ICAL.design.strict = false;

export interface CalendarText {
  calendars: ICAL.Component[];
  /** What has lines that cannot be read; the others of its lines count. */
  broken: Set<ICAL.Component>;
}

/** A text that is no calendar, or not a whole one; in words that can be shown. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
}

const EDGE = /^(BEGIN|END):([\w-]+)[ \t]*$/i;
/** What stands in a calendar itself, whatever before it was not ended. */
const PARTS = ['vevent', 'vfreebusy', 'vtimezone'];
const NEEDED =
  /^(?:UID|SEQUENCE|SUMMARY|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO|X-WR-TIMEZONE)[;:]/i;
const EMPTY_PARTS = /;[A-Z]+=(?=;|$)/g;

/**
 * `ICAL.parse` refuses the whole text for one bad line. So each line is read by itself, and one that is bad is left out.
 * @throws CalendarError
 */
export function readCalendarText(text: string): CalendarText {
  const calendars: ICAL.Component[] = [];
  const broken = new Set<ICAL.Component>();
  let open: ICAL.Component | null = null;
  for (const line of linesOf(text)) {
    const [, edge = '', name = ''] = (EDGE.exec(line) ?? []).map((part) => part.toLowerCase());
    if (edge === 'begin') {
      const component = new ICAL.Component(name);
      if (open !== null) (PARTS.includes(name) ? calendarOf(open) : open).addSubcomponent(component);
      else if (name === 'vcalendar') calendars.push(component);
      else continue;
      open = component;
    } else if (edge === 'end') open = ended(open, name);
    else if (open !== null && NEEDED.test(line)) addLine(open, line, broken);
  }
  if (calendars.length === 0) throw new CalendarError('The address answers no calendar.');
  if (open !== null) throw new CalendarError('The calendar is not complete: it has no end.');
  return { calendars, broken };
}

function linesOf(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n');
}

function addLine(component: ICAL.Component, line: string, broken: Set<ICAL.Component>): void {
  const isRule = /^RRULE/i.test(line);
  try {
    const text = isRule ? line.toUpperCase().replaceAll(EMPTY_PARTS, '') : line;
    component.addProperty(ICAL.Property.fromString(text));
  } catch {
    broken.add(component);
  }
}

/** The calendar that a component stands in. */
function calendarOf(component: ICAL.Component): ICAL.Component {
  let one = component;
  while (one.name !== 'vcalendar') one = one.parent;
  return one;
}

/** Where the reading goes on after an end. It ends those within that have none; an end of nothing is left out. */
function ended(open: ICAL.Component | null, name: string): ICAL.Component | null {
  for (let one = open; one !== null; one = one.parent) if (one.name === name) return one.parent;
  return open;
}
