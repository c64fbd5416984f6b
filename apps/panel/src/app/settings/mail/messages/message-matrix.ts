import { Component, input, output } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { CLIENT_MAIL_KINDS, LIMITS, USER_MAIL_KINDS, type MailKind } from '@groupless/shared-dto';
import { Field } from '../../../ui/forms/field';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { isSwitched, type MailForm, type SwitchedKind } from '../mail-form';

/** A row for each message, clients first: whether it is sent and how, when, and the way to its text. */
@Component({
  selector: 'app-message-matrix',
  imports: [Field, FormField, Icon, IconButton, RouterLink, TranslocoPipe],
  templateUrl: './message-matrix.html',
  styleUrl: './message-matrix.css',
})
export class MessageMatrix {
  readonly form = input.required<FieldTree<MailForm>>();
  readonly hoursAdded = output();
  /** The place of the hours that go. */
  readonly hoursRemoved = output<number>();
  protected readonly groups: readonly { name: 'to_clients' | 'to_users'; kinds: readonly MailKind[] }[] = [
    { name: 'to_clients', kinds: [...CLIENT_MAIL_KINDS, 'offered'] },
    { name: 'to_users', kinds: USER_MAIL_KINDS },
  ];
  protected readonly most = LIMITS.reminder_hours.most;

  /** Null: something else decides whether it is sent. */
  protected switchOf(kind: MailKind): SwitchedKind | null {
    return isSwitched(kind) ? kind : null;
  }
}
