import { ChangeDetectionStrategy, Component, inject, signal, viewChild } from '@angular/core';
import { ActivatedRoute, Router, RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { isProblem } from '../http/problem';
import { PasswordInput } from '../session/password-input';
import { PublicPage } from '../session/public-page';
import { Session } from '../session/session';
import { SessionApi } from '../session/session-api';

type Refusal = 'too_short' | 'too_long' | 'too_common' | 'invalid' | 'no_connection' | 'other';

/** The first password of an invited user. The token stands in the fragment, which no server sees. */
@Component({
  selector: 'app-invite',
  imports: [PasswordInput, PublicPage, RouterLink, TranslocoPipe],
  templateUrl: './invite.html',
  styleUrl: './invite.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Invite {
  private readonly api = inject(SessionApi);
  private readonly session = inject(Session);
  private readonly router = inject(Router);
  private readonly token =
    new URLSearchParams(inject(ActivatedRoute).snapshot.fragment ?? '').get('token') ?? '';
  private readonly password = viewChild(PasswordInput);

  protected readonly limits = LIMITS.password;
  protected readonly isBusy = signal(false);
  protected readonly refusal = signal<Refusal | null>(this.token === '' ? 'invalid' : null);
  protected readonly isOver = () => this.refusal() === 'invalid';

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    const password = this.password()?.value ?? '';
    const length = [...password].length;
    if (length < this.limits.min || length > this.limits.max) {
      this.refuse(length < this.limits.min ? 'too_short' : 'too_long');
      return;
    }
    this.isBusy.set(true);
    this.refusal.set(null);
    try {
      const { email } = await this.api.acceptInvite(this.token, password);
      await this.session.logIn({ email, password });
      await this.router.navigateByUrl('/');
    } catch (error) {
      this.refuse(reasonOf(error));
    } finally {
      this.isBusy.set(false);
    }
  }

  private refuse(reason: Refusal): void {
    this.refusal.set(reason);
    this.password()?.focus();
  }
}

function reasonOf(error: unknown): Refusal {
  if (!isProblem(error)) throw error;
  const [{ field, code } = { field: '', code: '' }] = error.fields;
  if (field === 'password' && (code === 'too_common' || code === 'too_short' || code === 'too_long'))
    return code;
  if ([400, 401, 404].includes(error.status)) return 'invalid';
  return error.status === 0 || error.status === 503 ? 'no_connection' : 'other';
}
