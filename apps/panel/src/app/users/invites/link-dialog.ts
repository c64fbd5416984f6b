import { DIALOG_DATA } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { InvitedUserDto } from '@groupless/shared-dto';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { InviteLink } from './invite-link';

/** The new link of a user who is there already. */
@Component({
  selector: 'app-link-dialog',
  imports: [DialogFrame, InviteLink, TranslocoPipe],
  template: `
    <app-dialog-frame [heading]="'users.link.title' | transloco" [done]="'users.link.done' | transloco">
      <app-invite-link [name]="user.name" [email]="user.email" [url]="user.invite_url" />
    </app-dialog-frame>
  `,
})
export class LinkDialog {
  protected readonly user = inject<InvitedUserDto>(DIALOG_DATA);
}
