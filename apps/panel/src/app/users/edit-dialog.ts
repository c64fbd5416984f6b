import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';
import { email, form, FormField, FormRoot, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type UserDto } from '@groupless/shared-dto';
import { DialogFrame } from '../layout/dialog-frame';
import { Field, FormError } from '../ui/field';
import { sending } from '../ui/form-submission';
import { UsersApi } from './users-api';

interface Names {
  name: string;
  email: string;
}

/** The name and the email of a user. Closes with the changed user. */
@Component({
  selector: 'app-edit-dialog',
  imports: [DialogFrame, Field, FormError, FormField, FormRoot, TranslocoPipe],
  template: `
    <form [formRoot]="form">
      <app-dialog-frame [heading]="'users.edit.title' | transloco: { name: user.name }">
        <div class="fields">
          <app-field [label]="'users.columns.name' | transloco" [of]="form.name">
            <input class="input" autocomplete="off" [formField]="form.name" />
          </app-field>
          <app-field
            [label]="'users.columns.email' | transloco"
            [help]="'users.edit.email_help' | transloco"
            [of]="form.email"
          >
            <input
              class="input"
              type="email"
              inputmode="email"
              autocomplete="off"
              autocapitalize="off"
              spellcheck="false"
              [formField]="form.email"
            />
          </app-field>
          <app-form-error [of]="form" />
        </div>
        <ng-container actions>
          <button type="button" class="button" (click)="dialog.close()">
            {{ 'confirm.cancel' | transloco }}
          </button>
          <button type="submit" class="button button-primary" [disabled]="form().submitting()">
            {{ 'users.edit.save' | transloco }}
          </button>
        </ng-container>
      </app-dialog-frame>
    </form>
  `,
  styleUrl: './user-form.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class EditDialog {
  protected readonly dialog = inject<DialogRef<UserDto>>(DialogRef);
  protected readonly user = inject<UserDto>(DIALOG_DATA);
  private readonly api = inject(UsersApi);
  private readonly model = signal<Names>({ name: this.user.name, email: this.user.email });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.user_name.max);
      required(path.email);
      email(path.email);
      maxLength(path.email, LIMITS.email.max);
    },
    { submission: sending((names: Names) => this.save(names)) },
  );

  private async save(names: Names): Promise<void> {
    this.dialog.close(await this.api.change(this.user.id, names));
  }
}
