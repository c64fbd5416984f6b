import type { DaySeries } from '../ui/charts/bars';

/** Told apart by everybody, and by 3 : 1 from the card they stand on. */
const TOKENS = ['--accent', '--completed-dot', '--pending-dot', '--cancelled-dot'];

/** The numbers of days that have one for each of `ids`, as series in the order of `ids`. */
export function seriesOf<Id extends string>(
  days: readonly Record<Id, number>[],
  ids: readonly Id[],
  labelOf: (id: Id) => string,
): DaySeries[] {
  return ids.map((id, index) => ({
    id,
    label: labelOf(id),
    values: days.map((day) => day[id]),
    token: TOKENS[index % TOKENS.length] ?? '--accent',
  }));
}

/** Of each day, all series together. */
export function totalsOf(series: readonly DaySeries[]): number[] {
  const [first, ...others] = series;
  if (first === undefined) return [];
  return first.values.map((value, day) =>
    others.reduce((sum, { values }) => sum + (values[day] ?? 0), value),
  );
}
