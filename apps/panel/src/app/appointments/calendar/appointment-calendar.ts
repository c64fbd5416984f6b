import { CdkTrapFocus } from '@angular/cdk/a11y';
import { CdkConnectedOverlay } from '@angular/cdk/overlay';
import {
  afterNextRender,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  input,
  output,
  signal,
  untracked,
  viewChild,
  ViewEncapsulation,
} from '@angular/core';
import {
  FullCalendarComponent,
  FullCalendarModule,
  type CalendarOptions,
  type DateClickInfo,
  type DateSelectInfo,
  type EventApi,
  type EventClickInfo,
  type EventDisplayInfo,
} from '@fullcalendar/angular';
import interactionPlugin from '@fullcalendar/angular/interaction';
import timeGridPlugin from '@fullcalendar/angular/timegrid';
import { TranslocoService } from '@jsverse/transloco';
import type { AppointmentDto, BusyTimeDto } from '@groupless/shared-dto';
import { toLocal } from '../../i18n/zoned-time';
import { Appearance } from '../../i18n/appearance';
import { Session } from '../../session/session';
import { AppointmentChanges } from '../changes/appointment-changes';
import { AppointmentPopover, POPOVER_POSITIONS } from './appointment-popover';
import { AppointmentsState } from '../appointments-state';
import { CALENDAR_LOOKS, makeScrollable, scrollTimeFor } from './calendar-looks';
import type { ChosenSlot } from './chosen-slot';
import { blockContentOf } from '../blocks/busy-events';
import { BlockChanges } from '../blocks/block-changes';
import { AppointmentDialogs } from '../changes/appointment-dialogs';
import { drawnCalendar } from './drawn-calendar';
import { classesOf, contentOf, dayHeader } from './event-content';
import { moveBetween, onlyStop } from './event-keys';
import { appointmentOf, busyOf, isInRoom } from './event-kinds';
import { FIRST_COLUMN } from './resource-columns';
import { closuresOn } from '../../crm/opening-hours';
import { BookableResources } from '../../crm/bookable-resources';
import { ShownZone } from '../../crm/shown-zone';

/** A day, a day by resource, or a week with its hours, in the zone that is shown. */
@Component({
  selector: 'app-appointment-calendar',
  imports: [AppointmentPopover, CdkConnectedOverlay, CdkTrapFocus, FullCalendarModule],
  templateUrl: './appointment-calendar.html',
  styleUrl: './appointment-calendar.css',
  host: {
    '[class.columns]': 'columns() !== null',
    '[class.measuring]': 'isMeasuring()',
    '(keydown)': 'onKey($event)',
    '(focusin)': 'onFocus($event)',
  },
  // What FullCalendar draws is outside of Angular's scopes.
  encapsulation: ViewEncapsulation.None,
})
export class AppointmentCalendar {
  /** A time that is being chosen by the keyboard. */
  readonly cursor = input<ChosenSlot | null>(null);
  /** A time was pointed at. */
  readonly picked = output<ChosenSlot>();
  protected readonly state = inject(AppointmentsState);
  protected readonly zone = inject(ShownZone);
  private readonly bookable = inject(BookableResources);
  private readonly changes = inject(AppointmentChanges);
  private readonly blocks = inject(BlockChanges);
  private readonly dialogs = inject(AppointmentDialogs);
  private readonly appearance = inject(Appearance);
  private readonly mayWrite = inject(Session).isOperator;
  private readonly transloco = inject(TranslocoService);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly calendar = viewChild(FullCalendarComponent);
  protected readonly positions = [...POPOVER_POSITIONS];
  protected readonly anchor = signal<Element>(this.host);
  /** FullCalendar draws its rows once without their heights, which would be seen on a slow machine. */
  protected readonly isMeasuring = signal(true);
  private willKeepStop = false;
  private readonly openedId = signal<string | null>(null);
  protected readonly opened = computed(
    () => this.state.drawn().find(({ id }) => id === this.openedId()) ?? null,
  );
  private readonly drawn = drawnCalendar();
  protected readonly columns = this.drawn.columns;
  protected readonly drawnFor = this.drawn.drawnFor;
  protected readonly events = this.drawn.events;

