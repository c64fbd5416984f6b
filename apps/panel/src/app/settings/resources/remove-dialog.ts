import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form, FormField } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { withoutResource } from './schedule-draft';
import { SettingsChange } from './settings-change';

export interface RemovalWish {
  id: string;
  name: string;
  coming: number;
  /** When the first ones begin, as the panel writes times. */
  first: readonly string[];
  /** Who can take them. */
  others: readonly string[];
}

/** Asks what becomes of the coming appointments of a resource that is to go; cancelling keeps the resource. */
@Component({
  selector: 'app-remove-dialog',
  imports: [Field, FormDialog, FormField, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="'resources.remove_title' | transloco: { name: wish.name }"
      [submit]="'resources.remove' | transloco"
    >
      <p>{{ 'resources.in_use' | transloco: { name: wish.name, coming: wish.coming } }}</p>
      <ul>
        @for (time of wish.first; track time) {
          <li>{{ time }}</li>
        }
      </ul>
      <app-field [label]="'resources.fate' | transloco" [of]="form.to">
        <select class="input" [formField]="form.to">
          @for (name of wish.others; track name) {
            <option [value]="name">{{ 'resources.move_to' | transloco: { name } }}</option>
          }
          <option value="">{{ 'resources.keep' | transloco }}</option>
        </select>
      </app-field>
    </app-form-dialog>
  `,
})
export class RemoveDialog {
  private readonly change = inject(SettingsChange);
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly wish = inject<RemovalWish>(DIALOG_DATA);
  private readonly model = signal({ to: this.wish.others[0] ?? '' });
  protected readonly form = form(this.model, {
    submission: sending(async ({ to }: { to: string }) => {
      const query = to === '' ? { keep_appointments: true } : { move_to: to };
      const change = async (settings: ChatAgentSettingsDto) =>
        withoutResource(settings, await this.change.nameIn(settings, this.wish));
      await this.change.store(change, { query });
      this.dialog.close(true);
    }),
  });
}
