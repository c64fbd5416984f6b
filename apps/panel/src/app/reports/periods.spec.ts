import { courseOf, endOf, lastDayOf, periodOf, PRESETS, readPeriod, type Preset } from './periods';

/** The last day of a month that is longer than the one before. */
const TODAY = '2026-03-31';

describe('periods', () => {
  it.each([
    ['7d', '2026-03-25', '2026-04-01'],
    ['30d', '2026-03-02', '2026-04-01'],
    ['month', '2026-03-01', '2026-04-01'],
    ['last_month', '2026-02-01', '2026-03-01'],
    ['quarter', '2026-01-01', '2026-04-01'],
    ['12m', '2025-04-01', '2026-04-01'],
    ['year', '2026-01-01', '2026-04-01'],
  ] as const)('%s are from %s up to %s, which is the day after the last one', (preset, from, to) => {
    expect(periodOf(preset, TODAY)).toEqual({ from, to });
  });

  it('are each known by a name', () => {
    const named: Preset[] = ['7d', '30d', 'month', 'last_month', 'quarter', '12m', 'year', 'own'];
    expect(PRESETS).toEqual(named);
  });

  it('of two days have both, and are none where the days are no days, in the wrong order or too far apart', () => {
    expect(readPeriod('2028-02-29', '2028-02-29')).toEqual({ from: '2028-02-29', to: '2028-03-01' });
    expect(lastDayOf({ from: '2028-02-29', to: '2028-03-01' })).toBe('2028-02-29');
    for (const [from, last] of [
      ['2028-03-01', '2028-02-29'],
      ['', '2028-02-29'],
      ['2028-02-30x', '2028-02-29'],
      ['2000-01-01', '2028-02-29'],
    ] as const)
      expect(readPeriod(from, last)).toBeNull();
  });

  it('are shown by days, weeks or months, each with an end', () => {
    const of = (days: number) =>
      courseOf({ from: '2026-01-01', to: new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10) });
    expect([of(1), of(45), of(46), of(190), of(191)]).toEqual(['day', 'day', 'week', 'week', 'month']);
    expect(endOf('2026-02-28', 'day')).toBe('2026-03-01');
    expect(endOf('2026-02-23', 'week')).toBe('2026-03-02');
    expect(endOf('2026-12-01', 'month')).toBe('2027-01-01');
  });
});
