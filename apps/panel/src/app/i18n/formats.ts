import { computed, inject, Injectable, type Signal } from '@angular/core';
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

/** Numbers, dates and times in the user's locale and the business's time zone. Each read follows a change of either. */
@Injectable({ providedIn: 'root' })
export class Formats {
  private readonly appearance = inject(Appearance);
  /** Each is made when it is first needed: some take a browser ten milliseconds. */
  private readonly forms = {
    date: this.zoned({ dateStyle: 'medium' }),
    time: this.zoned({ timeStyle: 'short' }),
    date_time: this.zoned({ dateStyle: 'medium', timeStyle: 'short' }),
    exact: this.zoned({ dateStyle: 'full', timeStyle: 'long' }),
    weekday: this.zoned({ weekday: 'long', day: 'numeric', month: 'long' }),
    day: this.made((locale) => {
      return new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      });
    }),
  };
  private readonly whole = this.made((locale) => new Intl.NumberFormat(locale));
  private readonly short = this.made((locale) => {
    return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  });
  private readonly difference = this.made((locale) => {
    return new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  });
  private readonly away = this.made((locale) => {
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' });
  });
  private readonly plural = this.made((locale) => new Intl.PluralRules(locale));
  private readonly listing = this.made((locale) => new Intl.ListFormat(locale));

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

  /** With the zone where it is not the reader's: for what is read outside of the panel, which names it at its top. */
  dateTimeAndZone(at: string): string {
    const { business_zone, time_zone } = this.appearance;
    if (business_zone() === time_zone()) return this.dateTime(at);
    return `${this.dateTime(at)} (${this.zone(business_zone(), new Date(at))})`;
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
  relative(at: string | Date, nowMs: number): string {
    const seconds = (new Date(at).getTime() - nowMs) / 1_000;
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
    return unit === 'second'
      ? this.away().format(0, 'second')
      : this.away().format(Math.trunc(seconds / size), unit);
  }

  /** `Europe/Vienna, GMT+1`, as on this date. */
  zone(time_zone: string, at: Date): string {
    const parts = new Intl.DateTimeFormat('en', { timeZone: time_zone, timeZoneName: 'shortOffset' });
    const offset = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
    return `${time_zone.replaceAll('_', ' ')}, ${offset ?? ''}`;
  }

  number(value: number): string {
    return this.whole().format(value);
  }

  /** `1.2K` */
  compact(value: number): string {
    return this.short().format(value);
  }

  /** With its sign, for differences. */
  signed(value: number): string {
    return this.difference().format(value);
  }

  /** `10,000+` where counting stopped there. */
  total(total: number, isExact: boolean): string {
    return isExact ? this.number(total) : `${this.number(total)}+`;
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
    return this.listing().format(parts);
  }

  pluralOf(count: number): Intl.LDMLPluralRule {
    return this.plural().select(count);
  }

  private made<Format>(make: (locale: string) => Format): Signal<Format> {
    return computed(() => make(this.appearance.locale()));
  }

  private zoned(options: Intl.DateTimeFormatOptions): Signal<Intl.DateTimeFormat> {
    return this.made((locale) => {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone: this.appearance.business_zone() });
    });
  }

  private inUnit(value: number, unit: string): string {
    const maximumFractionDigits = value < 10 ? 1 : 0;
    // The short form of bytes knows no plural: `161 byte`.
    const unitDisplay = unit === 'byte' ? 'long' : 'short';
    const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const;
    return new Intl.NumberFormat(this.appearance.locale(), format).format(value);
  }

  private written(form: keyof typeof this.forms, at: string | Date | null): string {
    if (at === null) return '';
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? '' : this.forms[form]().format(date);
  }
}
