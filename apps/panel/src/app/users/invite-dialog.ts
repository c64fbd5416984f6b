import { DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';
import { email, form, FormField, FormRoot, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type CreatedUserDto, type CreateUserDto } from '@groupless/shared-dto';
import { DialogFrame } from '../layout/dialog-frame';
import { Field, FormError } from '../ui/field';
import { sending } from '../ui/form-submission';
import { InviteLink } from './invite-link';
import { RoleChoice } from './role-choice';
import { UsersApi } from './users-api';

/** Invites somebody: first who and with what role, then the link, which is shown this once. */
@Component({
  selector: 'app-invite-dialog',
  imports: [DialogFrame, Field, FormError, FormField, FormRoot, InviteLink, RoleChoice, TranslocoPipe],
  templateUrl: './invite-dialog.html',
  styleUrl: './user-form.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class InviteDialog {
  protected readonly dialog = inject<DialogRef<void>>(DialogRef);
  private readonly api = inject(UsersApi);
  private readonly model = signal<CreateUserDto>({ name: '', email: '', role: 'operator' });
  protected readonly invited = signal<CreatedUserDto | null>(null);
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.user_name.max);
      required(path.email);
      email(path.email);
      maxLength(path.email, LIMITS.email.max);
    },
    { submission: sending((user: CreateUserDto) => this.invite(user)) },
  );

  private async invite(user: CreateUserDto): Promise<void> {
    if (this.invited() !== null) return;
    this.invited.set(await this.api.invite(user));
    // A click beside it would lose the link.
    this.dialog.disableClose = true;
  }
}
