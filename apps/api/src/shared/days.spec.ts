import { lastDays } from './days';

describe('the last days', () => {
  it('end with today, and begin and end at midnight', () => {
    expect(lastDays(3, new Date('2026-03-01T12:00:00Z'), 'UTC')).toEqual({
      dates: ['2026-02-27', '2026-02-28', '2026-03-01'],
      bounds: [
        '2026-02-27T00:00:00Z',
        '2026-02-28T00:00:00Z',
        '2026-03-01T00:00:00Z',
        '2026-03-02T00:00:00Z',
      ],
    });
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-20T09:59:59.999Z', '2026-11-20'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-20T10:59:59.999Z', '2026-11-19'],
    ['Pacific/Pago_Pago', '2026-11-20T11:00:00Z', '2026-11-20'],
  ])('are those of the time zone: %s at %s', (time_zone, now, today) => {
    expect(lastDays(14, new Date(now), time_zone).dates.at(-1)).toBe(today);
  });

  it('are 23 or 25 hours long where the clocks change', () => {
    const hours = (now: string, time_zone: string) => {
      const [from = '', to = ''] = lastDays(1, new Date(now), time_zone).bounds;
      return (Date.parse(to) - Date.parse(from)) / 3_600_000;
    };
    expect(hours('2026-03-29T12:00:00Z', 'Europe/Vienna')).toBe(23);
    expect(hours('2026-10-25T12:00:00Z', 'Europe/Vienna')).toBe(25);
  });

  it('begin at one where the clocks leave midnight out', () => {
    const { bounds } = lastDays(1, new Date('2026-09-06T12:00:00Z'), 'America/Santiago');
    expect(bounds).toEqual(['2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z']);
  });
});
