import {
  afterNextRender,
  Component,
  computed,
  ElementRef,
  inject,
  Injector,
  linkedSignal,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AppointmentDto } from '@groupless/shared-dto';
import { addDays, noonOf, weekdayOf } from '../../crm/dates';
import { BookableResources } from '../../crm/bookable-resources';
import { ShownZone } from '../../crm/shown-zone';
import { Appearance } from '../../i18n/appearance';
import { AppointmentsState } from '../appointments-state';
import { BusyTimes } from '../blocks/busy-times';
import { addMonths } from './calendar-days';
import { daysOfAppointment } from './days-of-appointment';
import { attendeeOf } from '../../crm/attendee';

/** As many lines fit into a day. */
const MOST_LINES = 3;

/**
 * A month by its weeks: a grid by the pattern of the ARIA guide. One day has the focus; arrows move it, Home and End
 * within the week, PageUp and PageDown by a month, Enter opens the day.
 */
@Component({
  selector: 'app-appointment-month',
  imports: [RouterLink, TranslocoPipe],
  templateUrl: './appointment-month.html',
  styleUrl: './appointment-month.css',
})
export class AppointmentMonth {
  protected readonly attendeeOf = attendeeOf;
  private readonly state = inject(AppointmentsState);
  private readonly busyTimes = inject(BusyTimes);
  protected readonly zone = inject(ShownZone);
  protected readonly bookable = inject(BookableResources);
  private readonly locale = inject(Appearance).formatLocale;
  private readonly injector = inject(Injector);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** The day that the keyboard is at. */
  protected readonly at = linkedSignal(() => this.state.date());
  protected readonly title = computed(() => this.zone.month(this.state.date()));

  private readonly dates = computed(() => {
    const { first, after } = this.state.days();
    const days = Math.round((Date.parse(after) - Date.parse(first)) / 86_400_000);
    return Array.from({ length: days }, (_, index) => addDays(first, index));
  });
  protected readonly weekdays = computed(() => {
    const name = (weekday: 'short' | 'long') =>
      new Intl.DateTimeFormat(this.locale(), { weekday, timeZone: 'UTC' });
    const [short, long] = [name('short'), name('long')];
    const dates = this.dates().slice(0, 7).map(noonOf);
    return dates.map((date) => ({ short: short.format(date), long: long.format(date) }));
  });
  private readonly byDate = computed(() => {
    const { first } = this.state.days();
    const byDate = new Map<string, AppointmentDto[]>();
    for (const row of this.state.drawn()) {
      for (const date of daysOfAppointment(row, this.zone.zone(), first))
        byDate.set(date, [...(byDate.get(date) ?? []), row]);
    }
    return byDate;
  });
  protected readonly weeks = computed(() => {
    const days = this.dates().map((date) => {
      const rows = this.byDate().get(date) ?? [];
      // A line that says "1 more" would take the place of that one.
      const lines = rows.length <= MOST_LINES ? rows : rows.slice(0, MOST_LINES - 1);
      return {
        date,
        day: Number(date.slice(8)),
        isOutside: date.slice(0, 7) !== this.state.date().slice(0, 7),
        isToday: date === this.zone.today(),
        count: rows.length,
        lines,
        blocks: this.busyTimes.blocksByDay().get(date) ?? [],
        more: rows.length - lines.length,
      };
    });
    return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  });

  protected onKey(event: KeyboardEvent): void {
    const at = this.at();
    const inWeek = (weekdayOf(at) - this.state.firstWeekday() + 7) % 7;
    const moves: Record<string, () => string> = {
      ArrowLeft: () => addDays(at, -1),
      ArrowRight: () => addDays(at, 1),
      ArrowUp: () => addDays(at, -7),
      ArrowDown: () => addDays(at, 7),
      Home: () => addDays(at, -inWeek),
      End: () => addDays(at, 6 - inWeek),
      PageUp: () => addMonths(at, -1),
      PageDown: () => addMonths(at, 1),
    };
    const move = moves[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.open(at);
    else if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    else this.moveTo(move());
    event.preventDefault();
    // The page has arrows of its own, for the month before and after.
    event.stopPropagation();
  }

  /** The day with its hours. */
  protected open(date: string): void {
    this.state.go({ view: 'day', date }, 'push');
    // The day that had the focus goes away with the month.
    document.querySelector<HTMLElement>('app-calendar-toolbar h2')?.focus();
  }

  private moveTo(date: string): void {
    this.at.set(date);
    if (date.slice(0, 7) !== this.state.date().slice(0, 7)) this.state.goTo(date);
    const focus = () => this.host.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
    focus();
    // A day of another month comes with that month.
    afterNextRender(focus, { injector: this.injector });
  }
}
