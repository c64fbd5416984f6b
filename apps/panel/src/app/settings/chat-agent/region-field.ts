import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { Appearance } from '../../i18n/appearance';
import { Field } from '../../ui/forms/field';
import { SearchChoice } from '../../ui/forms/search-choice';
import { regionChoices } from './choices';

/** The country of phone numbers that are written without one. */
@Component({
  selector: 'app-region-field',
  imports: [Field, FormField, SearchChoice, TranslocoPipe],
  template: `
    <app-field
      [label]="'chat-agent.phone_region' | transloco"
      [help]="'chat-agent.phone_region_help' | transloco"
      [of]="field()"
    >
      <app-search-choice
        [label]="'chat-agent.phone_region' | transloco"
        [choices]="regions()"
        [formField]="field()"
      />
    </app-field>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RegionField {
  readonly field = input.required<FieldTree<string>>();
  private readonly locale = inject(Appearance).locale;
  protected readonly regions = computed(() => regionChoices(this.locale()));
}
