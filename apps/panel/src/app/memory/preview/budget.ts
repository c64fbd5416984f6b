import { LIMITS } from '@groupless/shared-dto';

const { min, max } = LIMITS.context_budget;

/** Where the slider stops: the same share apart, so that small and large budgets are as easily set. */
export const BUDGET_STEPS: readonly number[] = [
  200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 16_000, 24_000, 32_000, 48_000,
  64_000, 100_000, 150_000, 200_000, 300_000, 500_000, 750_000, 1_000_000,
];

/** The step nearest to a budget, by ratio. */
export function stepOf(budget: number): number {
  const distances = BUDGET_STEPS.map((step) => Math.abs(Math.log(step / budget)));
  return distances.indexOf(Math.min(...distances));
}

/** A budget as it was typed or stands in an address; null: none, or no number. */
export function readBudget(text: string): number | null {
  const budget = Number(text);
  if (text.trim() === '' || !Number.isFinite(budget)) return null;
  return Math.min(max, Math.max(min, Math.round(budget)));
}
