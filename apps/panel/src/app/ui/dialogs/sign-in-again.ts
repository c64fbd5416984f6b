import { DialogRef } from '@angular/cdk/dialog';
import { Component, effect, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Session } from '../../session/session';
import { SignInForm } from '../../session/sign-in/sign-in-form';

/** Over a page whose session ended: what was typed there stays. */
@Component({
  selector: 'app-sign-in-again',
  imports: [SignInForm, TranslocoPipe],
  template: `
    <div class="box">
      <h2>{{ 'session.lost_title' | transloco }}</h2>
      <p>
        {{ (session.isEndedElsewhere() ? 'session.ended_elsewhere' : 'session.lost_text') | transloco }}
      </p>
      <app-sign-in-form [email]="session.user()?.email ?? ''" />
      <button type="button" class="link-button" (click)="session.logOut()">
        {{ 'session.lost_leave' | transloco }}
      </button>
    </div>
  `,
  styles: `
    .box {
      display: flex;
      flex-direction: column;
      gap: 12px;
      padding: 24px;
    }

    p {
      color: var(--text-2);
      font: var(--text-form);
    }

    .link-button {
      align-self: flex-start;
    }
  `,
})
export class SignInAgain {
  protected readonly session = inject(Session);

  constructor() {
    const dialog = inject<DialogRef<void>>(DialogRef);
    effect(() => {
      if (!this.session.isLost()) dialog.close();
    });
  }
}
