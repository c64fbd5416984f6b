/** Local date and time as inputs of a form have them: `2026-11-20` and `09:30`. */
export interface LocalTime {
  date: string;
  time: string;
}

/** By zone. Making one takes about as long as a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const [year, month, day, hour, minute] = ['numeric', '2-digit', '2-digit', '2-digit', '2-digit'] as const;
  const options = { timeZone, hourCycle: 'h23', year, month, day, hour, minute } as const;
  const made = new Intl.DateTimeFormat('en-CA', options);
  formats.set(timeZone, made);
  return made;
}

/** Whether this browser knows a zone. */
export function isZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** An instant as the clock of a zone shows it. */
export function toLocal(at: string | Date, time_zone: string): LocalTime {
  const parts = formatOf(time_zone).formatToParts(new Date(at));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    date: `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`,
    time: `${of('hour')}:${of('minute')}`,
  };
}

/**
 * The instant at which the clock of a zone shows a date and time, as the API wants it. Null: it shows them never,
 * because it is put forward over them. Of two such instants the earlier one.
 */
export function toInstant({ date, time }: LocalTime, time_zone: string): string | null {
  const asIfUtcMs = Date.parse(`${date}T${time}:00.000Z`);
  if (Number.isNaN(asIfUtcMs)) return null;
  const candidates = [offsetAt_ms(asIfUtcMs - DAY_MS, time_zone), offsetAt_ms(asIfUtcMs + DAY_MS, time_zone)]
    .map((offsetMs) => asIfUtcMs - offsetMs)
    .sort((one, other) => one - other)
    .map((ms) => new Date(ms));
  const right = candidates.find((at) => {
    const local = toLocal(at, time_zone);
    return local.date === date && local.time === time;
  });
  return right?.toISOString() ?? null;
}

/** As `toInstant()`; of a time that the clock skips, the instant at which it is put forward. */
export function toInstantOrNext({ date, time }: LocalTime, time_zone: string): string | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  for (const later of [0, 30, 60]) {
    const minutes = hour * 60 + minute + later;
    const shown = [Math.floor(minutes / 60), minutes % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
    const instant = toInstant({ date, time: shown }, time_zone);
    if (instant !== null) return instant;
  }
  return null;
}

export const DAY_MS = 86_400_000;

function offsetAt_ms(atMs: number, time_zone: string): number {
  const { date, time } = toLocal(new Date(atMs), time_zone);
  return Date.parse(`${date}T${time}:00.000Z`) - Math.floor(atMs / 60_000) * 60_000;
}
