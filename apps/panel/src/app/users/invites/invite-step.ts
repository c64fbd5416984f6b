import { Component, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Dialogs } from '../../ui/dialogs/dialogs';
import type { StepFormInputs } from '../../layout/step-forms';
import { openInvite } from './open-invite';

/** Invites the team from the list of first steps. */
@Component({
  selector: 'app-invite-step',
  imports: [TranslocoPipe],
  template: `
    <button type="button" class="button button-primary" (click)="invite()">
      {{ 'users.invite.action' | transloco }}
    </button>
  `,
})
export class InviteStep {
  readonly step = input.required<StepFormInputs['step']>();
  readonly done = input.required<StepFormInputs['done']>();
  private readonly dialogs = inject(Dialogs);

  protected async invite(): Promise<void> {
    await openInvite(this.dialogs);
    // The event of a new user tells whether somebody was invited.
    this.done()(false);
  }
}
