import { afterNextRender, Component, type ElementRef, inject, signal, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { isProblem } from '../http/problem';
import { PublicPage } from '../session/sign-in/public-page';
import { SessionApi } from '../session/session-api';

/** Asks for a link to a new password. Whether there is such a user is never said. */
@Component({
  selector: 'app-forgot',
  imports: [PublicPage, RouterLink, TranslocoPipe],
  templateUrl: './forgot.html',
  styleUrls: ['../session/sign-in/public-form.css', './forgot.css'],
})
export class Forgot {
  private readonly api = inject(SessionApi);
  private readonly email = viewChild<ElementRef<HTMLInputElement>>('email');
  protected readonly isBusy = signal(false);
  protected readonly isAsked = signal(false);
  protected readonly hasFailed = signal(false);

  constructor() {
    afterNextRender(() => this.email()?.nativeElement.focus());
  }

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    const field = this.email()?.nativeElement;
    const email = field?.value.trim() ?? '';
    if (this.isBusy()) return;
    if (email === '') {
      field?.focus();
      return;
    }
    this.isBusy.set(true);
    this.hasFailed.set(false);
    try {
      await this.api.askForReset(email);
      this.isAsked.set(true);
    } catch (error) {
      if (!isProblem(error)) throw error;
      this.hasFailed.set(true);
    } finally {
      this.isBusy.set(false);
    }
  }
}
