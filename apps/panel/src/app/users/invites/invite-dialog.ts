import { DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form, FormField } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { CreatedUserDto, CreateUserDto } from '@groupless/shared-dto';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { sending } from '../../ui/forms/form-submission';
import { InviteLink } from './invite-link';
import { RoleChoice } from '../roles/role-choice';
import { nameRules, UserFields } from '../user-fields';
import { UsersApi } from '../users-api';

/** Invites somebody: first who and with what role, then the link, which is shown this once. */
@Component({
  selector: 'app-invite-dialog',
  imports: [FormDialog, FormField, InviteLink, RoleChoice, TranslocoPipe, UserFields],
  templateUrl: './invite-dialog.html',
})
export class InviteDialog {
  private readonly dialog = inject<DialogRef<void>>(DialogRef);
  private readonly api = inject(UsersApi);
  private readonly model = signal<CreateUserDto>({ name: '', email: '', role: 'desk' });
  protected readonly invited = signal<CreatedUserDto | null>(null);
  protected readonly form = form(this.model, nameRules, {
    submission: sending((user: CreateUserDto) => this.invite(user)),
  });

  private async invite(user: CreateUserDto): Promise<void> {
    if (this.invited() !== null) return;
    this.invited.set(await this.api.invite(user));
    // A click beside it would lose the link.
    this.dialog.disableClose = true;
  }
}
