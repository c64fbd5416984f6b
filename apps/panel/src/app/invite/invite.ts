import { Component, inject } from '@angular/core';
import { Router } from '@angular/router';
import { PasswordByLink } from '../session/sign-in/password-by-link';
import { Session } from '../session/session';
import { SessionApi } from '../session/session-api';

/** The first password of an invited user. */
@Component({
  selector: 'app-invite',
  imports: [PasswordByLink],
  template: `<app-password-by-link texts="session.invite" onwards="/login" [send]="accept" />`,
})
export class Invite {
  private readonly api = inject(SessionApi);
  private readonly session = inject(Session);
  private readonly router = inject(Router);

  protected readonly accept = async (token: string, password: string) => {
    const { email } = await this.api.acceptInvite(token, password);
    await this.session.logIn({ email, password });
    await this.router.navigateByUrl('/');
  };
}
