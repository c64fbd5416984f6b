import { Component, inject, input, signal, viewChild } from '@angular/core';
import { ActivatedRoute, RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { isProblem } from '../../http/problem';
import { PasswordInput } from './password-input';
import { PublicPage } from './public-page';

type Refusal = 'too_short' | 'too_long' | 'too_common' | 'invalid' | 'no_connection' | 'other';

/** Chooses a password by a link that was sent. The token stands in the fragment, which no server sees. */
@Component({
  selector: 'app-password-by-link',
  imports: [PasswordInput, PublicPage, RouterLink, TranslocoPipe],
  templateUrl: './password-by-link.html',
  styleUrl: './public-form.css',
})
export class PasswordByLink {
  /** The name of the texts `title`, `lead`, `submit`, `over` and `onwards`. */
  readonly texts = input.required<string>();
  /** Where somebody goes whose link is not valid any more. */
  readonly onwards = input.required<string>();
  /** Sends the password, and leads to where the user goes then. */
  readonly send = input.required<(token: string, password: string) => Promise<unknown>>();

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
      await this.send()(this.token, password);
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
  if ([400, 401, 404].includes(error.status)) return 'invalid';
  return error.status === 0 || error.status === 503 ? 'no_connection' : 'other';
}
