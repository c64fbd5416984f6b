import { Component, input } from '@angular/core';

/** An empty list: title, text and one action. The icon comes as `<svg icon appIcon="…">`, the action as other content. */
@Component({
  selector: 'app-empty-state',
  template: `
    <span class="icon" aria-hidden="true"><ng-content select="[icon]" /></span>
    <h2>{{ heading() }}</h2>
    @if (text()) {
      <p>{{ text() }}</p>
    }
    <div class="actions"><ng-content /></div>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      align-items: center;
      gap: 4px;
      padding: 56px 16px;
      text-align: center;
    }

    .icon {
      margin-bottom: 8px;
      color: var(--text-3);
    }

    h2 {
      font: 600 14px/20px var(--font);
    }

    p {
      max-width: 44ch;
      color: var(--text-2);
      font: var(--text-form);
    }

    .actions {
      display: flex;
      flex-wrap: wrap;
      justify-content: center;
      gap: 8px;
      margin-top: 12px;
    }
  `,
})
export class EmptyState {
  readonly heading = input.required<string>();
  readonly text = input('');
}
