import { Component, computed, ElementRef, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { focusStep, ROW_STEPS } from '../ui/keys/focus-step';
import { Icon } from '../ui/icon';
import { addDays } from './dates';
import { ShownZone } from './shown-zone';

/** How many days stand beside each other. */
export const DAYS = 7;

/** The days of a strip, from its first one on. */
export function daysFrom(first: string): string[] {
  return Array.from({ length: DAYS }, (_, index) => addDays(first, index));
}

/** One of the days, perhaps with what there is of it: `5` below the date, and in words. */
export interface StripDay {
  date: string;
  note?: string;
  words?: string;
}

/** Seven days beside each other, to choose one of, and the way to those before and after. Tab stops at it once. */
@Component({
  selector: 'app-day-strip',
  imports: [Icon, TranslocoPipe],
  template: `
    <div role="toolbar" [attr.aria-label]="'crm.days' | transloco">
      <button
        type="button"
        class="step"
        tabindex="-1"
        [class.gone]="!hasEarlier()"
        [attr.aria-label]="'crm.earlier_days' | transloco"
        [title]="'crm.earlier_days' | transloco"
        (click)="stepped.emit(-1)"
      >
        <svg appIcon="chevron-left" size="14"></svg>
      </button>
      @for (day of days(); track day.date) {
        <button
          type="button"
          class="day"
          [class.none]="day.note === ''"
          [tabIndex]="day.date === stop() ? 0 : -1"
          [attr.aria-pressed]="day.date === date()"
          (click)="chosen.emit(day.date)"
        >
          <span class="visually-hidden">
            {{ zone.day(day.date) + (day.words ? ': ' + day.words : '') }}
          </span>
          <span aria-hidden="true">{{ zone.weekday(day.date) }}</span>
          <strong aria-hidden="true">{{ +day.date.slice(8) }}</strong>
          @if (day.note !== undefined) {
            <span aria-hidden="true">{{ day.note || '–' }}</span>
          }
        </button>
      }
      <button
        type="button"
        class="step"
        tabindex="-1"
        [attr.aria-label]="'crm.later_days' | transloco"
        [title]="'crm.later_days' | transloco"
        (click)="stepped.emit(1)"
      >
        <svg appIcon="chevron-right" size="14"></svg>
      </button>
    </div>
  `,
  styles: `
    div {
      display: grid;
      grid-template-columns: auto repeat(7, minmax(0, 1fr)) auto;
      gap: 2px;
    }

    button {
      position: relative;
      display: grid;
      justify-items: center;
      align-content: center;
      min-width: 0;
      min-height: var(--control);
      padding: 4px 0;
      border: 1px solid transparent;
      border-radius: var(--radius-control);
      background: none;
      color: var(--text-2);
      font: var(--text-caption);
      cursor: pointer;
    }

    button:hover {
      background: var(--surface-2);
    }

    .step {
      width: 20px;
    }

    .step.gone {
      visibility: hidden;
    }

    strong {
      color: var(--text);
      font: 600 14px/20px var(--font);
    }

    .none strong {
      color: var(--text-2);
      font-weight: 400;
    }

    .day[aria-pressed='true'] {
      border-color: var(--accent);
      background: var(--accent-soft);
    }

    .day[aria-pressed='true'],
    .day[aria-pressed='true'] strong {
      color: var(--accent-soft-text);
    }
  `,
  host: { '(keydown)': 'onKey($event)' },
})
export class DayStrip {
  readonly days = input.required<readonly StripDay[]>();
  /** The chosen one, which may be none of them. */
  readonly date = input.required<string | null>();
  readonly hasEarlier = input(true);
  readonly chosen = output<string>();
  /** To the seven days before (-1) or after (1). */
  readonly stepped = output<1 | -1>();
  protected readonly zone = inject(ShownZone);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly stop = computed(() => {
    const dates = this.days().map(({ date }) => date);
    return dates.find((date) => date === this.date()) ?? dates[0];
  });

  protected onKey(event: KeyboardEvent): void {
    const step = ROW_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focusStep(this.host.querySelectorAll('button'), step);
  }
}
