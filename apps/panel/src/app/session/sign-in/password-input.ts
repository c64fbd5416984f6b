import { Component, type ElementRef, input, signal, viewChild } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';

/**
 * A password that can be shown, with a hint while caps lock is on. Its value is read when the form is sent. Its eye is
 * drawn here: one icon of the library would make the log-in load those of all screens.
 */
@Component({
  selector: 'app-password-input',
  imports: [TranslocoPipe],
  template: `
    <span class="box">
      <input
        #control
        class="input"
        [id]="controlId()"
        [name]="name()"
        [type]="isShown() ? 'text' : 'password'"
        [attr.autocomplete]="autocomplete()"
        [attr.aria-invalid]="invalid() ? true : null"
        [attr.aria-describedby]="describedBy() || null"
        required
        autocapitalize="off"
        spellcheck="false"
        (keydown)="watchCapsLock($event)"
        (keyup)="watchCapsLock($event)"
        (blur)="capsLock.set(false)"
      />
      <button
        type="button"
        class="icon-button reveal"
        [attr.aria-pressed]="isShown()"
        [attr.aria-label]="'session.show_password' | transloco"
        [attr.title]="'session.show_password' | transloco"
        (click)="isShown.set(!isShown())"
      >
        <svg class="eye" width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M2 12c2.5-5 6-7 10-7s7.5 2 10 7c-2.5 5-6 7-10 7s-7.5-2-10-7Z" />
          <circle cx="12" cy="12" r="3" />
          @if (isShown()) {
            <path d="m4 4 16 16" />
          }
        </svg>
      </button>
    </span>
    <span class="hint" role="status">
      @if (capsLock()) {
        {{ 'session.caps_lock' | transloco }}
      }
    </span>
  `,
  styles: `
    :host {
      display: block;
    }

    .box {
      position: relative;
      display: block;
    }

    .input {
      min-height: max(36px, var(--control));
      padding-right: calc(var(--control) + 4px);
    }

    .reveal {
      position: absolute;
      top: calc((max(36px, var(--control)) - var(--control)) / 2 + 1px);
      right: 1px;
      width: calc(var(--control) - 2px);
      height: calc(var(--control) - 2px);
    }

    .eye {
      fill: none;
      stroke: currentcolor;
      stroke-width: 2;
      stroke-linecap: round;
      stroke-linejoin: round;
    }

    .hint:not(:empty) {
      display: block;
      margin-top: 4px;
      color: var(--pending-fg);
      font: var(--text-caption);
    }
  `,
})
export class PasswordInput {
  readonly controlId = input.required<string>();
  readonly name = input('password');
  readonly autocomplete = input<'current-password' | 'new-password'>('current-password');
  readonly invalid = input(false);
  readonly describedBy = input('');
  protected readonly isShown = signal(false);
  protected readonly capsLock = signal(false);
  private readonly control = viewChild.required<ElementRef<HTMLInputElement>>('control');

  get value(): string {
    return this.control().nativeElement.value;
  }

  focus(): void {
    this.control().nativeElement.focus();
  }

  clear(): void {
    this.control().nativeElement.value = '';
  }

  protected watchCapsLock(event: KeyboardEvent): void {
    this.capsLock.set(event.getModifierState('CapsLock'));
  }
}
