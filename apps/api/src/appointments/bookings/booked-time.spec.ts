import * as fc from 'fast-check';
import { LIMITS } from '@groupless/shared-dto';
import { bookedTime, movedTime } from './booked-time';

const START = Date.UTC(2027, 2, 1, 9);
const MINUTE_MS = 60_000;
const MOST = LIMITS.appointment_minutes.max;
const iso = (instantMs: number) => new Date(instantMs).toISOString();
const at = (text: string) => ({ starts_at: text });
const PRESENT = { start: START, end: START + 45 * MINUTE_MS };

const fault = (field: string, code: string): Error =>
  expect.objectContaining({
    extras: { members: { errors: [expect.objectContaining({ field, code })] } },
  }) as Error;

describe('the time of a booking', () => {
  it('ends where it says, after as long as it says, or after the usual time', () => {
    const starts_at = iso(START);
    expect(bookedTime({ starts_at, ends_at: iso(START + 1) }, null, 30)).toEqual({
      start: START,
      end: START + 1,
    });
    const lasting = { starts_at, duration_minutes: 10 };
    expect(bookedTime(lasting, null, 30)).toEqual({ start: START, end: START + 10 * MINUTE_MS });
    expect(bookedTime({ starts_at }, null, 30)).toEqual({ start: START, end: START + 30 * MINUTE_MS });
  });

  it('is read in the zone of the business where it has no offset, and an offset counts there too', () => {
    expect(bookedTime(at('2027-07-01T10:00'), 'Europe/Vienna', 30).start).toBe(Date.UTC(2027, 6, 1, 8));
    expect(bookedTime(at('2027-07-01T10:00Z'), 'Europe/Vienna', 30).start).toBe(Date.UTC(2027, 6, 1, 10));
    const local = { starts_at: '2027-07-01T10:00', ends_at: '2027-07-01T10:20' };
    expect(bookedTime(local, 'Europe/Vienna', 30).end).toBe(Date.UTC(2027, 6, 1, 8, 20));
  });

  it.each([
    ['no offset, without a zone', at('2027-07-01T10:00'), null, 'starts_at', 'invalid_format'],
    ['a time that the clocks skip', at('2027-03-28T02:30'), 'Europe/Vienna', 'starts_at', 'no_such_time'],
    ['an end at its start', { ...at(iso(START)), ends_at: iso(START) }, null, 'ends_at', 'out_of_range'],
    ['an end before it', { ...at(iso(START)), ends_at: iso(START - 1) }, null, 'ends_at', 'out_of_range'],
    ['a start before all years', at('0001-01-01T00:00:00+14:00'), null, 'starts_at', 'out_of_range'],
    ['an end after all years', at('9999-12-31T23:45:00Z'), null, 'ends_at', 'out_of_range'],
    [
      'an end and a length',
      { ...at(iso(START)), ends_at: iso(START + 1), duration_minutes: 1 },
      ...([null, 'duration_minutes', 'not_allowed'] as const),
    ],
    [
      'more than the longest',
      { ...at(iso(START)), ends_at: iso(START + MOST * MINUTE_MS + 1) },
      ...([null, 'ends_at', 'out_of_range'] as const),
    ],
  ] as const)('with %s is refused', (_, asked, zone, field, code) => {
    expect(() => bookedTime(asked, zone, 30)).toThrow(fault(field, code));
  });

  it('may be the longest', () => {
    expect(bookedTime(at(iso(START)), null, MOST).end).toBe(START + MOST * MINUTE_MS);
  });

  it('is at any instant what was sent, whatever offset it was written with', () => {
    const instants = fc.date({
      min: new Date('0002-01-01'),
      max: new Date('9998-12-31'),
      noInvalidDate: true,
    });
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
    const minutes = fc.integer({ min: 1, max: MOST });
    fc.assert(
      fc.property(instants, offsets, minutes, (instant, offset, duration_minutes) => {
        const sign = offset < 0 ? '-' : '+';
        const [hours, rest] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const written = iso(instant.getTime() + offset * MINUTE_MS).slice(0, -1);
        const starts_at = `${written}${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
        const { start, end } = bookedTime({ starts_at, duration_minutes }, 'Europe/Vienna', 30);
        expect([start, end - start]).toEqual([instant.getTime(), duration_minutes * MINUTE_MS]);
      }),
    );
  });
});

describe('the time of an appointment that is moved', () => {
  it('keeps its length, unless it gets another', () => {
    const start = START + 60 * MINUTE_MS;
    const starts_at = iso(start);
    expect(movedTime(PRESENT, { starts_at }, null)).toEqual({ start, end: start + 45 * MINUTE_MS });
    expect(movedTime(PRESENT, { starts_at, duration_minutes: 5 }, null).end).toBe(start + 5 * MINUTE_MS);
  });

  it('keeps its start where only its length or its end changes', () => {
    expect(movedTime(PRESENT, {}, null)).toEqual(PRESENT);
    expect(movedTime(PRESENT, { duration_minutes: 5 }, null)).toEqual({
      start: START,
      end: START + 5 * MINUTE_MS,
    });
    expect(movedTime(PRESENT, { ends_at: '2027-03-01T10:30' }, 'Europe/Vienna')).toEqual({
      start: START,
      end: START + 30 * MINUTE_MS,
    });
  });

  it('obeys the rules of a booking', () => {
    expect(() => movedTime(PRESENT, { ends_at: iso(START) }, null)).toThrow(fault('ends_at', 'out_of_range'));
    expect(() => movedTime(PRESENT, { starts_at: '2027-03-01T10:00' }, null)).toThrow(
      fault('starts_at', 'invalid_format'),
    );
    const both = { ends_at: iso(START + 1), duration_minutes: 1 };
    expect(() => movedTime(PRESENT, both, null)).toThrow(fault('duration_minutes', 'not_allowed'));
  });
});
