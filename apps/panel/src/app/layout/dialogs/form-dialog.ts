import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { FormRoot, type FieldTree } from '@angular/forms/signals';
import { FormError } from '../../ui/forms/field';
import { DialogFrame } from './dialog-frame';

/**
 * A dialog that is a form: its fields come as content. What the API has against the form as a whole stands below them,
 * and what is typed stays.
 */
@Component({
  selector: 'app-form-dialog',
  imports: [DialogFrame, FormError, FormRoot],
  template: `
    <form [formRoot]="form()">
      <app-dialog-frame
        [heading]="heading()"
        [submit]="submit()"
        [done]="done()"
        [isBlocked]="form()().submitting()"
      >
        <div class="stack">
          <ng-content />
          @if (!done()) {
            <app-form-error [of]="form()" />
          }
        </div>
      </app-dialog-frame>
    </form>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class FormDialog<Model> {
  readonly form = input.required<FieldTree<Model>>();
  /** All three are already translated. */
  readonly heading = input.required<string>();
  readonly submit = input.required<string>();
  /** Once the form has done its work and something else is shown: what its only button says. */
  readonly done = input('');
}
