import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { UserDto } from '@groupless/shared-dto';
import { FormDialog } from '../ui/dialogs/form-dialog';
import { sending } from '../ui/forms/form-submission';
import { nameRules, UserFields, type Names } from './user-fields';
import { UsersApi } from './users-api';

/** The name and the email of a user. Closes with the changed user. */
@Component({
  selector: 'app-edit-dialog',
  imports: [FormDialog, TranslocoPipe, UserFields],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="'users.edit.title' | transloco: { name: user.name }"
      [submit]="'users.edit.save' | transloco"
    >
      <app-user-fields [form]="form" [emailHelp]="'users.edit.email_help' | transloco" />
    </app-form-dialog>
  `,
})
export class EditDialog {
  private readonly dialog = inject<DialogRef<UserDto>>(DialogRef);
  protected readonly user = inject<UserDto>(DIALOG_DATA);
  private readonly api = inject(UsersApi);
  protected readonly form = form(signal<Names>({ name: this.user.name, email: this.user.email }), nameRules, {
    submission: sending((names: Names) => this.save(names)),
  });

  private async save(names: Names): Promise<void> {
    this.dialog.close(await this.api.change(this.user.id, names));
  }
}
