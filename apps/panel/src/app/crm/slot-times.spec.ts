import { endOf, isLength, minutesBetween, nextSlot } from './slot-times';

describe('the times of a slot', () => {
  it('count minutes as they pass, also over a change of the clocks', () => {
    // 01:30 and 03:30 on the clocks of Vienna on that night: an hour between is skipped.
    expect(minutesBetween('2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z')).toBe(60);
    expect(endOf('2026-03-29T00:30:00.000Z', 90)).toBe('2026-03-29T02:00:00.000Z');
  });

  it('begin with the next slot from now, counted from the first one', () => {
    const next = (now: string, minutes: number, first = '2026-11-19T23:00:00Z') =>
      nextSlot(new Date(now), minutes, first);
    expect(next('2026-11-20T09:31:00Z', 30)).toBe('2026-11-20T10:00:00.000Z');
    expect(next('2026-11-20T09:30:00Z', 30)).toBe('2026-11-20T09:30:00.000Z');
    // Midnight of Kolkata.
    expect(next('2026-11-20T09:31:00Z', 60, '2026-11-19T18:30:00Z')).toBe('2026-11-20T10:30:00.000Z');
  });

  it('last whole minutes, as many as an appointment may', () => {
    expect([1, 44_640].every(isLength)).toBe(true);
    expect([null, 0, -30, 1.5, NaN, 44_641, 1e15].some(isLength)).toBe(false);
  });
});
