import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { Texts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Segmented, type Segment } from '../../ui/forms/segmented';
import { isWide } from '../../ui/screen-width';
import { AppointmentsState, PERIODS, type Period } from '../appointments-state';
import { BookableResources } from '../../crm/bookable-resources';
import { addDays } from '../../crm/dates';
import { DayStrip, daysFrom, type StripDay } from '../../crm/day-strip';
import { daysOf, isDate, VIEWS, type View } from '../calendar/calendar-days';
import { ShownZone } from '../../crm/shown-zone';

/** Which days are shown, how, and in whose time. */
@Component({
  selector: 'app-calendar-toolbar',
  imports: [DayStrip, Icon, IconButton, NgTemplateOutlet, RouterLink, Segmented, TranslocoPipe],
  templateUrl: './calendar-toolbar.html',
  styleUrl: './calendar-toolbar.css',
})
export class CalendarToolbar {
  protected readonly state = inject(AppointmentsState);
  protected readonly zone = inject(ShownZone);
  private readonly bookable = inject(BookableResources);
  private readonly texts = inject(Texts);
  /** There is room for all views beside each other. */
  protected readonly isWide = isWide();
  /** On a phone the calendar comes first: filters are a press away. */
  protected readonly areChoicesOpen = signal(false);

  protected readonly views = computed<Segment<View>[]>(() => {
    const hidden = new Set<View>(this.state.isNarrow() ? ['week'] : []);
    if (this.state.resources().length < 2 && this.state.view() !== 'columns') hidden.add('columns');
    const shown = VIEWS.filter((view) => !hidden.has(view));
    return this.texts.choices(shown, 'appointments.views');
  });
  protected readonly periods = computed<Segment<Period>[]>(() =>
    this.texts.choices(PERIODS, 'appointments.periods'),
  );
  protected readonly title = computed(() => {
    const { first, after } = this.state.days();
    const view = this.state.view();
    const isOneDay = view === 'day' || view === 'columns';
    if (isOneDay && !this.state.isNarrow()) return this.zone.day(first);
    // On a phone the day stands in the strip.
    if (isOneDay || view === 'month') return this.zone.month(this.state.date());
    if (this.state.view() !== 'list') return this.zone.days(first, addDays(after, -1));
    const date = this.zone.days(first, first);
    return this.texts.of(`appointments.titles.${this.state.period()}`, { date });
  });
  /** The first day of the week of the shown date. */
  private readonly week = computed(() => daysOf('week', this.state.date(), this.state.firstWeekday()).first);
  /** On a phone, where a view shows days: those of the week. */
  protected readonly strip = computed<StripDay[] | null>(() => {
    const isOfDays = ['day', 'columns', 'agenda'].includes(this.state.view());
    return this.state.isNarrow() && isOfDays ? daysFrom(this.week()).map((date) => ({ date })) : null;
  });
  protected readonly hasDate = computed(() => this.state.view() !== 'list' || this.state.period() !== 'all');
  protected readonly zones = computed<Segment<'business' | 'own'>[]>(() =>
    this.texts.choices(['business', 'own'], 'appointments.zones'),
  );
  protected readonly zonesDiffer = computed(() => this.zone.business() !== this.zone.own());
  /** Where the computer is, if that is somewhere else than the user's own zone, which is shown. */
  protected readonly elsewhere = computed(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return this.zone.choice() === 'own' && here !== this.zone.own() ? here : null;
  });
  protected readonly zoneLabel = computed(() => this.zone.labelOf(this.zone.zone(), this.state.date()));

  /** Which colour is whose, of the resources that are in sight; elsewhere the names stand at the appointments. */
  protected readonly legend = computed(() => {
    if (this.state.view() !== 'month') return [];
    const shown = new Set(this.state.drawn().map(({ resource_id }) => resource_id));
    return this.bookable.all().flatMap(({ id, name }) => {
      const label = this.bookable.labelOf({ resource: name, resource_id: id });
      return shown.has(id) ? [{ id, label, colour: this.bookable.colourOf(id) }] : [];
    });
  });

  /** The same day of the week before or after. */
  protected weekBeside(direction: 1 | -1): string {
    return addDays(this.state.date(), direction * 7);
  }

  protected setView(view: View): void {
    this.state.go({ view: view === this.state.usualView() ? null : view, sort: null, period: null }, 'push');
  }

  protected setPeriod(period: Period): void {
    this.state.go({ period: period === 'upcoming' ? null : period, sort: null });
  }

  protected setZone(zone: 'business' | 'own'): void {
    this.state.go({ zone: zone === 'business' ? null : zone });
  }

  protected setDate(date: string): void {
    if (isDate(date)) this.state.goTo(date);
  }
}
