import { computed, inject, Injectable } from '@angular/core';
import { Appearance } from '../session/appearance';

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** Numbers, dates and times as the user's locale and time zone write them. Each read follows a change of either. */
@Injectable({ providedIn: 'root' })
export class Formats {
  private readonly appearance = inject(Appearance);
  private readonly zone = computed(() => ({ timeZone: this.appearance.time_zone() }));
  private readonly formats = computed(() => {
    const locale = this.appearance.locale();
    const zone = this.zone();
    return {
      date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone }),
      time: new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone }),
      date_time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone }),
      exact: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', ...zone }),
      weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', ...zone }),
      day: new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      }),
      number: new Intl.NumberFormat(locale),
      compact: new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
      signed: new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }),
      relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' }),
      plural: new Intl.PluralRules(locale),
      list: new Intl.ListFormat(locale),
    };
  });

  /** `20 Nov 2026`; nothing for what is no time. */
  date(at: string | Date | null): string {
    return this.written('date', at);
  }

  /** `09:30` */
  time(at: string | Date | null): string {
    return this.written('time', at);
  }

  dateTime(at: string | Date | null): string {
    return this.written('date_time', at);
  }

  /** To the second, with the zone: for tooltips. */
  exact(at: string | Date | null): string {
    return this.written('exact', at);
  }

  /** `Friday, 20 November` */
  weekday(at: string | Date | null): string {
    return this.written('weekday', at);
  }

  /** `Fri, 20 Nov`, of a day of the calendar such as `2026-11-20`, which has no zone. */
  day(date: string): string {
    return this.written('day', `${date}T00:00:00Z`);
  }

  /** `5 minutes ago`, `in 2 days`; below a minute `now`. */
  relative(at: string | Date, now_ms: number): string {
    const seconds = (new Date(at).getTime() - now_ms) / 1_000;
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
    const { relative } = this.formats();
    return unit === 'second'
      ? relative.format(0, 'second')
      : relative.format(Math.trunc(seconds / size), unit);
  }

  number(value: number): string {
    return this.formats().number.format(value);
  }

  /** `1.2K` */
  compact(value: number): string {
    return this.formats().compact.format(value);
  }

  /** With its sign, for differences. */
  signed(value: number): string {
    return this.formats().signed.format(value);
  }

  /** `10,000+` where counting stopped there. */
  total(total: number, is_exact: boolean): string {
    return is_exact ? this.number(total) : `${this.number(total)}+`;
  }

  /** `1.2 MB`: of 1,000 bytes a kilobyte. */
  bytes(value: number): string {
    const step = Math.min(BYTES.length - 1, Math.floor(Math.log10(Math.max(value, 1)) / 3));
    return this.inUnit(value / 1_000 ** step, BYTES[step] ?? 'byte');
  }

  milliseconds(value: number): string {
    return this.inUnit(value, 'millisecond');
  }

  list(parts: readonly string[]): string {
    return this.formats().list.format(parts);
  }

  pluralOf(count: number): Intl.LDMLPluralRule {
    return this.formats().plural.select(count);
  }

  private inUnit(value: number, unit: string): string {
    const maximumFractionDigits = value < 10 ? 1 : 0;
    // The short form of bytes knows no plural: `161 byte`.
    const unitDisplay = unit === 'byte' ? 'long' : 'short';
    const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const;
    return new Intl.NumberFormat(this.appearance.locale(), format).format(value);
  }

  private written(
    form: 'date' | 'time' | 'date_time' | 'exact' | 'weekday' | 'day',
    at: string | Date | null,
  ): string {
    if (at === null) return '';
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? '' : this.formats()[form].format(date);
  }
}
