import { highestByDay } from './highest-by-day';

const NOW_MS = Date.parse('2026-11-20T23:30:00.000Z');
const point = (at: string, used_percent: number, name = 'five_hour') => ({ at, name, used_percent });

describe('the use of a limit by day', () => {
  it('is the highest reading of each of the last 30 days, and none where nothing was read', () => {
    const points = [
      point('2026-10-21T12:00:00.000Z', 99),
      point('2026-10-22T12:00:00.000Z', 7),
      point('2026-11-20T01:00:00.000Z', 12),
      point('2026-11-20T09:00:00.000Z', 44.5),
      point('2026-11-20T10:00:00.000Z', 0),
      point('2026-11-20T10:00:00.000Z', 80, 'seven_day'),
    ];
    const days = highestByDay(points, 'five_hour', NOW_MS, 'UTC');
    expect(days).toHaveLength(30);
    expect([days[0], days[1], days[29]]).toEqual([7, null, 44.5]);
  });

  it('goes by the days of the business', () => {
    const points = [point('2026-11-20T23:00:00.000Z', 50)];
    expect(highestByDay(points, 'five_hour', NOW_MS, 'Asia/Kathmandu').slice(-2)).toEqual([null, 50]);
    expect(
      highestByDay(points, 'five_hour', Date.parse('2026-11-20T18:00:00Z'), 'Asia/Kathmandu').at(-1),
    ).toBeNull();
  });
});
