import { isQuiet, quietMs } from './quiet-hours';

const NIGHT = { from: '21:00', to: '08:00' };

describe('quiet hours', () => {
  it.each([
    ['2026-11-20T19:59:00Z', false],
    ['2026-11-20T20:00:00Z', true],
    ['2026-11-20T23:30:00Z', true],
    ['2026-11-21T06:59:00Z', true],
    ['2026-11-21T07:00:00Z', false],
  ])('of the night are by the clock of the business: %s in Vienna', (now, expected) => {
    expect(isQuiet(new Date(now), NIGHT, 'Europe/Vienna')).toBe(expected);
  });

  it('can be within a day, and can be none', () => {
    const noon = { from: '12:00', to: '14:00' };
    expect(isQuiet(new Date('2026-11-20T12:00:00Z'), noon, 'UTC')).toBe(true);
    expect(isQuiet(new Date('2026-11-20T14:00:00Z'), noon, 'UTC')).toBe(false);
    expect(isQuiet(new Date('2026-11-20T12:00:00Z'), null, 'UTC')).toBe(false);
  });

  it('last until their end, also over midnight', () => {
    expect([quietMs(NIGHT), quietMs({ from: '12:00', to: '14:30' }), quietMs(null)]).toEqual([
      11 * 3_600_000,
      2.5 * 3_600_000,
      0,
    ]);
  });
});
