import { computed, inject, Injectable, type Signal } from '@angular/core';
import { Appearance } from './appearance';
import { DAY_MS, toLocal } from './zoned-time';
import { browserLocale, languageOf } from './languages';

/** From so many days on a unit of so many days is used. */
const UNITS: [unit: Intl.RelativeTimeFormatUnit, from: number, size: number][] = [
  ['year', 365, 365],
  ['month', 30, 30],
  ['week', 14, 7],
];
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Within so many hours the hours are told, also over midnight. */
const HOURS_TOLD = 12;

/** A day whose parts tell their order, in the afternoon. */
const SAMPLE = Date.UTC(2033, 0, 22, 15, 4);
const OF_FIELD = {
  ...({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const),
  timeZone: 'UTC',
};

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
    short_weekday: this.made((locale) => {
      return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
    }),
    day: this.made((locale) => {
      return new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      });
    }),
  };
  private readonly field = {
    day: this.made((locale) => new Intl.DateTimeFormat(locale, OF_FIELD)),
    moment: this.made((locale) => {
      return new Intl.DateTimeFormat(locale, { ...OF_FIELD, hour: 'numeric', minute: 'numeric' });
    }),
  };
  /** Whether the browser's own fields write days or times in another way than the reader's region. */
  private readonly writesOtherwise = computed(() => {
    const [own, browsers] = [this.appearance.formatLocale(), browserLocale()].map((locale) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(
        SAMPLE,
      ),
    );
    return own !== browsers;
  });
  private readonly whole = this.made((locale) => new Intl.NumberFormat(locale));
  private readonly short = this.made((locale) => {
    return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  });
  private readonly share = this.made((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));
  private readonly difference = this.made((locale) => {
    return new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  });
  private readonly away = this.made((locale) => {
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' });
  });
  /** By the language of the texts, which have the forms of that language alone. */
  private readonly counted = this.made((locale) => {
    return new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'long' });
  });
  private readonly plural = this.made((locale) => new Intl.PluralRules(languageOf(locale)));
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
    const { businessZone, time_zone } = this.appearance;
    if (businessZone() === time_zone()) return this.dateTime(at);
    return `${this.dateTime(at)} (${this.zone(businessZone(), new Date(at))})`;
  }

  /** To the second, with the zone: for tooltips. */
  exact(at: string | Date | null): string {
    return this.written('exact', at);
  }

  /** `Friday, 20 November` */
  weekday(at: string | Date | null): string {
    return this.written('weekday', at);
  }

  /** `Fri`, of a day of the calendar such as `2026-11-20`, which has no zone. */
  shortWeekday(date: string): string {
    return this.written('short_weekday', `${date}T00:00:00Z`);
  }

  /** `Fri, 20 Nov`, of a day of the calendar such as `2026-11-20`, which has no zone. */
  day(date: string): string {
    return this.written('day', `${date}T00:00:00Z`);
  }

  /**
   * What a field of the browser holds, such as `2026-11-20` or `2026-11-20T09:30`, as the reader's region writes it: for beside the
   * field, which writes as the browser does. Nothing where both write alike.
   */
  beside(local: string): string {
    if (!this.writesOtherwise() || !/^[1-9]\d{3}-\d\d-\d\d(T\d\d:\d\d)?$/.test(local)) return '';
    return local.includes('T')
      ? this.field.moment().format(new Date(`${local}Z`))
      : this.field.day().format(new Date(`${local}T00:00Z`));
  }

  /** `5 minutes ago`, `tomorrow`, `in 2 days`, by the days of the business; below a minute `now`. */
  relative(at: string | Date, nowMs: number): string {
    const ms = new Date(at).getTime() - nowMs;
    if (Math.abs(ms) < MINUTE_MS) return this.away().format(0, 'second');
    if (Math.abs(ms) < HOUR_MS) return this.away().format(Math.trunc(ms / MINUTE_MS), 'minute');
    const days = this.daysBetween(nowMs, nowMs + ms);
    if (days === 0 || Math.abs(ms) < HOURS_TOLD * HOUR_MS)
      return this.away().format(Math.trunc(ms / HOUR_MS), 'hour');
    const [unit, , size] = UNITS.find(([, from]) => Math.abs(days) >= from) ?? ['day', 1, 1];
    // "Last week" and "next month" are of the calendar, which whole units do not say.
    return unit === 'day'
      ? this.away().format(days, unit)
      : this.counted().format(Math.trunc(days / size), unit);
  }

  /** How many midnights of the business lie between two instants. */
  private daysBetween(fromMs: number, toMs: number): number {
    const zone = this.appearance.businessZone();
    const dayOf = (ms: number) => Date.parse(toLocal(new Date(ms), zone).date);
    return Math.round((dayOf(toMs) - dayOf(fromMs)) / DAY_MS);
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

  /** `42%`, of a number from 0 to 100. */
  percent(value: number): string {
    return this.share().format(value / 100);
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

  /** `12 min`, `5 hr`, `3 days`: whole units, at least a minute. */
  lasting(ms: number): string {
    const unit = ms < HOUR_MS ? 'minute' : ms < 2 * DAY_MS ? 'hour' : 'day';
    const size = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS }[unit];
    return this.inUnit(Math.max(1, Math.floor(ms / size)), unit);
  }

  list(parts: readonly string[]): string {
    return this.listing().format(parts);
  }

  pluralOf(count: number): Intl.LDMLPluralRule {
    return this.plural().select(count);
  }

  private made<Format>(make: (locale: string) => Format): Signal<Format> {
    return computed(() => make(this.appearance.formatLocale()));
  }

  private zoned(options: Intl.DateTimeFormatOptions): Signal<Intl.DateTimeFormat> {
    return this.made((locale) => {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone: this.appearance.businessZone() });
    });
  }

  private inUnit(value: number, unit: string): string {
    const maximumFractionDigits = value < 10 ? 1 : 0;
    // The short form of bytes knows no plural: `161 byte`.
    const unitDisplay = unit === 'byte' ? 'long' : 'short';
    const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const;
    return new Intl.NumberFormat(this.appearance.formatLocale(), format).format(value);
  }

  private written(form: keyof typeof this.forms, at: string | Date | null): string {
    if (at === null) return '';
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? '' : this.forms[form]().format(date);
  }
}
