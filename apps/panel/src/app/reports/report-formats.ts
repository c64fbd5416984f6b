import { computed, inject, Injectable } from '@angular/core';
import { Appearance } from '../i18n/appearance';

const DAY_MS = 86_400_000;
/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5);

/** Days and hours of the calendar, which have no zone, and lengths of time: here and not in `Formats`, which every screen loads. */
@Injectable({ providedIn: 'root' })
export class ReportFormats {
  private readonly locale = inject(Appearance).formatLocale;
  private readonly forms = {
    days: this.ofCalendar({ dateStyle: 'medium' }),
    month: this.ofCalendar({ month: 'short', year: 'numeric' }),
    weekday: this.ofCalendar({ weekday: 'short' }),
    hour: this.ofCalendar({ timeStyle: 'short' }),
  };

  /** `45 sec`, `1.5 min`, `3 hr` */
  seconds(value: number): string {
    const unit = value < 60 ? 'second' : value < 3_600 ? 'minute' : 'hour';
    return this.inUnit(value / { second: 1, minute: 60, hour: 3_600 }[unit], unit);
  }

  /** `7.5 hr`, of minutes. */
  hours(minutes: number): string {
    return this.inUnit(minutes / 60, 'hour');
  }

  /** `9:00 AM`, of the hours of a day. */
  hourOfDay(hour: number): string {
    return this.forms.hour().format(Date.UTC(2026, 0, 1, hour));
  }

  /** `Mon`, of 1 to 7. */
  weekday(weekday: number): string {
    return this.forms.weekday().format(MONDAY + (weekday - 1) * DAY_MS);
  }

  /** `1 – 30 Nov 2026`, of which the second day is the one after the last. */
  days({ from, to }: { from: string; to: string }): string {
    return this.forms.days().formatRange(Date.parse(from), Date.parse(to) - DAY_MS);
  }

  /** `Nov 2026` */
  month(day: string): string {
    return this.forms.month().format(Date.parse(day));
  }

  private ofCalendar(options: Intl.DateTimeFormatOptions) {
    return computed(() => new Intl.DateTimeFormat(this.locale(), { ...options, timeZone: 'UTC' }));
  }

  private inUnit(value: number, unit: string): string {
    const maximumFractionDigits = value < 10 ? 1 : 0;
    const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits } as const;
    return new Intl.NumberFormat(this.locale(), format).format(value);
  }
}
