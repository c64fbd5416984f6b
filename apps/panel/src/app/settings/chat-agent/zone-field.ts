import { Component, computed, inject, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { Appearance } from '../../i18n/appearance';
import { Field } from '../../ui/forms/field';
import { SearchChoice } from '../../ui/forms/search-choice';
import { zoneChoices, zoneOfName } from '../zone-choices';

/** The time zone of the business. */
@Component({
  selector: 'app-zone-field',
  imports: [Field, FormField, SearchChoice, TranslocoPipe],
  template: `
    <app-field
      [label]="'chat-agent.time_zone' | transloco"
      [help]="'chat-agent.time_zone_help' | transloco"
      [of]="field()"
    >
      <app-search-choice
        [label]="'chat-agent.time_zone' | transloco"
        [choices]="zones()"
        [accepts]="zoneOfName"
        [formField]="field()"
      />
    </app-field>
  `,
})
export class ZoneField {
  readonly field = input.required<FieldTree<string>>();
  /** The stored zone, which is offered whatever it is called. */
  readonly stored = input('');
  private readonly locale = inject(Appearance).locale;
  protected readonly zones = computed(() => zoneChoices(this.stored(), this.locale()));
  protected readonly zoneOfName = (name: string) => zoneOfName(name, this.locale());
}
