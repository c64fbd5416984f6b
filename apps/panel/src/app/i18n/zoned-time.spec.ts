import { toInstant, toLocal } from './zoned-time';

describe('the time of a zone', () => {
  it('goes there and back', () => {
    expect(toLocal('2026-11-20T09:30:00.000Z', 'Asia/Kolkata')).toEqual({
      date: '2026-11-20',
      time: '15:00',
    });
    expect(toInstant({ date: '2026-11-20', time: '15:00' }, 'Asia/Kolkata')).toBe('2026-11-20T09:30:00.000Z');
  });

  it('is the earlier of two when the clock shows it twice', () => {
    expect(toInstant({ date: '2026-10-25', time: '02:30' }, 'Europe/Vienna')).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });

  it('is none when the clock never shows it', () => {
    expect(toInstant({ date: '2026-03-29', time: '02:30' }, 'Europe/Vienna')).toBeNull();
  });

  it('is right on both sides of a change', () => {
    expect(toInstant({ date: '2026-03-29', time: '01:59' }, 'Europe/Vienna')).toBe(
      '2026-03-29T00:59:00.000Z',
    );
    expect(toInstant({ date: '2026-03-29', time: '03:00' }, 'Europe/Vienna')).toBe(
      '2026-03-29T01:00:00.000Z',
    );
  });

  it('is none for what is no date', () => {
    expect(toInstant({ date: '', time: '10:00' }, 'UTC')).toBeNull();
  });
});
