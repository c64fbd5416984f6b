import { Component, computed, inject, input } from '@angular/core';
import type { FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { Appearance } from '../../i18n/appearance';
import { Field } from '../../ui/forms/field';
import { SearchChoice } from '../../ui/forms/search-choice';
import { regionChoices } from '../../crm/phone-regions';

/** The country of phone numbers that are written without one. */
@Component({
  selector: 'app-region-field',
  imports: [Field, SearchChoice, TranslocoPipe],
  template: `
    <app-field
      [label]="'chat-agent.phone_region' | transloco"
      [help]="'chat-agent.phone_region_help' | transloco"
      [of]="field()"
    >
      <app-search-choice
        [label]="'chat-agent.phone_region' | transloco"
        [choices]="regions()"
        [value]="field()().value() ?? ''"
        [disabled]="field()().disabled()"
        (valueChange)="choose($event)"
        (touch)="field()().markAsTouched()"
      />
    </app-field>
  `,
})
export class RegionField {
  /** Null: nobody has chosen it. */
  readonly field = input.required<FieldTree<string | null>>();
  private readonly locale = inject(Appearance).locale;
  protected readonly regions = computed(() => regionChoices(this.locale()));

  protected choose(region: string): void {
    const field = this.field()();
    field.value.set(region === '' ? null : region);
    field.markAsDirty();
  }
}
