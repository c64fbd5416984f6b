/** Which days have which hours: `Mon–Fri` with `09:00 – 18:00`, days of the same hours together. */
export interface WeekLine {
  days: string;
  hours: string;
}

/** @param week in the order of its days; a day without hours is left out */
export function weekInWords(week: readonly { name: string; hours: readonly string[] }[]): WeekLine[] {
  const places = new Map<string, number[]>();
  for (const [place, { hours }] of week.entries()) {
    const text = hours.join(', ');
    if (text !== '') places.set(text, [...(places.get(text) ?? []), place]);
  }
  const nameAt = (place: number) => week[place]?.name ?? '';
  return [...places].map(([hours, found]) => ({
    hours,
    days: runsOf(found)
      .map(([first, last]) => (first === last ? nameAt(first) : `${nameAt(first)}–${nameAt(last)}`))
      .join(', '),
  }));
}

/** The first and last of those that follow each other. */
function runsOf(places: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run?.[1] === place - 1) run[1] = place;
    else runs.push([place, place]);
  }
  return runs;
}
