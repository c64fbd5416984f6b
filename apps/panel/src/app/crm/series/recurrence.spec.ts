import { NO_REPEAT, ruleOf, type RepeatDraft } from './recurrence';

const rule = (draft: Partial<RepeatDraft>, starts_at: string, zone = 'UTC') =>
  ruleOf({ ...NO_REPEAT, ...draft }, starts_at, zone);

describe('the rule of a series', () => {
  it.each([
    ['none', { repeat: 'none' }, '2027-03-02T09:00:00Z', null],
    ['each week', { repeat: 'week' }, '2027-03-02T09:00:00Z', 'FREQ=WEEKLY;INTERVAL=1;COUNT=10'],
    [
      'each second week to a day',
      { repeat: 'week', interval: 2, ends: 'until', until: '2027-06-30' },
      '2027-03-02T09:00:00Z',
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=20270630',
    ],
    [
      'a day of the month',
      { repeat: 'month_day', count: 3 },
      '2027-03-02T09:00:00Z',
      'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=2;COUNT=3',
    ],
    [
      'the first Tuesday',
      { repeat: 'month_weekday' },
      '2027-03-02T09:00:00Z',
      'FREQ=MONTHLY;INTERVAL=1;BYDAY=1TU;COUNT=10',
    ],
    [
      'the fourth Sunday',
      { repeat: 'month_weekday' },
      '2027-05-23T09:00:00Z',
      'FREQ=MONTHLY;INTERVAL=1;BYDAY=4SU;COUNT=10',
    ],
    [
      'the last Sunday',
      { repeat: 'month_weekday' },
      '2027-05-30T09:00:00Z',
      'FREQ=MONTHLY;INTERVAL=1;BYDAY=-1SU;COUNT=10',
    ],
  ] as const)('is %s', (_, draft, starts_at, expected) => {
    expect(rule(draft, starts_at)).toBe(expected);
  });

  it('goes by the days of the business', () => {
    expect(rule({ repeat: 'month_weekday' }, '2027-03-01T23:30:00Z', 'Asia/Kathmandu')).toContain(
      'BYDAY=1TU',
    );
  });
});
