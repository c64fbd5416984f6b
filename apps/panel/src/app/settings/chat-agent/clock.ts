/** A time of the day as the API writes it: always five characters. `24:00` is the end of a day. */
const CLOCK = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
/** `9`, `930`, `9:30`, `9.30` */
const TYPED = /^(\d{1,2})[:. ]?(\d{2})?$/;

export function isClock(text: string): boolean {
  return CLOCK.test(text);
}

/** What somebody typed as a time of the day; unchanged if it is none. */
export function toClock(text: string): string {
  const [, hours, minutes = '00'] = TYPED.exec(text.trim()) ?? [];
  const clock = `${hours?.padStart(2, '0') ?? ''}:${minutes}`;
  return isClock(clock) ? clock : text;
}

export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

export function clockOf(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
