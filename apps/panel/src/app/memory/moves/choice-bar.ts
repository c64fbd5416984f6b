import { Component, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { OwnedKind } from '@groupless/shared-dto';
import { PluralPipe } from '../../i18n/plural';
import type { ChosenRows } from './chosen-rows';
import { GiveProject } from './give-project';

/** Above a list whose rows have boxes: all of them, how many are chosen, and what can be done with them. */
@Component({
  selector: 'app-choice-bar',
  imports: [GiveProject, PluralPipe, TranslocoPipe],
  template: `
    <label>
      <input
        type="checkbox"
        [checked]="rows().areAll()"
        [indeterminate]="rows().ids().length > 0 && !rows().areAll()"
        (change)="rows().toggleAll()"
      />
      {{ 'memory.move.all' | transloco }}
    </label>
    <span class="caption" role="status">{{ 'table.selected' | plural: rows().ids().length }}</span>
    <app-give-project [kind]="kind()" [ids]="rows().ids()" (given)="given.emit($event)" />
  `,
  host: { role: 'region', '[attr.aria-label]': 'label()' },
  styles: `
    :host {
      position: sticky;
      top: var(--top-bar);
      z-index: 1;
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 16px;
      margin-bottom: 12px;
      padding: 8px 16px;
      border: 1px solid var(--border);
      border-radius: var(--radius-card);
      background: var(--surface);
    }

    label {
      display: inline-flex;
      align-items: center;
      gap: 8px;
      min-height: 28px;
    }

    app-give-project {
      margin-left: auto;
    }
  `,
})
export class ChoiceBar {
  readonly kind = input.required<OwnedKind>();
  readonly rows = input.required<ChosenRows>();
  /** Already translated. */
  readonly label = input.required<string>();
  readonly given = output<readonly number[]>();
}
