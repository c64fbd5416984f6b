import {
  ChangeDetectionStrategy,
  Component,
  type ElementRef,
  input,
  model,
  output,
  viewChild,
} from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { toClock } from './clock';

/** A time of the day up to 24:00, which inputs of the kind `time` do not know. Takes `9` and `930` too. */
@Component({
  selector: 'app-clock-field',
  template: `
    <input
      #field
      class="input"
      inputmode="numeric"
      autocomplete="off"
      maxlength="5"
      [attr.aria-label]="label()"
      [attr.aria-invalid]="touched() && invalid() ? true : null"
      [attr.aria-describedby]="touched() && invalid() ? describedBy() : null"
      [disabled]="disabled()"
      [value]="value()"
      (input)="value.set(field.value)"
      (change)="value.set(clockOf(field.value))"
      (blur)="touch.emit()"
    />
  `,
  styles: `
    :host {
      display: inline-block;
      width: 72px;
    }

    .input {
      text-align: center;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ClockField implements FormValueControl<string> {
  readonly value = model('');
  readonly touched = input(false);
  /** Tells the form that the field was left. */
  readonly touch = output();
  readonly invalid = input(false);
  readonly disabled = input(false);
  /** Already translated. */
  readonly label = input.required<string>();
  /** Id of what says what is wrong. */
  readonly describedBy = input<string | null>(null);
  protected readonly clockOf = toClock;
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');

  focus(): void {
    this.field().nativeElement.focus();
  }
}
