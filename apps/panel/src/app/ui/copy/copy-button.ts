import { ChangeDetectionStrategy, Component, inject, input, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Toasts } from '../toasts/toasts';
import { Icon } from '../icon';

const SHOWN_MS = 2_000;

/** Copies a text, and says so. */
@Component({
  selector: 'app-copy-button',
  imports: [Icon, TranslocoPipe],
  template: `
    <button
      type="button"
      class="icon-button"
      [attr.aria-label]="label() || 'copy.copy' | transloco"
      [attr.title]="label() || 'copy.copy' | transloco"
      (click)="copy()"
    >
      @if (isCopied()) {
        <svg appIcon="check" size="14"></svg>
      } @else {
        <svg appIcon="copy" size="14"></svg>
      }
    </button>
    <span class="visually-hidden" role="status">
      @if (isCopied()) {
        {{ 'copy.copied' | transloco }}
      }
    </span>
  `,
  styles: `
    :host {
      position: relative;
      display: inline-flex;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class CopyButton {
  readonly text = input.required<string>();
  /** Key of the text that says what is copied. */
  readonly label = input('');
  private readonly toasts = inject(Toasts);
  protected readonly isCopied = signal(false);

  protected async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.text());
      this.isCopied.set(true);
      setTimeout(() => this.isCopied.set(false), SHOWN_MS);
    } catch {
      this.toasts.show('copy.failed');
    }
  }
}