  protected readonly options = computed<CalendarOptions>(() => ({
    ...CALENDAR_LOOKS,
    plugins: [timeGridPlugin, interactionPlugin],
    ...untracked(() => this.viewOptions()),
    timeZone: this.columns() === null ? this.zone.zone() : 'UTC',
    nowIndicator: this.columns() === null,
    timedText: this.transloco.translate('appointments.hours'),
    locale: this.appearance.formatLocale(),
    // As everywhere else.
    slotHeaderFormat: ({ date }) => this.zone.clock(date.marker),
    eventTimeFormat: ({ start, end }) => this.zone.clock(start.marker, end?.marker),
    firstDay: this.state.firstWeekday() % 7,
    scrollTime: scrollTimeFor(this.zone.settings()?.working_hours ?? []),
    selectable: this.mayWrite(),
    editable: this.mayWrite(),
    eventClass: (info: EventDisplayInfo) => this.classesOf(info),
    eventContent: (info: EventDisplayInfo) => this.contentOf(info),
    eventDidMount: ({ el, event }) => {
      const shown = appointmentOf(event) ?? busyOf(event);
      if (shown === null) return;
      el.dataset['appointment'] = appointmentOf(event)?.id ?? event.id;
      // A block of all resources has the colour of none.
      const own = this.bookable.find(shown.resource_id ?? '')?.colour ?? null;
      if (own !== null) el.style.setProperty('--resource', own);
      this.keepStop();
    },
    eventWillUnmount: () => this.keepStop(),
    datesSet: () => makeScrollable(this.host),
    eventClick: (info: EventClickInfo) => this.open(info),
    eventDrop: ({ event }) => this.drop(event),
    eventResize: ({ event }) => this.drop(event),
    dateClick: (info: DateClickInfo) => this.pick(info.date),
    select: (info: DateSelectInfo) => this.pickSpan(info),
  }));

  constructor() {
    afterNextRender(() => {
      requestAnimationFrame(() => requestAnimationFrame(() => this.isMeasuring.set(false)));
    });
    effect(() => {
      const [view, date] = [viewName(this.state.view()), this.state.date()];
      this.drawnFor();
      // Columns stand on days of their own; their calendar is made for them.
      if (this.columns() === null) untracked(() => this.calendar()?.getApi().changeView(view, date));
    });
    effect(() => {
      const cursor = this.cursor();
      const api = this.calendar()?.getApi();
      const columns = untracked(this.columns);
      const place =
        cursor === null
          ? null
          : columns === null
            ? { start: cursor.starts_at, end: cursor.ends_at }
            : columns.place({ resource_id: columns.columns[0]?.resource_id ?? '', ...cursor });
      if (place === null) api?.unselect();
      else api?.select({ start: place.start, end: place.end, allDay: false });
    });
  }

  protected close(): void {
    const id = this.openedId();
    this.openedId.set(null);
    requestAnimationFrame(() => {
      // The user may have navigated on; then nothing is opened.
      if (document.activeElement !== document.body) return;
      this.host.querySelector<HTMLElement>(`[data-appointment="${id ?? ''}"]`)?.focus();
    });
  }

  private contentOf(info: EventDisplayInfo) {
    const translate = (key: string) => this.transloco.translate(key);
    const busy = busyOf(info.event);
    if (busy !== null) return { domNodes: blockContentOf(this.labelled(busy), info.timeText, translate) };
    const appointment = appointmentOf(info.event);
    if (appointment === null) return info.event.title;
    const labelled = this.labelled(appointment);
    const { resource, room } = labelled;
    const shown =
      this.columns() === null
        ? this.state.resources().length > 1
          ? [resource, room]
          : []
        : [isInRoom(info.event) ? resource : room];
    const seen = shown.filter((name) => name !== null);
    return { domNodes: contentOf(labelled, info.timeText, translate, seen) };
  }

  /** With the name that tells it from others. */
  private labelled<Row extends AppointmentDto | BusyTimeDto>(row: Row): Row {
    const { resource, resource_id } = row;
    if (resource === null || resource_id === null) return row;
    return { ...row, resource: this.bookable.labelOf({ resource, resource_id }) };
  }

  private open({ el, event }: EventClickInfo): void {
    const busy = busyOf(event);
    if (busy !== null) {
      if (this.mayWrite() && busy.block_id !== null) void this.dialogs.changeBlock(busy.block_id);
      return;
    }
    this.anchor.set(el.closest('[data-appointment]') ?? el);
    this.openedId.set(appointmentOf(event)?.id ?? null);
  }

