import { Component, computed, input } from '@angular/core';
import type { FieldState } from './field';

/** A group of checkboxes as one form field, with label, help and error. */
@Component({
  selector: 'app-check-group',
  template: `
    <fieldset>
      <legend>{{ label() }}</legend>
      <p class="caption">{{ help() }}</p>
      <ng-content />
      @for (error of errors(); track $index) {
        <p class="field-error" role="alert">{{ error.message ?? none() }}</p>
      }
    </fieldset>
  `,
  styles: `
    fieldset {
      display: grid;
      gap: 8px;
    }
  `,
})
export class CheckGroup {
  /** All texts are already translated. */
  readonly label = input.required<string>();
  readonly help = input.required<string>();
  readonly of = input.required<() => FieldState>();
  /** What is said when nothing is chosen. */
  readonly none = input.required<string>();
  protected readonly errors = computed(() => {
    const state = this.of()();
    return state.touched() ? state.errors() : [];
  });
}
