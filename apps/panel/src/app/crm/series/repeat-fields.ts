import { Component, computed, input } from '@angular/core';
import { FormField, max, min, required, type FieldTree, type SchemaPathTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { Field } from '../../ui/forms/field';
import { REPEATS, type RepeatDraft } from './recurrence';

export function repeatRules(path: SchemaPathTree<RepeatDraft>): void {
  required(path.interval, { when: ({ valueOf }) => valueOf(path.repeat) !== 'none' });
  min(path.interval, 1);
  max(path.interval, 99);
  required(path.count, {
    when: ({ valueOf }) => valueOf(path.repeat) !== 'none' && valueOf(path.ends) === 'count',
  });
  min(path.count, 1);
  max(path.count, LIMITS.series);
  required(path.until, {
    when: ({ valueOf }) => valueOf(path.repeat) !== 'none' && valueOf(path.ends) === 'until',
  });
}

/** How often something happens again, and until when. */
@Component({
  selector: 'app-repeat-fields',
  imports: [Field, FormField, TranslocoPipe],
  template: `
    <app-field [label]="'crm.repeat.label' | transloco" [of]="form().repeat">
      <select class="input" [formField]="form().repeat">
        @for (repeat of choices; track repeat) {
          <option [value]="repeat">{{ 'crm.repeat.of.' + repeat | transloco }}</option>
        }
      </select>
    </app-field>
    @if (isRepeated()) {
      <div class="two">
        <app-field [label]="intervalLabel() | transloco" [of]="form().interval">
          <input class="input" type="number" [formField]="form().interval" />
        </app-field>
        <app-field [label]="'crm.repeat.ends' | transloco" [of]="form().ends">
          <select class="input" [formField]="form().ends">
            <option value="count">{{ 'crm.repeat.by_count' | transloco }}</option>
            <option value="until">{{ 'crm.repeat.by_day' | transloco }}</option>
          </select>
        </app-field>
      </div>
      @if (form().ends().value() === 'count') {
        <app-field
          [label]="'crm.repeat.count' | transloco"
          [help]="'crm.repeat.count_help' | transloco"
          [of]="form().count"
        >
          <input class="input" type="number" [formField]="form().count" />
        </app-field>
      } @else {
        <app-field
          [label]="'crm.repeat.until' | transloco"
          [help]="'crm.repeat.until_help' | transloco"
          [of]="form().until"
        >
          <input class="input" type="date" [formField]="form().until" />
        </app-field>
      }
    }
  `,
  host: { class: 'stack' },
})
export class RepeatFields {
  readonly form = input.required<FieldTree<RepeatDraft>>();
  protected readonly choices = REPEATS;
  protected readonly isRepeated = computed(() => this.form().repeat().value() !== 'none');
  protected readonly intervalLabel = computed(() =>
    this.form().repeat().value() === 'week' ? 'crm.repeat.every_weeks' : 'crm.repeat.every_months',
  );
}
