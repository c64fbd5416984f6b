import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SettingsChange } from './settings-change';

/** Gives the resource in `data` another name. */
@Component({
  selector: 'app-rename-dialog',
  imports: [Field, FormDialog, FormField, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="'resources.rename' | transloco: { name }"
      [submit]="'resources.do_rename' | transloco"
    >
      <app-field
        [label]="'resources.new_name' | transloco"
        [help]="'resources.rename_help' | transloco"
        [of]="form.to"
      >
        <input class="input" autocomplete="off" [formField]="form.to" />
      </app-field>
    </app-form-dialog>
  `,
})
export class RenameDialog {
  private readonly change = inject(SettingsChange);
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly name = inject<string>(DIALOG_DATA);
  private readonly model = signal({ to: this.name });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.to);
      maxLength(path.to, LIMITS.resource.max);
    },
    {
      submission: sending(async ({ to }: { to: string }) => {
        await this.change.rename(this.name, to);
        this.dialog.close(true);
      }),
    },
  );
}
