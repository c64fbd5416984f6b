import { Component, input } from '@angular/core';

/**
 * Below a form: the button that sends it, and others as content. While nothing is changed it only says so: a disabled
 * button would swallow an Enter that comes faster than the page is drawn.
 */
@Component({
  selector: 'app-save-buttons',
  template: `
    <button
      type="submit"
      class="button button-primary"
      [attr.aria-disabled]="!isChanged()"
      [disabled]="isBusy()"
    >
      {{ save() }}
    </button>
    <ng-content />
  `,
  host: { class: 'buttons' },
})
export class SaveButtons {
  /** Already translated. */
  readonly save = input.required<string>();
  readonly isChanged = input.required<boolean>();
  readonly isBusy = input.required<boolean>();
}
