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
/** Who comes to an event, and what is written of it. */
const OF_APPOINTMENTS = /^(?:ATTENDEE|ORGANIZER|DESCRIPTION)[;:]/i;
const TIMES = ['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE'];
/** Each value of these is read by itself, so that one that is bad hides no other. */
const LISTS = ['RDATE', 'FREEBUSY'];
/** As iCalendar writes it (`20261204T090000Z`), and as ISO 8601 does. */
const TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
const PERIOD_END = /^(?:\d{8}T\d{6}Z?|\+?P[\dDWTHMS]*\d[\dDWTHMS]*)$/;
const RULE_PARTS =
  /^(?:FREQ|UNTIL|COUNT|INTERVAL|WKST|BY(?:SECOND|MINUTE|HOUR|(?:MONTH|YEAR)?DAY|WEEKNO|MONTH|SETPOS))$/;
/** Parts that change nothing for the calendar of the West. */
const OTHER_PARTS = /^(?:RSCALE|SKIP|X-.*)$/;

/**
 * `ICAL.parse` refuses the whole text for one bad line. So each line is read by itself, and one that is bad is left out.
 * @param terms whether people and descriptions are read
 * @throws CalendarError
 */
export function readCalendarText(text: string, { isWhole = false } = {}): CalendarText {
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
    else if (open !== null && (NEEDED.test(line) || (isWhole && OF_APPOINTMENTS.test(line))))
      addLine(open, line, broken);
  }
  if (calendars.length === 0) throw new CalendarError('It holds no calendar.');
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
  const tell = (): unknown => broken.add(component);
  try {
    for (const one of readableLines(line, tell)) addProperty(component, one, tell);
  } catch {
    tell();
  }
}

function addProperty(component: ICAL.Component, line: string, tell: () => void): void {
  try {
    component.addProperty(ICAL.Property.fromString(line));
  } catch {
    tell();
  }
}

/** The line in the forms that ical.js reads; what cannot be read of it is told. */
function readableLines(line: string, tell: () => void): string[] {
  const name = (/^[\w-]+/.exec(line)?.[0] ?? '').toUpperCase();
  if (name !== 'RRULE' && !TIMES.includes(name) && !LISTS.includes(name)) return [line];
  const at = valueOf(line);
  const [head, value] = [line.slice(0, at), line.slice(at)];
  if (name === 'RRULE') return [head + readableRule(value, tell)];
  const values = value.split(',');
  if (LISTS.includes(name)) return values.map((one) => head + plainPeriod(one, tell));
  return [head + values.map(plainTime).join(',')];
}

/** Where the value begins: behind the first colon that stands in no quotes. */
function valueOf(line: string): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === ':' && !isQuoted) return at + 1;
  }
  throw new Error('A line has no value.');
}

function plainTime(text: string): string {
  const plain = text.trim();
  const [, year, month, day, hour, minute, second = '00', zone = ''] = TIME.exec(plain) ?? [];
  if (year === undefined) return plain;
  if (hour === undefined) return `${year}${month}${day}`;
  if (!/^[+-]/.test(zone)) return `${year}${month}${day}T${hour}${minute}${second}${zone.toUpperCase()}`;
  const offset = `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(moment) ? plain : new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** Where the end cannot be read, or is before the start: an hour. */
function plainPeriod(text: string, tell: () => void): string {
  const [start = '', end] = text.split('/').map(plainTime);
  if (end === undefined) return start;
  const isTime = /^\d/.test(end);
  const isAlike = start.endsWith('Z') === end.endsWith('Z');
  if (PERIOD_END.test(end) && !(isTime && isAlike && end < start)) return `${start}/${end}`;
  tell();
  return `${start}/PT1H`;
}

/** Without what cannot be read of it: busy too often is the safe side. */
function readableRule(text: string, tell: () => void): string {
  const parts = text
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .split(';')
    .flatMap((part) => {
      const [name = '', value] = part.split('=');
      if (part === '' || value === '' || OTHER_PARTS.test(name)) return [];
      const values = (value ?? '').split(',').map((one) => (name === 'UNTIL' ? plainTime(one) : one));
      const known = values.filter((one) => isReadable(name, one));
      if (known.length < values.length) tell();
      return known.length === 0 ? [] : [`${name}=${known.join(',')}`];
    });
  if (!parts.some((part) => part.startsWith('FREQ='))) throw new Error('A rule does not say how often.');
  return parts.join(';');
}

function isReadable(name: string, value: string): boolean {
  try {
    ICAL.Recur.fromString(`${name}=${value}`);
    return RULE_PARTS.test(name);
  } catch {
    return false;
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
