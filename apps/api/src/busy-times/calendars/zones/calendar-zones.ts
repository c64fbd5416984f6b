import ICAL from 'ical.js';
import { type Temporal } from 'temporal-polyfill';
import WINDOWS_ZONES from './windows-zones.json';

const WINDOWS: ReadonlyMap<string, string> = new Map(Object.entries(WINDOWS_ZONES));

/** Reads what the clocks of a zone show as an instant, in milliseconds since 1970. */
export type ZoneClock = (local: Temporal.PlainDateTime) => number;

/**
 * The clock of a `TZID`: an IANA zone by its name, also behind a prefix (`/freeassociation.sourceforge.net/Europe/Berlin`);
 * a zone of Windows; else as the file itself describes it; else that of the business.
 * @param described the `VTIMEZONE` of the file
 */
export function clockOf(tzid: string, described: ICAL.Component | null, fallback: string): ZoneClock {
  const name = tzid.replace(/^"|"$/g, '');
  const parts = name.split('/').filter((part) => part !== '');
  const tails = parts.map((_, index) => parts.slice(index).join('/'));
  for (const one of [name, WINDOWS.get(name) ?? '', ...tails]) if (isZone(one)) return clockIn(one);
  if (described === null) return clockIn(fallback);
  const zone = new ICAL.Timezone(described);
  return (local) => {
    const { year, month, day, hour, minute, second } = local;
    const time = new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, zone);
    return time.toUnixTime() * 1_000;
  };
}

export function clockIn(time_zone: string): ZoneClock {
  return (local) => local.toZonedDateTime(time_zone).epochMilliseconds;
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
