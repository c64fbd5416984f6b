import type { Stormed } from './waiting-storm';

/** All want the same, so whoever is offered something comes before all who are not. */
export function expectFair(
  { offered, entered, of_slots, statuses }: Stormed,
  { waiting, times }: { waiting: number; times: number },
): void {
  expect(offered).toEqual(entered.slice(0, Math.min(waiting, 2 * times)));
  expect(of_slots).toHaveLength(times);
  // A time is offered again only after the offer before has ended.
  for (const lines of of_slots)
    lines.forEach((line, place) => expect(line).toBe(place % 2 === 0 ? 'offered' : 'expired'));
  expect(statuses).toEqual({
    expired: times,
    offered: Math.min(waiting - times, times),
    ...(waiting > 2 * times && { waiting: waiting - 2 * times }),
  });
}
