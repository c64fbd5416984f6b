import { computed, inject, Injectable } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute } from '@angular/router';
import { DEFAULT_RESOURCE } from '@groupless/shared-dto';
import { Formats } from '../i18n/formats';
import { toLocal } from '../i18n/zoned-time';
import { Appearance } from '../i18n/appearance';
import { Business } from '../data/business';
import { Now } from '../ui/formats/relative-time';
import { noonOf } from './dates';
import { nextOpenSlot, openingHoursOf } from './opening-hours';

const SLOT_MINUTES = 30;

/** In which zone appointments are shown: the business's, or the reader's if the address says `zone=own`. */
@Injectable()
export class ShownZone {
  private readonly appearance = inject(Appearance);
  private readonly now = inject(Now);
  private readonly params = toSignal(inject(ActivatedRoute).queryParamMap, { requireSync: true });
  private readonly loaded = inject(Business);
  private readonly zones = inject(Formats);

  readonly settings = this.loaded.settings;
  readonly isKnown = this.loaded.isKnown;
  readonly own = this.appearance.time_zone;
  readonly business = this.appearance.businessZone;
  readonly choice = computed(() => (this.params().get('zone') === 'own' ? 'own' : 'business'));
  readonly zone = computed(() => (this.choice() === 'own' ? this.own() : this.business()));
  readonly today = computed(() => toLocal(new Date(this.now.ms()), this.zone()).date);
  readonly slot_minutes = computed(() => this.settings()?.slot_minutes ?? SLOT_MINUTES);
  readonly buffer_minutes = computed(() => this.settings()?.buffer_minutes ?? 0);
  readonly resources = computed(() => this.settings()?.resources ?? [DEFAULT_RESOURCE]);
  readonly hours = computed(() => ({
    time_zone: this.business(),
    slot_minutes: this.slot_minutes(),
    working_hours: this.settings()?.working_hours ?? [],
    closures: this.settings()?.closures ?? [],
    schedules: this.settings()?.schedules ?? [],
  }));

  /** Each is made when it is first needed: some take a browser ten milliseconds. A date has no zone. */
  private readonly formats = {
    time: this.made({ timeStyle: 'short' }),
    day_time: this.made({
      ...({ weekday: 'short', day: 'numeric', month: 'short' } as const),
      ...({ hour: 'numeric', minute: '2-digit' } as const),
    }),
    full: this.made({ dateStyle: 'medium', timeStyle: 'short' }),
    clock: this.made({ timeStyle: 'short', timeZone: 'UTC' }),
    date: this.made({ dateStyle: 'full', timeZone: 'UTC' }),
    weekday: this.made({ weekday: 'short', timeZone: 'UTC' }),
    month: this.made({ month: 'long', year: 'numeric', timeZone: 'UTC' }),
    dates: this.made({ dateStyle: 'medium', timeZone: 'UTC' }),
  };

  /** When the next slot begins in the hours of a resource, by default the first one: from an instant on, at the earliest now. */
  nextOpenSlot({ resource, from = '' }: { resource?: string; from?: string }): string {
    const hours = openingHoursOf(this.hours(), resource ?? this.resources()[0] ?? '');
    return nextOpenSlot(hours, new Date(Math.max(Date.now(), Date.parse(from) || 0)));
  }

  /** `09:30`, of a clock as if it were UTC's. */
  clock(from: Date, to = from): string {
    return this.formats.clock().formatRange(from, to);
  }

  /** `09:30` */
  time(at: string): string {
    return this.formats.time().format(new Date(at));
  }

  /** `09:30 – 10:00`, with the dates where they differ. */
  times(starts_at: string, ends_at: string): string {
    return this.formats.time().formatRange(new Date(starts_at), new Date(ends_at));
  }

  /** `Fri, 20 Nov, 09:30 – 10:00` */
  span(starts_at: string, ends_at: string): string {
    return this.formats.day_time().formatRange(new Date(starts_at), new Date(ends_at));
  }

  /** `Fri, 20 Nov, 09:30` */
  dayTime(at: string): string {
    return this.formats.day_time().format(new Date(at));
  }

  /** `20 Nov 2026, 09:30` */
  dateTime(at: string): string {
    return this.formats.full().format(new Date(at));
  }

  /** `09:30` on the day that is today, else with its date. */
  timeOrDate(at: string): string {
    return toLocal(at, this.zone()).date === this.today() ? this.time(at) : this.dateTime(at);
  }

  /** `Friday, 20 November 2026` */
  day(date: string): string {
    return this.formats.date().format(noonOf(date));
  }

  /** `Fri` */
  weekday(date: string): string {
    return this.formats.weekday().format(noonOf(date));
  }

  /** `November 2026` */
  month(date: string): string {
    return this.formats.month().format(noonOf(date));
  }

  /** `16 – 22 Nov 2026`, of the first and the last day. */
  days(first: string, last: string): string {
    return this.formats.dates().formatRange(noonOf(first), noonOf(last));
  }

  /** `Europe/Vienna, GMT+1`, as on this date. */
  labelOf(time_zone: string, date: string): string {
    return this.zones.zone(time_zone, noonOf(date));
  }

  private made(options: Intl.DateTimeFormatOptions) {
    return computed(
      () => new Intl.DateTimeFormat(this.appearance.formatLocale(), { timeZone: this.zone(), ...options }),
    );
  }
}
