import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { toInstant, toLocal } from '../../i18n/zoned-time';
import { Appearance } from '../../session/appearance';

/** A time in the past in the business's zone; empty is now. */
@Component({
  selector: 'app-as-of-field',
  imports: [TranslocoPipe],
  template: `
    <label>
      {{ 'memory.context.as_of' | transloco }}
      <input
        class="input"
        type="datetime-local"
        [value]="local()"
        (change)="choose($any($event.target).value)"
      />
    </label>
    @if (asOf()) {
      <button type="button" class="button" (click)="asOfChange.emit('')">
        {{ 'memory.context.now' | transloco }}
      </button>
    }
  `,
  styles: `
    :host {
      display: flex;
      align-items: end;
      gap: 8px;
    }

    label {
      font: 500 13px/20px var(--font);
    }

    input {
      display: block;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AsOfField {
  /** An instant as in the API; empty: now. */
  readonly asOf = input.required<string>();
  readonly asOfChange = output<string>();
  private readonly zone = inject(Appearance).business_zone;
  protected readonly local = computed(() => {
    if (Number.isNaN(Date.parse(this.asOf()))) return '';
    const { date, time } = toLocal(this.asOf(), this.zone());
    return `${date}T${time}`;
  });

  protected choose(local: string): void {
    const [date = '', time = ''] = local.split('T');
    this.asOfChange.emit(local === '' ? '' : (toInstant({ date, time }, this.zone()) ?? ''));
  }
}
