import { Component, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';

/** That an appointment was cancelled later than the settings ask for. */
@Component({
  selector: 'app-late-mark',
  imports: [TranslocoPipe],
  template: `
    @if (of().late) {
      <span class="late" [attr.title]="'crm.late_title' | transloco">{{ 'crm.late' | transloco }}</span>
    }
  `,
  styles: `
    :host {
      display: contents;
    }

    .late {
      margin-inline-start: 6px;
      padding: 0 6px;
      border: 1px solid var(--border-strong);
      border-radius: var(--radius-control);
      color: var(--text-2);
      font: var(--text-caption);
      white-space: nowrap;
    }
  `,
})
export class LateMark {
  readonly of = input.required<{ late: boolean }>();
}
