import {
  afterRenderEffect,
  Component,
  computed,
  debounced,
  inject,
  input,
  linkedSignal,
  output,
  viewChildren,
  type ElementRef,
} from '@angular/core';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import type { AvailabilityDto, BookedServiceDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { PluralPipe } from '../../i18n/plural';
import { toInstant, toLocal } from '../../i18n/zoned-time';
import { ErrorPanel } from '../../ui/error-panel';
import { Now } from '../../ui/formats/relative-time';
import { focusStep, ROW_STEPS } from '../../ui/keys/focus-step';
import { addDays } from '../dates';
import { DAYS, DayStrip, daysFrom } from '../day-strip';
import { closureOn, openingHoursOf } from '../opening-hours';
import { ShownZone } from '../shown-zone';

/** As many as fit without pushing the form away; the others are a press away. */
const MOST = 16;

/** 90 is typed by way of 9. */
const TYPING_MS = 250;

/** Several may stand on a page. */
let lastId = 0;

/**
 * The free times of the day that is asked for, to choose from, below that day among its neighbours with how much is free on each;
 * the later ones of the day first after the asked time.
 * Tab stops once, at the time that comes next after the asked one; arrows, Home and End go to the others.
 */
@Component({
  selector: 'app-free-times',
  imports: [DayStrip, ErrorPanel, PluralPipe, TranslocoPipe],
  template: `
    @if (free.problem(); as problem) {
      <app-error-panel [error]="problem" (retry)="free.reload()" />
    }
    @if (days().length > 0) {
      <app-day-strip
        [days]="days()"
        [date]="date()"
        [hasEarlier]="first() > today()"
        (chosen)="takeDay($event)"
        (stepped)="step($event)"
      />
    }
    @if (shown().length > 0) {
      <p class="lead" [id]="id">
        {{
          'crm.free_on' + (zone.zone() === zone.business() ? '' : '_business')
            | transloco: { day: zone.day(date() ?? ''), zone: zone.business() }
        }}
      </p>
      <div class="times" role="toolbar" [attr.aria-labelledby]="id">
        @for (slot of shown(); track slot.starts_at) {
          <button
            #time
            type="button"
            class="button"
            [tabIndex]="slot.starts_at === stop() ? 0 : -1"
            (focus)="focused.set(slot.starts_at)"
            [attr.aria-pressed]="slot.starts_at === starts_at()"
            (click)="chosen.emit(slot.starts_at)"
          >
            {{ zone.time(slot.starts_at) }}
          </button>
        }
      </div>
      @if (left() > 0) {
        <button type="button" class="link-button" (click)="isWhole.set(true)">
          {{ 'crm.all_free' | plural: shown().length + left() }}
        </button>
      }
    } @else if (isListed()) {
      <p class="caption" role="status">
        @if (closed(); as reason) {
          {{ 'crm.closed_because' | transloco: { reason } }}
        } @else {
          {{ 'crm.none_free' | transloco }}
        }
        @if (next(); as next) {
          <button type="button" class="link-button" (click)="chosen.emit(next.starts_at)">
            {{ 'crm.next_free' | transloco: { time: zone.dayTime(next.starts_at) } }}
          </button>
        } @else {
          {{ 'crm.none_until' | transloco: { day: zone.day(last()) } }}
        }
      </p>
    }
  `,
  styles: `
    :host {
      display: block;
    }

    .lead,
    .caption {
      margin-top: 8px;
    }

    .lead {
      margin-bottom: 4px;
      color: var(--text-2);
      font: var(--text-caption);
    }

    .times {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
    }

    .button[aria-pressed='true'] {
      border-color: var(--accent);
      background: var(--accent-soft);
      color: var(--accent-soft-text);
    }
  `,
  host: {
    '(keydown)': 'onKey($event)',
    '(document:keydown)': 'noteUse()',
    '(document:pointerdown)': 'noteUse()',
    '(document:focusin)': 'noteFocus($event.target)',
  },
})
export class FreeTimes {
  readonly starts_at = input.required<string | null>();
  readonly duration_minutes = input.required<number | null>();
  readonly resource = input.required<string>();
  /** The appointment that is to be moved: its own time is free for it. */
  readonly moved = input<string | null>(null);
  /** The services that it is for. */
  readonly visit = input<readonly BookedServiceDto[]>([]);
  /** Takes the focus when its times come, unless it was moved since the form was opened, or something was typed. */
  readonly takesFocus = input(false);
  /** When it begins. */
  readonly chosen = output<string>();
  private readonly now = inject(Now);
  private readonly transloco = inject(TranslocoService);
  private readonly more = computed(() => {
    const [moved, visit] = [this.moved(), this.visit()];
    return {
      ...(moved === null ? {} : { except: moved }),
      ...(visit.length === 0 ? {} : { service_ids: visit.map(({ id }) => id).join(',') }),
      // A person may look at the times of somebody who has left.
      new_resource: true,
    };
  });
  private isUntouched = true;
  private focusedFirst: EventTarget | null = null;
  protected readonly zone = inject(ShownZone);
  protected readonly id = `free-on-day-${++lastId}`;
  /** The business's day, since its hours are what is free. */
  protected readonly date = computed(() => {
    const starts_at = this.starts_at();
    return starts_at === null ? null : toLocal(starts_at, this.zone.business()).date;
  });
  protected readonly today = computed(() => toLocal(new Date(this.now.ms()), this.zone.business()).date);
  /** Of the days beside each other; they begin anew with a date that is none of them. */
  protected readonly first = linkedSignal<string | null, string>({
    source: this.date,
    computation: (date, before) => {
      const shown = before?.value ?? '';
      const isShown = shown !== '' && daysFrom(shown).includes(date ?? shown);
      return isShown ? shown : (date ?? '');
    },
  });
  protected readonly last = computed(() => daysFrom(this.first()).at(-1) ?? '');
  private readonly minutes = debounced(this.duration_minutes, TYPING_MS);
  protected readonly free = query<AvailabilityDto>(() => {
    const [date, minutes] = [this.date(), this.minutes.value()];
    if (date === null || minutes === null || !Number.isInteger(minutes) || minutes < 1) return undefined;
    // Of a day that is over nothing is free, and the API refuses the question.
    if (date < this.today()) return undefined;
    return {
      url: '/api/appointments/availability',
      query: {
        ...{ date: this.first(), days: DAYS },
        ...{ duration_minutes: minutes, resource: this.resource(), ...this.more() },
      },
    };
  });
  /** Why the day is closed, in the words of the settings. A day without hours has none. */
  protected readonly closed = computed(() => {
    const date = this.date();
    return date === null ? '' : closureOn(openingHoursOf(this.zone.hours(), this.resource()), date);
  });
  private readonly byDay = computed(() =>
    Map.groupBy(this.free.value()?.slots ?? [], ({ starts_at }) => this.dayOf(starts_at)),
  );
  protected readonly days = computed(() => {
    if (this.free.value() === null) return [];
    return daysFrom(this.first()).map((date) => {
      const count = this.byDay().get(date)?.length ?? 0;
      const words = this.transloco.translate('crm.free_count', { count });
      return { date, words, note: count === 0 ? '' : String(count) };
    });
  });
  /** Whether the asked day is one of those that were read. */
  protected readonly isListed = computed(
    () => this.free.problem() === null && this.days().some(({ date }) => date === this.date()),
  );
  private readonly slots = computed(() => this.byDay().get(this.date() ?? '') ?? []);
  /** The first free time of the days after the asked one. */
  protected readonly next = computed(() => {
    const date = this.date() ?? '';
    return this.free.value()?.slots.find(({ starts_at }) => this.dayOf(starts_at) > date);
  });
  /** Of the day that is asked for. */
  protected readonly isWhole = linkedSignal({ source: this.date, computation: () => false });
  protected readonly left = computed(() => this.slots().length - this.shown().length);
  /** From the asked time on; where too few follow, the last ones of the day. */
  protected readonly shown = computed(() => {
    const slots = this.slots();
    if (this.isWhole()) return slots;
    const next = slots.findIndex(({ starts_at }) => starts_at >= (this.starts_at() ?? ''));
    const first = Math.max(0, Math.min(next === -1 ? slots.length : next, slots.length - MOST));
    return slots.slice(first, first + MOST);
  });
  /** Another asked time is where the keyboard begins again. */
  protected readonly focused = linkedSignal<string | null>(() => this.starts_at());
  protected readonly stop = computed(() => {
    const [times, from] = [this.shown().map(({ starts_at }) => starts_at), this.focused() ?? ''];
    return times.find((time) => time >= from) ?? times.at(-1);
  });
  private readonly times = viewChildren<ElementRef<HTMLButtonElement>>('time');

  constructor() {
    afterRenderEffect(() => {
      const stop = this.buttons().find(({ tabIndex }) => tabIndex === 0);
      if (!this.takesFocus() || !this.isUntouched || stop === undefined) return;
      this.isUntouched = false;
      stop.focus();
    });
  }

  /** The time that comes next after the same clock on that day; the same clock itself where nothing is free. */
  protected takeDay(date: string): void {
    const time_zone = this.zone.business();
    const { time } = toLocal(this.starts_at() ?? new Date(this.now.ms()), time_zone);
    const same = toInstant({ date, time }, time_zone);
    const free = (this.byDay().get(date) ?? []).map(({ starts_at }) => starts_at);
    const chosen = free.find((starts_at) => starts_at >= (same ?? '')) ?? free.at(-1) ?? same;
    if (chosen !== null) this.chosen.emit(chosen);
  }

  protected step(direction: 1 | -1): void {
    const first = addDays(this.first(), direction * DAYS);
    this.first.set(first > this.today() ? first : this.today());
  }

  private dayOf(at: string): string {
    return toLocal(at, this.zone.business()).date;
  }

  protected onKey(event: KeyboardEvent): void {
    const step = ROW_STEPS[event.key];
    const buttons = this.buttons();
    if (step === undefined || !buttons.some((button) => button === event.target)) return;
    event.preventDefault();
    focusStep(buttons, step);
  }

  /** A method, since a listener whose expression is false takes the key from the page. */
  protected noteUse(): void {
    this.isUntouched = false;
  }

  protected noteFocus(target: EventTarget | null): void {
    this.focusedFirst ??= target;
    if (target !== this.focusedFirst) this.isUntouched = false;
  }

  private buttons(): HTMLButtonElement[] {
    return this.times().map(({ nativeElement }) => nativeElement);
  }
}
