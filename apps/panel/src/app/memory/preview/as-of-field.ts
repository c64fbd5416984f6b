import { Component, computed, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { DAY_MS, toInstantOrNext, toLocal } from '../../i18n/zoned-time';
import { Appearance } from '../../i18n/appearance';

/** How far back the slider goes; the field beside it goes further. */
const MOST_DAYS = 30;

/** A time in the past in the business's zone; empty is now. */
@Component({
  selector: 'app-as-of-field',
  imports: [TranslocoPipe],
  template: `
    <label>
      {{ label() | transloco }}
      <input
        class="input"
        type="datetime-local"
        [value]="local()"
        (change)="choose($any($event.target).value)"
      />
      @if (formats.beside(local()); as words) {
        <span class="caption">{{ words }}</span>
      }
    </label>
    @if (canBeNow()) {
      <input
        type="range"
        max="0"
        step="1"
        [min]="-mostDays"
        [value]="-daysBack()"
        [attr.aria-label]="'memory.context.days_back' | transloco"
        [attr.aria-valuetext]="formats.dateTime(asOf()) || ('memory.context.now' | transloco)"
        (change)="slide($any($event.target).valueAsNumber)"
      />
    }
    @if (asOf() && canBeNow()) {
      <button type="button" class="button" (click)="asOfChange.emit('')">
        {{ 'memory.context.now' | transloco }}
      </button>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      gap: 8px;
    }

    label {
      font: 500 13px/20px var(--font);
    }

    label input {
      display: block;
    }

    input[type='range'] {
      width: 160px;
      height: var(--control);
      margin: 0;
    }
  `,
})
export class AsOfField {
  /** An instant as in the API; empty: now. */
  readonly asOf = input.required<string>();
  /** Key of the text. */
  readonly label = input('memory.context.as_of');
  readonly canBeNow = input(true);
  readonly asOfChange = output<string>();
  protected readonly formats = inject(Formats);
  private readonly zone = inject(Appearance).businessZone;
  protected readonly local = computed(() => {
    if (Number.isNaN(Date.parse(this.asOf()))) return '';
    const { date, time } = toLocal(this.asOf(), this.zone());
    return `${date}T${time}`;
  });

  protected readonly mostDays = MOST_DAYS;
  protected readonly daysBack = computed(() => {
    const ms = Date.parse(this.asOf());
    return Number.isNaN(ms) ? 0 : Math.min(Math.max(Math.round((Date.now() - ms) / DAY_MS), 0), MOST_DAYS);
  });

  /** @param days none or below: so many days ago, at this time of the day */
  protected slide(days: number): void {
    const instant = new Date(Date.now() + days * DAY_MS);
    instant.setUTCSeconds(0, 0);
    this.asOfChange.emit(days === 0 ? '' : instant.toISOString());
  }

  protected choose(local: string): void {
    const [date = '', time = ''] = local.split('T');
    const instant = toInstantOrNext({ date, time }, this.zone());
    if (local === '') this.asOfChange.emit('');
    else if (instant !== null) this.asOfChange.emit(instant);
  }
}
