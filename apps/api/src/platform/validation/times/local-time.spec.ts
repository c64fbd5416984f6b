import type { AppError } from '../../errors/app-error';
import { readTime } from './local-time';

const read = (text: string, zone = 'Europe/Vienna') => new Date(readTime('at', text, zone)).toISOString();

function refusalOf(text: string, zone = 'Europe/Vienna'): string | undefined {
  try {
    readTime('at', text, zone);
    return undefined;
  } catch (error) {
    return (error as AppError).extras.members?.errors?.[0]?.code;
  }
}

describe('a time in a request', () => {
  it('with an offset is that instant, whatever the zone', () => {
    expect(read('2026-07-01T12:00:00-05:00')).toBe('2026-07-01T17:00:00.000Z');
    expect(read('2026-03-29T02:30:00Z')).toBe('2026-03-29T02:30:00.000Z');
  });

  it('without an offset is read in the zone, with its summer time', () => {
    expect(read('2026-07-01T12:00:00')).toBe('2026-07-01T10:00:00.000Z');
    expect(read('2026-12-01T12:00:00')).toBe('2026-12-01T11:00:00.000Z');
    expect(read('2026-12-01T12:00:00', 'Asia/Kathmandu')).toBe('2026-12-01T06:15:00.000Z');
  });

  it('that the clocks show twice is the earlier one', () => {
    expect(read('2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('that the clocks skip is refused', () => {
    expect(refusalOf('2026-03-29T02:30:00')).toBe('no_such_time');
    expect(refusalOf('2026-03-29T01:59:59')).toBeUndefined();
    expect(refusalOf('2026-03-29T03:00:00')).toBeUndefined();
  });

  it('that its zone puts before the year 1 or behind 9999 is refused', () => {
    expect(refusalOf('0001-01-01T00:30:00')).toBe('out_of_range');
    expect(refusalOf('9999-12-31T23:30:00', 'America/New_York')).toBe('out_of_range');
  });
});
