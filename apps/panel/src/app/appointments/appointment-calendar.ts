import { CdkTrapFocus } from '@angular/cdk/a11y';
import { CdkConnectedOverlay } from '@angular/cdk/overlay';
import {
  ChangeDetectionStrategy,
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
import type { AppointmentDto, SlotDto } from '@groupless/shared-dto';
import { Appearance } from '../session/appearance';
import { Session } from '../session/session';
import { AppointmentChanges } from './appointment-changes';
import { AppointmentPopover } from './appointment-popover';
import { AppointmentsState } from './appointments-state';
import { eventOf, hoursOf } from './calendar-events';
import { CALENDAR_LOOKS } from './calendar-looks';
import { contentOf } from './event-content';
import { hueOf } from './resource-hue';
import { ShownZone } from '../crm/shown-zone';
import { endOf } from '../crm/slot-times';

/** Below, the popover stands under the event; else beside it. */
const BESIDE = [
  { originX: 'end', originY: 'top', overlayX: 'start', overlayY: 'top', offsetX: 8 },
  { originX: 'start', originY: 'top', overlayX: 'end', overlayY: 'top', offsetX: -8 },
  { originX: 'start', originY: 'bottom', overlayX: 'start', overlayY: 'top', offsetY: 8 },
  { originX: 'start', originY: 'top', overlayX: 'start', overlayY: 'bottom', offsetY: -8 },
] as const;

/** The day or the week with its hours, in the zone that is shown. */
@Component({
  selector: 'app-appointment-calendar',
  imports: [AppointmentPopover, CdkConnectedOverlay, CdkTrapFocus, FullCalendarModule],
  templateUrl: './appointment-calendar.html',
  styleUrl: './appointment-calendar.css',
  // What FullCalendar draws is outside of Angular's scopes.
  encapsulation: ViewEncapsulation.None,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AppointmentCalendar {
  /** A time that is being chosen by the keyboard. */
  readonly cursor = input<SlotDto | null>(null);
  /** A time was pointed at. */
  readonly picked = output<{ starts_at: string; ends_at: string }>();
  protected readonly state = inject(AppointmentsState);
  protected readonly zone = inject(ShownZone);
  private readonly changes = inject(AppointmentChanges);
  private readonly appearance = inject(Appearance);
  private readonly mayWrite = inject(Session).isOperator;
  private readonly transloco = inject(TranslocoService);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly calendar = viewChild(FullCalendarComponent);
  protected readonly positions = [...BESIDE];
  protected readonly anchor = signal<Element>(this.host);
  private readonly openedId = signal<string | null>(null);
  protected readonly opened = computed(
    () => this.state.drawn().find(({ id }) => id === this.openedId()) ?? null,
  );
  /** Another zone or language is another calendar. */
  protected readonly drawnFor = computed(() => [`${this.zone.zone()} ${this.appearance.locale()}`]);
  protected readonly events = computed(() =>
    this.state.drawn().map((row) => eventOf(row, this.changes.moving(), this.mayWrite())),
  );

  protected readonly options = computed<CalendarOptions>(() => ({
    ...CALENDAR_LOOKS,
    plugins: [timeGridPlugin, interactionPlugin],
    ...untracked(() => ({ initialView: viewName(this.state.view()), initialDate: this.state.date() })),
    timeZone: this.zone.zone(),
    timedText: this.transloco.translate('appointments.hours'),
    locale: this.appearance.locale(),
    firstDay: this.state.first_weekday() % 7,
    businessHours: hoursOf(this.zone.settings()?.working_hours ?? []),
    scrollTime: this.scrollTime(),
    selectable: this.mayWrite(),
    editable: this.mayWrite(),
    eventClass: (info: EventDisplayInfo) => this.classesOf(info),
    eventContent: (info: EventDisplayInfo) => ({
      domNodes: contentOf(info, (key) => this.transloco.translate(key)),
    }),
    eventDidMount: ({ el, event }) => (el.dataset['appointment'] = event.id),
    eventClick: (info: EventClickInfo) => this.open(info),
    eventDrop: ({ event }) => this.drop(event),
    eventResize: ({ event }) => this.drop(event),
    dateClick: (info: DateClickInfo) => this.pick(info.date),
    select: (info: DateSelectInfo) => this.pickSpan(info),
  }));

  constructor() {
    effect(() => {
      const [view, date] = [viewName(this.state.view()), this.state.date()];
      this.drawnFor();
      untracked(() => this.calendar()?.getApi().changeView(view, date));
    });
    effect(() => {
      const cursor = this.cursor();
      const api = this.calendar()?.getApi();
      if (cursor === null) api?.unselect();
      else api?.select({ start: cursor.starts_at, end: cursor.ends_at, allDay: false });
    });
  }

  protected close(): void {
    const id = this.openedId();
    this.openedId.set(null);
    requestAnimationFrame(() => {
      // Who has gone on meanwhile is not fetched back.
      if (document.activeElement !== document.body) return;
      this.host.querySelector<HTMLElement>(`[data-appointment="${id ?? ''}"]`)?.focus();
    });
  }

  private open({ el, event }: EventClickInfo): void {
    this.anchor.set(el.closest('[data-appointment]') ?? el);
    this.openedId.set(event.id);
  }

  private drop({ extendedProps, start, end }: EventApi): void {
    if (start === null || end === null) return;
    const slot = { starts_at: start.toISOString(), ends_at: end.toISOString() };
    void this.changes.drop(extendedProps['appointment'] as AppointmentDto, slot);
  }

  private pick(date: Date): void {
    if (!this.mayWrite()) return;
    const starts_at = date.toISOString();
    this.picked.emit({ starts_at, ends_at: endOf(starts_at, this.zone.slot_minutes()) });
  }

  /** The keyboard's choice is also one; that one has no event. */
  private pickSpan({ start, end, jsEvent }: DateSelectInfo): void {
    if (!jsEvent) return;
    this.calendar()?.getApi().unselect();
    this.picked.emit({ starts_at: start.toISOString(), ends_at: end.toISOString() });
  }

  private classesOf({ event }: EventDisplayInfo): string {
    const { status, resource, id } = event.extendedProps['appointment'] as AppointmentDto;
    const hue = `hue-${hueOf(resource, this.state.resources())}`;
    const isMoving = this.changes.moving().has(id);
    return ['appointment', `is-${status}`, hue, isMoving ? 'is-moving' : ''].join(' ').trim();
  }

  /** An hour before the business opens. */
  private scrollTime(): string {
    const opens = (this.zone.settings()?.working_hours ?? []).map((hours) => hours.opens).sort();
    const hour = Number((opens[0] ?? '08:00').slice(0, 2)) - 1;
    return `${String(Math.max(hour, 0)).padStart(2, '0')}:00:00`;
  }
}

const viewName = (view: string) => (view === 'day' ? 'timeGridDay' : 'timeGridWeek');
