import { Component, inject } from '@angular/core';
import { Router } from '@angular/router';
import { PasswordByLink } from '../session/sign-in/password-by-link';
import { SessionApi } from '../session/session-api';

/** A new password in the place of a forgotten one. */
@Component({
  selector: 'app-reset',
  imports: [PasswordByLink],
  template: `<app-password-by-link texts="forgotten.reset" onwards="/forgot" [send]="reset" />`,
})
export class Reset {
  private readonly api = inject(SessionApi);
  private readonly router = inject(Router);

  protected readonly reset = async (token: string, password: string) => {
    await this.api.resetPassword(token, password);
    await this.router.navigateByUrl('/login');
  };
}
