import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import WINDOWS_ZONES from './windows-zones.json';

const WINDOWS: ReadonlyMap<string, string> = new Map(Object.entries(WINDOWS_ZONES));

/** As programs name it without a description. */
const UTC_NAMES = /^(?:\(UTC\) ?)?(?:Coordinated Universal Time|Universal|Zulu|Z|UCT|(?:UTC|GMT)0?)$/i;

/** A zone by its IANA name or its offset (`+02:00`), whose clock this machine knows. */
export class NamedZone extends ICAL.Timezone {
  constructor(private readonly name: string) {
    super({ tzid: name });
  }

  /** Of a time that the clock leaves out: as before the change. */
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
    const { epochMilliseconds } = local.toZonedDateTime(this.name);
    return (Date.parse(`${local.toString()}Z`) - epochMilliseconds) / 1_000;
  }
}

/**
 * The zone of a `TZID`: an IANA zone by its name, also behind a prefix (`/freeassociation.sourceforge.net/Europe/Berlin`);
 * a zone of Windows; an offset (`GMT+0200`, `UTC+2`); else as the file itself describes it; UTC by another name; else null.
 */
export function zoneOf(tzid: string, calendar: ICAL.Component): ICAL.Timezone | null {
  const name = tzid.replace(/^"|"$/g, '');
  const parts = name.split('/').filter((part) => part !== '');
  const tails = parts.map((_, index) => parts.slice(index).join('/'));
  // Outlook numbers zones of one name ("GMT Standard Time 1").
  const windows = WINDOWS.get(name.replace(/ \d$/, '')) ?? '';
  const [, hours, minutes = '00'] = /^(?:GMT|UTC)([+-](?:[01]?\d)):?([0-5]\d)?$/i.exec(name) ?? [];
  for (const one of [name, windows, ...tails]) if (isZone(one)) return new NamedZone(one);
  if (hours !== undefined) return new NamedZone(`${hours[0]}${hours.slice(1).padStart(2, '0')}:${minutes}`);
  return calendar.getTimeZoneByID(tzid) ?? (UTC_NAMES.test(name) ? new NamedZone('UTC') : null);
}

function isZone(name: string): boolean {
  // A name without a slash may be an abbreviation that means another zone elsewhere.
  if (!name.includes('/') && !/^(?:UTC|GMT)$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
