import { Component, input, model } from '@angular/core';

export interface Segment<Value extends string = string> {
  value: Value;
  /** Already translated. */
  label: string;
}

let controls = 0;

/** One of a few, all in sight: a group of radio buttons that looks like one control. */
@Component({
  selector: 'app-segmented',
  template: `
    @for (segment of segments(); track segment.value) {
      <label [class.chosen]="segment.value === value()">
        <input
          type="radio"
          [name]="name"
          [value]="segment.value"
          [checked]="segment.value === value()"
          (change)="value.set(segment.value)"
        />
        {{ segment.label }}
      </label>
    }
  `,
  host: { role: 'radiogroup', '[attr.aria-label]': 'label()' },
  styles: `
    :host {
      display: inline-flex;
      max-width: 100%;
      padding: 2px;
      border: 1px solid var(--border);
      border-radius: var(--radius-control);
      background: var(--surface-2);
    }

    label {
      display: flex;
      align-items: center;
      min-height: calc(var(--control) - 6px);
      padding: 0 10px;
      border-radius: 4px;
      color: var(--text-2);
      font-weight: 500;
      cursor: pointer;
    }

    .chosen {
      background: var(--surface);
      color: var(--text);
      box-shadow: 0 0 0 1px var(--border);
    }

    label:has(:focus-visible) {
      outline: 2px solid var(--focus);
      outline-offset: 2px;
    }

    input {
      position: absolute;
      opacity: 0;
      pointer-events: none;
    }
  `,
})
export class Segmented<Value extends string> {
  /** Already translated. */
  readonly label = input.required<string>();
  readonly segments = input.required<readonly Segment<Value>[]>();
  readonly value = model.required<Value>();
  protected readonly name = `segmented-${++controls}`;
}
