import { Component, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { WhoseChoice } from './booking-draft';

/** Says whose number the new client's is, and asks whether to book under that client or to make one of its own. */
@Component({
  selector: 'app-number-owner',
  imports: [FormField, TranslocoPipe],
  template: `
    <fieldset class="notice" aria-describedby="number-owner-error">
      <legend>{{ 'crm.number_of' | transloco: { owner: owner() } }}</legend>
      <label class="choice-row">
        <input type="radio" value="owner" [formField]="of()" />
        {{ 'crm.book_under' | transloco: { name: name(), owner: owner() } }}
      </label>
      <label class="choice-row">
        <input type="radio" value="own" [formField]="of()" />
        {{ 'crm.make_client' | transloco: { name: name() } }}
      </label>
      <div id="number-owner-error" aria-live="polite">
        @if (of()().touched() && of()().invalid()) {
          <p class="field-error">{{ 'crm.choose_one' | transloco }}</p>
        }
      </div>
    </fieldset>
  `,
  styles: `
    fieldset {
      flex-direction: column;
      gap: 8px;
    }

    legend {
      float: left;
    }

    div:empty {
      display: none;
    }
  `,
})
export class NumberOwner {
  readonly of = input.required<FieldTree<WhoseChoice>>();
  /** What the owner of the number is called. */
  readonly owner = input.required<string>();
  /** What the new client is called. */
  readonly name = input.required<string>();
}
