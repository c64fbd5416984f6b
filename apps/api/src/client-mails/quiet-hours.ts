import type { QuietHoursDto } from '@groupless/shared-dto';

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
