import { Component, inject, signal } from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';
import type { InvitedDto } from '@groupless/shared-dto';
import { PasswordByLink } from '../session/sign-in/password-by-link';
import { Session } from '../session/session';
import { SessionApi } from '../session/session-api';
import { InviteApi } from './invite-api';

/** The first password of an invited user. */
@Component({
  selector: 'app-invite',
  imports: [PasswordByLink],
  template: `
    <app-password-by-link texts="session.invite" onwards="/login" [send]="accept">
      @if (whose(); as person) {
        <p class="whose">
          @if (person.business !== '') {
            <strong
              ><bdi>{{ person.business }}</bdi></strong
            ><br />
          }
          <bdi>{{ person.name }}</bdi> · <bdi>{{ person.email }}</bdi>
        </p>
      }
    </app-password-by-link>
  `,
})
export class Invite {
  private readonly api = inject(SessionApi);
  private readonly invites = inject(InviteApi);
  private readonly session = inject(Session);
  private readonly router = inject(Router);
  protected readonly whose = signal<InvitedDto | null>(null);

  protected readonly accept = async (token: string, password: string) => {
    const { email } = await this.api.acceptInvite(token, password);
    await this.session.logIn({ email, password });
    await this.router.navigateByUrl('/');
  };

  constructor() {
    const token = new URLSearchParams(inject(ActivatedRoute).snapshot.fragment ?? '').get('token') ?? '';
    // A link that is over says so when it is used.
    if (token !== '')
      this.invites.look(token).then(
        (whose) => this.whose.set(whose),
        () => undefined,
      );
  }
}
