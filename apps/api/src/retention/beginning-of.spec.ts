import { beginningOf } from './beginning-of';

describe('since when rows are kept', () => {
  const now = new Date('2026-03-31T12:00:00Z');
  it.each([
    [0, null, null],
    [2, null, '2026-03-29T12:00:00.000Z'],
    [0, 1, '2026-02-28T12:00:00.000Z'],
    [0, 25, '2024-02-29T12:00:00.000Z'],
    [0, 3, '2025-12-31T12:00:00.000Z'],
    [90, 12, '2025-12-31T12:00:00.000Z'],
    [730, 12, '2025-03-31T12:00:00.000Z'],
  ])('is the later of %p days and %p months ago', (days, months, expected) => {
    expect(beginningOf(now, days, months)?.toISOString() ?? null).toBe(expected);
  });
});
