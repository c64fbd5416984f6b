import { Component, computed, DestroyRef, inject, input, linkedSignal, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { BUDGET_STEPS, readBudget, stepOf } from './budget';

/** Sliding and typing go on for a while. */
const PAUSE_MS = 200;
/** Where the slider stands while there is no budget. */
const USUAL = 4_000;

/** How many tokens the context may have: a slider, a number, or no limit. */
@Component({
  selector: 'app-budget-field',
  imports: [TranslocoPipe],
  templateUrl: './budget-field.html',
  styleUrl: './budget-field.css',
})
export class BudgetField {
  /** Null: no limit. */
  readonly budget = input.required<number | null>();
  readonly budgetChange = output<number | null>();
  protected readonly formats = inject(Formats);
  protected readonly limits = LIMITS.context_budget;
  protected readonly lastStep = BUDGET_STEPS.length - 1;
  /** What is shown while the budget follows. */
  protected readonly shown = linkedSignal(() => this.budget());
  /** What comes back when the limit does. */
  private readonly last = linkedSignal<number | null, number>({
    source: this.budget,
    computation: (budget, before) => budget ?? before?.value ?? USUAL,
  });
  protected readonly step = computed(() => stepOf(this.shown() ?? this.last()));
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
  }

  protected slide(event: Event): void {
    this.ask(BUDGET_STEPS[Number((event.target as HTMLInputElement).value)] ?? USUAL);
  }

  protected type(event: Event): void {
    const { value } = event.target as HTMLInputElement;
    // What is not yet a whole budget is not forced into one under the fingers.
    if (Number(value) >= this.limits.min && Number(value) <= this.limits.max) this.ask(readBudget(value));
  }

  protected leave(event: Event): void {
    const field = event.target as HTMLInputElement;
    const budget = readBudget(field.value) ?? this.last();
    field.value = String(budget);
    this.ask(budget);
  }

  protected limit(event: Event): void {
    this.ask((event.target as HTMLInputElement).checked ? null : this.last());
  }

  private ask(budget: number | null): void {
    this.shown.set(budget);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (budget !== this.budget()) this.budgetChange.emit(budget);
    }, PAUSE_MS);
  }
}
