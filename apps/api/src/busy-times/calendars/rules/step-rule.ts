import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';

const UNITS = { DAILY: 'days', HOURLY: 'hours', MINUTELY: 'minutes', SECONDLY: 'seconds' } as const;
/** Monday is 1. */
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

type Parts = Record<string, (string | number)[] | undefined>;
type ClockTime = Record<'hour' | 'minute' | 'second', number>;
type Test = (time: Temporal.PlainDateTime) => boolean;

/**
 * Rules by days, hours, minutes and seconds. In ical.js one that never fits, such as the 31st of February, would run for ever;
 * here each step is one call, and `undefined` says that nothing is at that step.
 */
export class StepRule {
  static isOf({ freq }: ICAL.Recur): boolean {
    return freq in UNITS;
  }

  private readonly tests: Test[];
  private readonly clock: ClockTime[];
  private readonly waiting: Temporal.PlainDateTime[] = [];
  private left: number;
  private step = 0;

  constructor(
    private readonly rule: ICAL.Recur,
    private readonly first: ICAL.Time,
  ) {
    this.left = rule.count ?? Infinity;
    const parts = rule.parts as Parts;
    const isDaily = rule.freq === 'DAILY';
    this.tests = testsOf(parts, isDaily);
    this.clock = isDaily ? timesOf(parts, first) : [];
  }

  next(): ICAL.Time | null | undefined {
    if (this.left <= 0) return null;
    if (this.waiting.length === 0) this.advance();
    const found = this.waiting.shift();
    if (found === undefined) return undefined;
    this.left--;
    const { year, month, day, hour, minute, second } = found;
    const { isDate } = this.first;
    return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, ICAL.Timezone.localTimezone);
  }

  private advance(): void {
    const { year, month, day, hour, minute, second, isDate } = this.first;
    const first = Temporal.PlainDateTime.from(
      isDate ? { year, month, day } : { year, month, day, hour, minute, second },
    );
    const unit = UNITS[this.rule.freq as keyof typeof UNITS];
    const at = first.add({ [unit]: this.step });
    this.step += Math.max(1, this.rule.interval);
    if (!this.tests.every((test) => test(at))) return;
    const times = this.clock.length === 0 ? [at] : this.clock.map((time) => at.with(time));
    this.waiting.push(...times.filter((time) => Temporal.PlainDateTime.compare(time, first) >= 0));
  }
}

function testsOf(parts: Parts, isDaily: boolean): Test[] {
  const has = (name: string, values: (time: Temporal.PlainDateTime) => (string | number)[]): Test[] => {
    const wanted = parts[name]?.map(String);
    return wanted === undefined
      ? []
      : [(time) => values(time).some((value) => wanted.includes(String(value)))];
  };
  return [
    ...has('BYMONTH', ({ month }) => [month]),
    ...has('BYMONTHDAY', ({ day, daysInMonth }) => [day, day - daysInMonth - 1]),
    ...has('BYYEARDAY', ({ dayOfYear, daysInYear }) => [dayOfYear, dayOfYear - daysInYear - 1]),
    ...has('BYDAY', ({ dayOfWeek }) => [WEEKDAYS[dayOfWeek - 1] ?? '']),
    ...(isDaily ? [] : has('BYHOUR', ({ hour }) => [hour])),
    ...(isDaily ? [] : has('BYMINUTE', ({ minute }) => [minute])),
    ...(isDaily ? [] : has('BYSECOND', ({ second }) => [second])),
  ];
}

/** The times of a day that a rule by days names; none where it has that of the first one. */
function timesOf(parts: Parts, { hour, minute, second }: ICAL.Time): ClockTime[] {
  const { BYHOUR, BYMINUTE, BYSECOND } = parts;
  if (BYHOUR === undefined && BYMINUTE === undefined && BYSECOND === undefined) return [];
  const sorted = (values: (string | number)[] | undefined, usual: number) =>
    [...new Set((values ?? [usual]).map(Number))].sort((a, b) => a - b);
  return sorted(BYHOUR, hour).flatMap((h) =>
    sorted(BYMINUTE, minute).flatMap((m) =>
      sorted(BYSECOND, second).map((s) => ({ hour: h, minute: m, second: s })),
    ),
  );
}
