import { DialogRef } from '@angular/cdk/dialog';
import { Component, computed, type ElementRef, inject, signal, viewChild } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { isProblem } from '../../http/problem';
import { Confirmation } from '../../session/confirmation';
import { countdown } from '../../session/sign-in/countdown';
import { PasswordInput } from '../../session/sign-in/password-input';
import { DialogFrame } from './dialog-frame';

type Refusal = 'wrong_password' | 'wrong_code' | 'no_connection' | 'other';

/** Asks for the password, or for a code while TOTP is on, before an action that a stolen session must not do. */
@Component({
  selector: 'app-confirm-session',
  imports: [DialogFrame, PasswordInput, TranslocoPipe],
  template: `
    <app-dialog-frame [heading]="'session.confirm_title' | transloco">
      <form id="confirm-session" novalidate (submit)="submit($event)">
        <p class="caption">{{ 'session.confirm_text' | transloco }}</p>
        @if (needsCode) {
          <label for="confirm-totp">{{ 'session.totp' | transloco }}</label>
          <input
            #totpInput
            id="confirm-totp"
            class="input"
            autocomplete="one-time-code"
            autocapitalize="off"
            spellcheck="false"
            maxlength="64"
            [attr.aria-invalid]="refusal() === 'wrong_code' ? true : null"
            aria-describedby="confirm-refusal"
          />
          <p class="caption">{{ 'session.totp_help' | transloco }}</p>
        } @else {
          <label for="confirm-password">{{ 'session.password' | transloco }}</label>
          <app-password-input
            controlId="confirm-password"
            describedBy="confirm-refusal"
            [invalid]="refusal() === 'wrong_password'"
          />
        }
        <div id="confirm-refusal" role="alert">
          @if (isLocked()) {
            <p class="notice notice-danger">
              {{ 'session.locked_out' | transloco: { left: lockOut.text() } }}
            </p>
          } @else if (refusal() !== null) {
            <p class="notice notice-danger">{{ 'session.confirm_refusal.' + refusal() | transloco }}</p>
          }
        </div>
      </form>
      <ng-container actions>
        <button class="button" type="button" (click)="dialog.close()">
          {{ 'session.confirm_cancel' | transloco }}
        </button>
        <button
          class="button button-primary"
          type="submit"
          form="confirm-session"
          [disabled]="isBusy() || isLocked()"
        >
          {{ 'session.confirm' | transloco }}
        </button>
      </ng-container>
    </app-dialog-frame>
  `,
  styles: `
    form {
      display: flex;
      flex-direction: column;
      gap: 8px;
    }
  `,
})
export class ConfirmSession {
  private readonly confirmation = inject(Confirmation);
  protected readonly dialog = inject<DialogRef<void>>(DialogRef);
  protected readonly needsCode = this.confirmation.needsCode();
  protected readonly isBusy = signal(false);
  protected readonly refusal = signal<Refusal | null>(null);
  protected readonly lockOut = countdown();
  protected readonly isLocked = computed(() => this.lockOut.left_s() > 0);
  private readonly passwordInput = viewChild(PasswordInput);
  private readonly totpInput = viewChild<ElementRef<HTMLInputElement>>('totpInput');

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.isBusy() || this.isLocked()) return;
    this.isBusy.set(true);
    this.refusal.set(null);
    try {
      await this.confirmation.confirm(this.proof());
      this.dialog.close();
    } catch (error) {
      this.explain(error);
    } finally {
      this.isBusy.set(false);
    }
  }

  private proof(): { totp: string } | { password: string } {
    if (!this.needsCode) return { password: this.passwordInput()?.value ?? '' };
    return { totp: (this.totpInput()?.nativeElement.value ?? '').trim().replaceAll(' ', '') };
  }

  private explain(error: unknown): void {
    if (!isProblem(error)) throw error;
    if (error.code === 'too_many_requests') this.lockOut.start(error.retryAfterS ?? 60);
    else if (error.status === 400) this.refusal.set(this.needsCode ? 'wrong_code' : 'wrong_password');
    else this.refusal.set(error.status === 0 || error.status === 503 ? 'no_connection' : 'other');
    this.totpInput()?.nativeElement.select();
    this.passwordInput()?.focus();
  }
}
