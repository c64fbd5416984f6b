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
import { TranslocoPipe } from '@jsverse/transloco';
import type { AvailabilityDto, BookedServiceDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { PluralPipe } from '../../i18n/plural';
import { toLocal } from '../../i18n/zoned-time';
import { ErrorPanel } from '../../ui/error-panel';
import { Now } from '../../ui/formats/relative-time';
import { focusStep } from '../../ui/keys/focus-step';
import { closureOn, openingHoursOf } from '../opening-hours';
import { ShownZone } from '../shown-zone';

/** As many as fit without pushing the form away; the others are a press away. */
const MOST = 16;

/** 90 is typed by way of 9. */
const TYPING_MS = 250;

/** Several may stand on a page. */
let lastId = 0;

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The free times of the day that is asked for, to choose from; the later ones of the day first after the asked time.
 * Tab stops once, at the time that comes next after the asked one; arrows, Home and End go to the others.
 */
@Component({
  selector: 'app-free-times',
  imports: [ErrorPanel, PluralPipe, TranslocoPipe],
  template: `
    @if (free.problem(); as problem) {
      <app-error-panel [error]="problem" (retry)="free.reload()" />
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
    } @else if (free.problem() === null && free.value() !== null) {
      <p class="caption" role="status">
        @if (closed(); as reason) {
          {{ 'crm.closed_because' | transloco: { reason } }}
        } @else {
          {{ 'crm.none_free' | transloco }}
        }
      </p>
    }
  `,
  styles: `
    :host {
      display: block;
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
  private readonly minutes = debounced(this.duration_minutes, TYPING_MS);
  protected readonly free = query<AvailabilityDto>(() => {
    const [date, minutes] = [this.date(), this.minutes.value()];
    if (date === null || minutes === null || !Number.isInteger(minutes) || minutes < 1) return undefined;
    // Of a day that is over nothing is free, and the API refuses the question.
    if (date < toLocal(new Date(this.now.ms()), this.zone.business()).date) return undefined;
    return {
      url: '/api/appointments/availability',
      query: { date, duration_minutes: minutes, resource: this.resource(), ...this.more() },
    };
  });
  /** Why the day is closed, in the words of the settings. A day without hours has none. */
  protected readonly closed = computed(() => {
    const date = this.date();
    return date === null ? '' : closureOn(openingHoursOf(this.zone.hours(), this.resource()), date);
  });
  private readonly slots = computed(() => this.free.value()?.slots ?? []);
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

  protected onKey(event: KeyboardEvent): void {
    const step = STEPS[event.key];
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
