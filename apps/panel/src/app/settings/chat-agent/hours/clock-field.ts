import {
  Component,
  computed,
  type ElementRef,
  inject,
  input,
  model,
  output,
  signal,
  viewChild,
} from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { Appearance } from '../../../i18n/appearance';
import { hasHalves, localClock, toClock } from './clock';

/**
 * A time of the day up to 24:00, which inputs of the kind `time` do not know: shown as the user's locale writes it, and
 * taken as `9`, `930`, `17:30` or `5:30 PM`.
 */
@Component({
  selector: 'app-clock-field',
  template: `
    <input
      #field
      class="input"
      autocomplete="off"
      maxlength="12"
      [attr.inputmode]="hasHalves(shown()) ? null : 'numeric'"
      [attr.aria-label]="label()"
      [attr.aria-invalid]="touched() && invalid() ? true : null"
      [attr.aria-describedby]="touched() && invalid() ? describedBy() : null"
      [disabled]="disabled()"
      [value]="typed() ?? shown()"
      (input)="take(field.value)"
      (change)="typed.set(null)"
      (blur)="leave()"
    />
  `,
  styles: `
    :host {
      display: inline-block;
      width: 88px;
    }

    .input {
      text-align: center;
    }
  `,
})
export class ClockField implements FormValueControl<string> {
  readonly value = model('');
  /** Whether something ends then: midnight is the end of the day. */
  readonly ends = input(false);
  readonly touched = input(false);
  /** Tells the form that the field was left. */
  readonly touch = output();
  readonly invalid = input(false);
  readonly disabled = input(false);
  /** Already translated. */
  readonly label = input.required<string>();
  /** Id of what says what is wrong. */
  readonly describedBy = input<string | null>(null);
  private readonly locale = inject(Appearance).formatLocale;
  /** While somebody types: what they typed is not written anew below their fingers. */
  protected readonly typed = signal<string | null>(null);
  protected readonly shown = computed(() => localClock(this.value(), this.locale(), this.ends()));
  protected readonly hasHalves = hasHalves;
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');

  protected take(text: string): void {
    this.typed.set(text);
    this.value.set(toClock(text, this.ends()));
  }

  protected leave(): void {
    this.typed.set(null);
    this.touch.emit();
  }

  focus(): void {
    this.field().nativeElement.focus();
  }
}
