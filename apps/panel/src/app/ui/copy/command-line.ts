import { Component, input } from '@angular/core';
import { CopyButton } from './copy-button';

/** A command for a terminal, with a button that copies it. */
@Component({
  selector: 'app-command-line',
  imports: [CopyButton],
  template: `
    <code dir="ltr">{{ command() }}</code>
    <app-copy-button [label]="label()" [text]="command()" />
  `,
  styles: `
    :host {
      display: flex;
      align-items: center;
      gap: 8px;
      width: fit-content;
      max-width: 100%;
      padding-inline-start: 10px;
      border-radius: var(--radius-control);
      background: var(--surface-2);
    }

    code {
      min-width: 0;
      padding: 6px 0;
      overflow-wrap: anywhere;
    }
  `,
})
export class CommandLine {
  readonly command = input.required<string>();
  /** Key of the text that says what is copied. */
  readonly label = input.required<string>();
}
