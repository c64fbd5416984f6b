import { Component, input } from '@angular/core';

/** A list of names and values: `<app-key-values><app-key-value label="…">…</app-key-value></app-key-values>`. */
@Component({
  selector: 'app-key-values',
  template: '<ng-content />',
  host: { role: 'list' },
  styles: `
    :host {
      display: grid;
      grid-template-columns: minmax(96px, 140px) minmax(0, 1fr);
      gap: 8px 16px;
    }
  `,
})
export class KeyValues {}

@Component({
  selector: 'app-key-value',
  template: `
    <span class="key">{{ label() }}</span>
    <span class="value"><ng-content>–</ng-content></span>
  `,
  host: { role: 'listitem' },
  styles: `
    :host {
      display: contents;
    }

    .key {
      color: var(--text-3);
    }

    .value {
      min-width: 0;
    }
  `,
})
export class KeyValue {
  readonly label = input.required<string>();
}
