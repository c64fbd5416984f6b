import { minuteOf, type QuietHoursDto } from '@groupless/shared-dto';

const DAY_MINUTES = 1_440;

/** A reminder that could not leave for so long, quiet hours apart, is given up. */
const LATE_MS = 12 * 3_600_000;

/** How long they last. */
export function quietMs(quiet: QuietHoursDto | null): number {
  if (quiet === null) return 0;
  const minutes = minuteOf(quiet.to) - minuteOf(quiet.from);
  return (minutes > 0 ? minutes : minutes + DAY_MINUTES) * 60_000;
}

/**
 * Reminders whose time was before this are given up.
 * @param from since when reminders are sent
 */
export function givenUpBefore(from: Date, now: Date, quiet: QuietHoursDto | null): Date {
  return new Date(Math.max(from.getTime(), now.getTime() - LATE_MS - quietMs(quiet)));
}

/** Whether no reminder may leave now. Hours whose end is not later than their start go over midnight. */
export function isQuiet(now: Date, quiet: QuietHoursDto | null, timeZone: string): boolean {
  if (quiet === null) return false;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const time = format.format(now);
  const { from, to } = quiet;
  return from < to ? time >= from && time < to : time >= from || time < to;
}
