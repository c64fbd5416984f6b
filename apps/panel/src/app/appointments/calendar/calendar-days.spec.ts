import { addDays, weekdayOf } from '../../crm/dates';
import { addMonths, beginOf, daysOf, firstWeekday, isDate, stepped } from './calendar-days';

const HOUR_MS = 3_600_000;
const hoursOf = (first: string, after: string, zone: string) =>
  (Date.parse(beginOf(after, zone)) - Date.parse(beginOf(first, zone))) / HOUR_MS;

describe('the days of a view', () => {
  it('are the week around a date, from the first weekday of where the user lives', () => {
    expect(daysOf('week', '2026-11-20', 1)).toEqual({ first: '2026-11-16', after: '2026-11-23' });
    expect(daysOf('week', '2026-11-20', 7)).toEqual({ first: '2026-11-15', after: '2026-11-22' });
    expect(daysOf('week', '2026-11-16', 1).first).toBe('2026-11-16');
    expect(firstWeekday('de-AT')).toBe(1);
    expect(firstWeekday('en-US')).toBe(7);
    expect(firstWeekday('en')).toBe(1);
  });

  it('are one for a day and seven for an agenda', () => {
    expect(daysOf('day', '2026-12-31')).toEqual({ first: '2026-12-31', after: '2027-01-01' });
    expect(daysOf('agenda', '2026-02-26')).toEqual({ first: '2026-02-26', after: '2026-03-05' });
  });

  it('are the whole weeks of a month', () => {
    expect(daysOf('month', '2026-11-20', 1)).toEqual({ first: '2026-10-26', after: '2026-12-07' });
    expect(daysOf('month', '2027-02-10', 1)).toEqual({ first: '2027-02-01', after: '2027-03-01' });
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-15');
  });

  it('go on by what is shown', () => {
    expect(stepped('month', '2027-01-31', 1)).toBe('2027-02-28');
    expect(stepped('columns', '2027-01-31', 1)).toBe('2027-02-01');
    expect(stepped('day', '2026-03-01', -1)).toBe('2026-02-28');
    expect(stepped('week', '2026-12-28', 1)).toBe('2027-01-04');
  });

  it.each([
    ['Europe/Vienna', '2026-03-23', '2026-03-30', 167],
    ['Europe/Vienna', '2026-10-19', '2026-10-26', 169],
    ['America/New_York', '2026-10-26', '2026-11-02', 169],
    ['America/New_York', '2026-03-08', '2026-03-09', 23],
    ['Asia/Kolkata', '2026-11-16', '2026-11-23', 168],
    ['UTC', '2026-11-16', '2026-11-17', 24],
  ])('last as long as the clocks of %s say: %s to %s', (zone, first, after, hours) => {
    expect(hoursOf(first, after, zone)).toBe(hours);
  });

  it('begin when the day does, also where there is no midnight', () => {
    expect(beginOf('2026-10-25', 'Europe/Vienna')).toBe('2026-10-24T22:00:00.000Z');
    expect(beginOf('2026-10-26', 'Europe/Vienna')).toBe('2026-10-25T23:00:00.000Z');
    expect(beginOf('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z');
  });

  it('are only those that exist', () => {
    expect(['2026-02-30', '2026-13-01', 'today', ''].filter(isDate)).toEqual([]);
    expect(isDate('2028-02-29')).toBe(true);
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(weekdayOf('2026-03-29')).toBe(7);
  });
});
