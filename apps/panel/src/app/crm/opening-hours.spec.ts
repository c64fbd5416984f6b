import { closedWithin, closureAt, closureOn, isOpen, nextOpenSlot, openingHoursOf } from './opening-hours';

const HOURS = {
  time_zone: 'Europe/Vienna',
  slot_minutes: 30,
  schedules: [],
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

  it('of two parts that touch are one, and a night lasts into the next day', () => {
    const touching = {
      ...HOURS,
      working_hours: [
        { day: 5, opens: '09:00', closes: '12:00' },
        { day: 5, opens: '12:00', closes: '18:00' },
      ],
    };
    expect(isOpen(touching, '2026-11-20T10:30:00.000Z', 60)).toBe(true);
    const night = { ...HOURS, working_hours: [{ day: 5, opens: '20:00', closes: '02:00' }] };
    expect(isOpen(night, '2026-11-20T22:30:00.000Z', 60)).toBe(true);
    expect(isOpen(night, '2026-11-20T23:30:00.000Z', 90)).toBe(true);
    expect(isOpen(night, '2026-11-21T00:30:00.000Z', 60)).toBe(false);
    expect(nextOpenSlot(night, new Date('2026-11-20T23:10:00Z'))).toBe('2026-11-20T23:30:00.000Z');
    expect(closedWithin(night, ['2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'])).toEqual([
      ['2026-11-21T01:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    ]);
  });

  it('begin behind the hour that the clocks skip', () => {
    const early = { ...HOURS, working_hours: [{ day: 7, opens: '02:30', closes: '06:00' }] };
    expect(isOpen(early, '2026-03-29T01:00:00.000Z', 60)).toBe(true);
    expect(isOpen(early, '2026-03-29T00:30:00.000Z', 60)).toBe(false);
  });

  it('count slots from the opening, in zones that are half an hour off too', () => {
    const kolkata = {
      ...HOURS,
      time_zone: 'Asia/Kolkata',
      slot_minutes: 60,
      working_hours: [{ day: 5, opens: '09:00', closes: '18:00' }],
    };
    expect(nextOpenSlot(kolkata, new Date('2026-11-20T05:00:00Z'))).toBe('2026-11-20T05:30:00.000Z');
    const never = { ...kolkata, working_hours: [] };
    expect(nextOpenSlot(never, new Date('2026-11-20T05:01:00Z'))).toBe('2026-11-20T05:30:00.000Z');
  });

  it('say by which closure a day, or a time, is closed', () => {
    const party = { from: '2026-11-20T12:00', to: '2026-11-20T18:00', reason: 'Team party' };
    const closures = [party, { from: '2026-12-25', to: '2026-12-25', reason: 'Christmas' }];
    const hours = { ...HOURS, closures };
    expect([
      closureOn(hours, '2026-11-20'),
      closureOn(hours, '2026-12-25'),
      closureOn(hours, '2026-11-23'),
    ]).toEqual(['', 'Christmas', '']);
    expect(closureAt(hours, '2026-11-20T11:30:00.000Z', 30)).toBe('Team party');
    expect(closureAt(hours, '2026-11-20T10:30:00.000Z', 30)).toBe('');
  });

  it('propose the next slot where it is never open', () => {
    const never = { ...HOURS, working_hours: [] };
    expect(nextOpenSlot(never, new Date('2026-11-22T10:01:00Z'))).toBe('2026-11-22T10:30:00.000Z');
  });
});
