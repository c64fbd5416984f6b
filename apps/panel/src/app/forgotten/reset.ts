import { ChangeDetectionStrategy, Component, inject, signal, viewChild } from '@angular/core';
import { ActivatedRoute, Router, RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { isProblem } from '../http/problem';
import { PasswordInput } from '../session/password-input';
import { PublicPage } from '../session/public-page';
import { SessionApi } from '../session/session-api';

type Refusal = 'too_short' | 'too_long' | 'too_common' | 'invalid' | 'no_connection' | 'other';

/** A new password by a link from a mail. The token stands in the fragment, which no server sees. */
@Component({
  selector: 'app-reset',
  imports: [PasswordInput, PublicPage, RouterLink, TranslocoPipe],
  templateUrl: './reset.html',
  styleUrl: '../invite/invite.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Reset {
  private readonly api = inject(SessionApi);
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
      await this.api.resetPassword(this.token, password);
      await this.router.navigateByUrl('/login');
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
  const code = error.fields.find(({ field }) => field === 'password')?.code;
  if (code === 'too_common' || code === 'too_short' || code === 'too_long') return code;
  if (error.code === 'invalid_token' || error.status === 400) return 'invalid';
  return error.status === 0 || error.status === 503 ? 'no_connection' : 'other';
}
