/** One part of the bars, and its colour: the name of a variable of the tokens. */
export interface Part {
  id: string;
  /** Already translated. */
  label: string;
  token: string;
}

/** A number a day, as one part of a chart and one column of its table. */
export interface DaySeries extends Part {
  values: readonly number[];
}

/** A day, a week, a month or an hour with the number of each part. */
export interface Bar {
  key: string;
  /** Already written as a date or an hour. */
  label: string;
  values: readonly number[];
}

/** A height for the axis that is at least the largest, with a few whole steps. */
export function axisOf(largest: number): { top: number; steps: number[] } {
  const rough = Math.max(largest, 4) / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * size).find((one) => one >= rough) ?? rough;
  const whole = Math.max(1, Math.round(step));
  const count = Math.ceil(Math.max(largest, 4) / whole);
  return { top: count * whole, steps: Array.from({ length: count + 1 }, (_, index) => index * whole) };
}
