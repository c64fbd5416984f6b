import { Component, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';

/** From here on a task is the last that a small context leaves out. */
const URGENT = 8;

/** A priority of 1 to 10 as a number and a bar. */
@Component({
  selector: 'app-priority',
  imports: [TranslocoPipe],
  template: `
    <span class="visually-hidden">{{ 'memory.priority' | transloco }}</span>
    <span class="bar" aria-hidden="true"><span [style.width.%]="value() * 10"></span></span>
    <span class="number">{{ value() }}</span>
  `,
  host: { '[class.urgent]': 'value() >= urgent' },
  styles: `
    :host {
      position: relative;
      display: inline-flex;
      flex: none;
      align-items: center;
      gap: 8px;
    }

    .bar {
      width: 32px;
      height: 4px;
      border-radius: 2px;
      background: var(--surface-3);
    }

    .bar span {
      display: block;
      height: 100%;
      border-radius: 2px;
      background: var(--text-3);
    }

    :host(.urgent) .bar span {
      background: var(--pending-dot);
    }

    .number {
      min-width: 2ch;
    }

    :host(.urgent) .number {
      font-weight: 600;
    }
  `,
})
export class Priority {
  readonly value = input.required<number>();
  protected readonly urgent = URGENT;
}