  private viewOptions(): CalendarOptions {
    const columns = this.columns();
    if (columns === null)
      return {
        initialView: viewName(this.state.view()),
        initialDate: this.state.date(),
        dayHeaderContent: ({ date, text }) => ({ domNodes: dayHeader(text, this.closuresOn(date)) }),
      };
    const nameOf = (date: Date) => columns.columnAt(date)?.label ?? '';
    return {
      initialView: 'columns',
      initialDate: FIRST_COLUMN,
      views: { columns: { type: 'timeGrid', dayCount: Math.max(columns.columns.length, 1) } },
      dayHeaderContent: ({ date }) => nameOf(date),
      // The columns stand on invented days, whose names must not be read out.
      dayHeaderDidMount: ({ el, date }) => {
        for (const named of [el, ...el.querySelectorAll('[aria-label]')]) named.removeAttribute('aria-label');
        el.querySelector('[aria-hidden]')?.removeAttribute('aria-hidden');
        el.setAttribute('aria-label', nameOf(date));
      },
    };
  }

  private closuresOn(day: Date): string[] {
    const [zone, shown] = [this.zone.zone(), this.state.hoursOf()];
    const closures = closuresOn(this.zone.hours(), toLocal(day.toISOString(), zone).date, zone, shown);
    return closures.map(({ resource, reason }) => {
      const why = reason || this.transloco.translate('appointments.closed');
      return resource === undefined ? why : `${resource}: ${why}`;
    });
  }

  private drop(event: EventApi): void {
    const { start, end } = event;
    if (start === null || end === null) return;
    const slotFrom = ({ starts_at, ends_at, resource, resource_id }: AppointmentDto | BusyTimeDto) => {
      const stood = { starts_at, ends_at, resource: resource ?? '', resource_id: resource_id ?? '' };
      const dropped = { ...stood, starts_at: start.toISOString(), ends_at: end.toISOString() };
      return this.columns()?.movedTo(start, end, stood) ?? dropped;
    };
    const [appointment, busy] = [appointmentOf(event), busyOf(event)];
    if (appointment !== null) void this.changes.drop(appointment, slotFrom(appointment));
    else if (busy !== null) void this.blocks.drop(busy, slotFrom(busy));
  }

  private pick(date: Date): void {
    if (!this.mayWrite()) return;
    this.picked.emit(this.chosen(date, new Date(date.getTime() + this.zone.slot_minutes() * 60_000)));
  }

  /** The keyboard cursor's choice has no event. */
  private pickSpan({ start, end, jsEvent }: DateSelectInfo): void {
    if (!jsEvent) return;
    this.calendar()?.getApi().unselect();
    this.picked.emit(this.chosen(start, end));
  }

  private chosen(start: Date, end: Date): ChosenSlot {
    const slot = { starts_at: start.toISOString(), ends_at: end.toISOString() };
    const columns = this.columns();
    if (columns === null) return slot;
    const { resource: _name, ...chosen } = columns.slotAt(start, end);
    return chosen;
  }

  /** Once for all appointments that come or go together. */
  private keepStop(): void {
    if (this.willKeepStop) return;
    this.willKeepStop = true;
    requestAnimationFrame(() => {
      this.willKeepStop = false;
      onlyStop(this.host);
    });
  }

  protected onKey(event: KeyboardEvent): void {
    if (!moveBetween(this.host, event.key)) return;
    event.preventDefault();
    // The page has arrows of its own, for the days before and after.
    event.stopPropagation();
  }

  protected onFocus({ target }: FocusEvent): void {
    const event = (target as Element).closest<HTMLElement>('[data-appointment]');
    if (event !== null) onlyStop(this.host, event);
  }

  private classesOf({ event }: EventDisplayInfo): string {
    if (busyOf(event) !== null) return 'appointment is-block';
    const appointment = appointmentOf(event);
    if (appointment === null) return '';
    return classesOf(appointment, this.bookable.hueOf(appointment.resource_id), this.changes.moving());
  }
}

const viewName = (view: string) => (view === 'day' ? 'timeGridDay' : 'timeGridWeek');
