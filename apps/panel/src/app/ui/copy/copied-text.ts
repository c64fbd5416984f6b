import { Component, input } from '@angular/core';
import { CopyButton } from './copy-button';

/** A text to copy, such as a secret or a command, with a copy button. */
@Component({
  selector: 'app-copied-text',
  imports: [CopyButton],
  template: `
    <code>{{ text() }}</code>
    <app-copy-button [label]="label()" [text]="text()" />
  `,
  styles: `
    :host {
      display: flex;
      align-items: center;
      gap: 8px;
    }

    code {
      flex: 1;
      min-width: 0;
      padding: 8px 10px;
      border: 1px solid var(--border);
      border-radius: var(--radius-control);
      background: var(--surface-2);
      font-size: 13px;
      overflow-wrap: anywhere;
      white-space: pre-wrap;
      user-select: all;
    }
  `,
})
export class CopiedText {
  readonly text = input.required<string>();
  /** Key of the text that says what is copied. */
  readonly label = input.required<string>();
}
