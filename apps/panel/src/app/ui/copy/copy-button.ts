import { Component, inject, input, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Toasts } from '../toasts/toasts';
import { IconButton } from '../icon-button';

const SHOWN_MS = 2_000;

/** Copies a text, and says so. */
@Component({
  selector: 'app-copy-button',
  imports: [IconButton, TranslocoPipe],
  template: `
    <button
      size="14"
      [appIconButton]="isCopied() ? 'check' : 'copy'"
      [label]="label() || 'copy.copy' | transloco"
      (click)="copy()"
    ></button>
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
