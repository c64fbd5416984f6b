import { isOpen, nextOpenSlot, openingHoursOf } from './opening-hours';

const HOURS = {
  time_zone: 'Europe/Vienna',
  slot_minutes: 30,
  working_hours: [
    { day: 5, opens: '13:00', closes: '17:00' },
    { day: 5, opens: '09:00', closes: '12:00' },
    { day: 6, opens: '20:00', closes: '24:00' },
    { day: 7, opens: '10:00', closes: '12:00', resource: 'Anna' },
  ],
  closures: [
    { from: '2026-12-25', to: '2026-12-25', reason: '' },
    { from: '2026-12-04T10:00', to: '2026-12-04T10:30:00Z', reason: '', resource: 'main' },
  ],
};
const MAIN = openingHoursOf(HOURS, 'main');

describe('the opening hours', () => {
  // 2026-11-20 is a Friday; Vienna is an hour ahead of UTC.
  it.each([
    ['2026-11-20T08:00:00.000Z', 180, true],
    ['2026-11-20T07:59:00.000Z', 30, false],
    ['2026-11-20T10:45:00.000Z', 30, false],
    ['2026-11-20T10:45:00.000Z', 15, true],
    ['2026-11-21T22:30:00.000Z', 30, true],
    ['2026-11-21T22:31:00.000Z', 30, false],
    ['2026-11-22T10:00:00.000Z', 30, false],
    ['2026-12-25T09:00:00.000Z', 30, false],
    ['2026-12-04T08:30:00.000Z', 30, true],
    ['2026-12-04T08:30:00.000Z', 31, false],
    ['2026-12-04T10:30:00.000Z', 30, true],
  ])('hold what begins at %s and lasts %i minutes: %s', (starts_at, minutes, expected) => {
    expect(isOpen(MAIN, starts_at, minutes)).toBe(expected);
  });

  it.each([
    ['at once while they last', '2026-11-20T08:10:00Z', '2026-11-20T08:30:00.000Z'],
    ['after the break of noon', '2026-11-20T10:31:00Z', '2026-11-20T12:00:00.000Z'],
    ['the next day', '2026-11-20T15:31:00Z', '2026-11-21T19:00:00.000Z'],
    ['the next week', '2026-11-21T22:31:00Z', '2026-11-27T08:00:00.000Z'],
  ])('propose a slot %s', (_when, now, expected) => {
    expect(nextOpenSlot(MAIN, new Date(now))).toBe(expected);
  });

  it('of a resource are its own, without the closures of others', () => {
    const anna = openingHoursOf(HOURS, 'Anna');
    expect(isOpen(anna, '2026-11-22T09:00:00.000Z', 120)).toBe(true);
    expect(isOpen(anna, '2026-11-20T08:00:00.000Z', 30)).toBe(false);
    expect(isOpen(openingHoursOf(HOURS, 'Ben'), '2026-12-04T09:00:00.000Z', 30)).toBe(true);
  });

  it('propose the next slot where it is never open', () => {
    const never = { ...HOURS, working_hours: [] };
    expect(nextOpenSlot(never, new Date('2026-11-22T10:01:00Z'))).toBe('2026-11-22T10:30:00.000Z');
  });
});
