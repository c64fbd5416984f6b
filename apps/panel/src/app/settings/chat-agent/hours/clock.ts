/** A time of the day as the API writes it: always five characters. `24:00` is the end of a day. */
const CLOCK = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
/** `9`, `930`, `9:30`, `9.30`, and each with `am`, `PM` or `p.m.` behind it. */
const TYPED = /^(\d{1,2})[:. ]?(\d{2})?\s*(?:([ap])\.?\s?m\.?)?$/i;
const END_OF_DAY = '24:00';

export function isClock(text: string): boolean {
  return CLOCK.test(text);
}

/**
 * What somebody typed as a time of the day; unchanged if it is none.
 * @param ends whether something ends then: midnight is the end of the day, not its beginning
 */
export function toClock(text: string, ends = false): string {
  const [, typed = '', minutes = '00', half] = TYPED.exec(text.trim()) ?? [];
  const hours = half === undefined ? typed : ofWholeDay(Number(typed), half);
  const clock = `${hours.padStart(2, '0')}:${minutes}`;
  if (hours === '' || !isClock(clock)) return text;
  return ends && clock === '00:00' ? END_OF_DAY : clock;
}

/** As a locale writes it, `9:00 AM`; as it is where that could not be read again. */
export function localClock(clock: string, locale: string, ends = false): string {
  if (!isClock(clock)) return clock;
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const text = format.format(Date.UTC(2024, 0, 1, 0, minutesOf(clock)));
  const isClear = clock !== END_OF_DAY || hasHalves(text);
  return isClear && toClock(text, ends) === clock ? text : clock;
}

/** Whether it says which half of the day it is in. */
export function hasHalves(text: string): boolean {
  return /\d\s*[ap]/i.test(text);
}

/** Of 12 hours the first is called 12. Nothing where there is no such hour. */
function ofWholeDay(hours: number, half: string): string {
  if (hours < 1 || hours > 12) return '';
  return String((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
}

export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

export function clockOf(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
