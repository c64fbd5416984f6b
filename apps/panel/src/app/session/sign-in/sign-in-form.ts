import {
  Component,
  computed,
  type ElementRef,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { isProblem, type Problem } from '../../http/problem';
import { countdown } from './countdown';
import { PasswordInput } from './password-input';
import { Session } from '../session';

type Refusal = 'empty' | 'empty_code' | 'invalid_credentials' | 'totp_invalid' | 'no_connection' | 'other';

/** Email and password, then the second factor where it is on. */
@Component({
  selector: 'app-sign-in-form',
  imports: [PasswordInput, TranslocoPipe],
  templateUrl: './sign-in-form.html',
  styleUrl: './sign-in-form.css',
})
export class SignInForm {
  private readonly session = inject(Session);
  /** Whose session it is, where that is known. */
  readonly email = input('');
  readonly signedIn = output();

  protected readonly step = signal<'password' | 'totp'>('password');
  protected readonly isBusy = signal(false);
  protected readonly refusal = signal<Refusal | null>(null);
  protected readonly problem = signal<Problem | null>(null);
  protected readonly lockOut = countdown();
  protected readonly isLocked = computed(() => this.lockOut.left_s() > 0);
  private readonly emailInput = viewChild.required<ElementRef<HTMLInputElement>>('emailInput');
  private readonly passwordInput = viewChild.required(PasswordInput);
  private readonly totpInput = viewChild<ElementRef<HTMLInputElement>>('totpInput');

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.isBusy() || this.isLocked() || this.isEmpty()) return;
    this.isBusy.set(true);
    this.refusal.set(null);
    try {
      const totp = this.totpInput()?.nativeElement.value.trim();
      await this.session.logIn({
        email: this.emailInput().nativeElement.value.trim(),
        password: this.passwordInput().value,
        ...(totp === undefined || totp === '' ? {} : { totp: totp.replaceAll(' ', '') }),
      });
      this.signedIn.emit();
    } catch (error) {
      this.explain(error);
    } finally {
      this.isBusy.set(false);
    }
  }

  focus(): void {
    this.emailInput().nativeElement.focus();
  }

  /** Nothing to send; whoever sees it goes on in the empty field. */
  private isEmpty(): boolean {
    const hasEmail = this.emailInput().nativeElement.value.trim() !== '';
    const code = this.totpInput();
    if (hasEmail && this.passwordInput().value !== '') {
      if (code?.nativeElement.value.trim() !== '') return false;
      this.refusal.set('empty_code');
      code.nativeElement.focus();
      return true;
    }
    this.refusal.set('empty');
    if (hasEmail) this.passwordInput().focus();
    else this.focus();
    return true;
  }

  protected startAgain(): void {
    this.step.set('password');
    this.refusal.set(null);
    this.passwordInput().clear();
    setTimeout(() => this.passwordInput().focus());
  }

  private explain(error: unknown): void {
    if (!isProblem(error)) throw error;
    this.problem.set(error);
    if (error.code === 'totp_required') {
      this.step.set('totp');
      setTimeout(() => this.totpInput()?.nativeElement.focus());
    } else if (error.code === 'too_many_requests') {
      this.lockOut.start(error.retryAfterS ?? 60);
    } else if (error.code === 'totp_invalid') {
      this.refusal.set('totp_invalid');
      this.totpInput()?.nativeElement.select();
    } else if (error.code === 'invalid_credentials' || error.status === 400) {
      // A password that is too long is just a wrong one.
      this.refusal.set('invalid_credentials');
      this.step.set('password');
      this.passwordInput().focus();
    } else {
      this.refusal.set(error.status === 0 || error.status === 503 ? 'no_connection' : 'other');
    }
  }
}
