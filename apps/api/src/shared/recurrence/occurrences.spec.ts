import { startsOf } from './occurrences';
import { readRule } from './recurrence-rule';

const days = (rule: string, first: string, zone = 'UTC') =>
  startsOf(readRule(rule), Date.parse(first), zone).map((ms) => new Date(ms).toISOString().slice(0, 16));

/** Worked out by a calendar of paper. */
const CASES: [what: string, rule: string, first: string, expected: string[]][] = [
  ['each day', 'FREQ=DAILY;COUNT=3', '2027-02-27T09:00Z', ['2027-02-27', '2027-02-28', '2027-03-01']],
  [
    'every other day',
    'FREQ=DAILY;INTERVAL=2;COUNT=3',
    '2027-03-01T09:00Z',
    ['2027-03-01', '2027-03-03', '2027-03-05'],
  ],
  ['each week', 'FREQ=WEEKLY;COUNT=3', '2027-03-01T09:00Z', ['2027-03-01', '2027-03-08', '2027-03-15']],
  [
    'each second week',
    'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3',
    '2027-12-20T09:00Z',
    ['2027-12-20', '2028-01-03', '2028-01-17'],
  ],
  [
    'two days of each second week',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,TU;COUNT=4',
    '2027-03-04T09:00Z',
    ['2027-03-04', '2027-03-16', '2027-03-18', '2027-03-30'],
  ],
  [
    'until a day, which counts',
    'freq=weekly;until=20270315',
    '2027-03-01T09:00Z',
    ['2027-03-01', '2027-03-08', '2027-03-15'],
  ],
  ['until a moment', 'FREQ=WEEKLY;UNTIL=20270315T085959Z', '2027-03-01T09:00Z', ['2027-03-01', '2027-03-08']],
  [
    'until a time of the zone',
    'FREQ=WEEKLY;UNTIL=20270315T090000',
    '2027-03-01T09:00Z',
    ['2027-03-01', '2027-03-08', '2027-03-15'],
  ],
  [
    'a day of the month',
    'FREQ=MONTHLY;COUNT=3',
    '2027-03-15T09:00Z',
    ['2027-03-15', '2027-04-15', '2027-05-15'],
  ],
  [
    'a day that not each month has',
    'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4',
    '2027-01-31T09:00Z',
    ['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31'],
  ],
  [
    'the last day',
    'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
    '2028-01-31T09:00Z',
    ['2028-01-31', '2028-02-29', '2028-03-31'],
  ],
  [
    'the second Tuesday',
    'FREQ=MONTHLY;BYDAY=2TU;COUNT=3',
    '2027-03-09T09:00Z',
    ['2027-03-09', '2027-04-13', '2027-05-11'],
  ],
  [
    'the last Friday',
    'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3',
    '2027-03-26T09:00Z',
    ['2027-03-26', '2027-04-30', '2027-05-28'],
  ],
  [
    'the fifth Monday',
    'FREQ=MONTHLY;BYDAY=5MO;COUNT=3',
    '2027-03-29T09:00Z',
    ['2027-03-29', '2027-05-31', '2027-08-30'],
  ],
  [
    'each quarter',
    'FREQ=MONTHLY;INTERVAL=3;COUNT=3',
    '2027-11-01T09:00Z',
    ['2027-11-01', '2028-02-01', '2028-05-01'],
  ],
];

describe('a recurrence rule', () => {
  it.each(CASES)('gives %s', (_, rule, first, expected) => {
    expect(days(rule, first)).toEqual(expected.map((day) => `${day}T09:00`));
  });

  it('keeps the time of day when the clocks change, either way', () => {
    expect(days('FREQ=WEEKLY;COUNT=2', '2027-03-22T08:00Z', 'Europe/Vienna')).toEqual([
      '2027-03-22T08:00',
      '2027-03-29T07:00',
    ]);
    expect(days('FREQ=WEEKLY;COUNT=2', '2027-10-26T07:00Z', 'Europe/Vienna')).toEqual([
      '2027-10-26T07:00',
      '2027-11-02T08:00',
    ]);
  });

  it('means an hour later where the clocks skip its time, and the first where they repeat it', () => {
    expect(days('FREQ=DAILY;COUNT=3', '2027-03-27T01:30Z', 'Europe/Vienna')).toEqual([
      '2027-03-27T01:30',
      '2027-03-28T01:30',
      '2027-03-29T00:30',
    ]);
    expect(days('FREQ=DAILY;COUNT=2', '2027-10-30T00:30Z', 'Europe/Vienna')).toEqual([
      '2027-10-30T00:30',
      '2027-10-31T00:30',
    ]);
    expect(days('FREQ=DAILY;COUNT=2', '2027-10-31T01:30Z', 'Europe/Vienna')[0]).toBe('2027-10-31T01:30');
  });

  it('goes by the days of the zone', () => {
    expect(days('FREQ=WEEKLY;BYDAY=TU;COUNT=2', '2027-03-01T23:30Z', 'Asia/Kathmandu')).toEqual([
      '2027-03-01T23:30',
      '2027-03-08T23:30',
    ]);
  });

  it('comes to an end where its months never have its day', () => {
    expect(() => days('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30;COUNT=2', '2027-02-01T09:00Z')).toThrow();
    expect(() => days('FREQ=MONTHLY;INTERVAL=12;COUNT=2', '2028-02-29T09:00Z')).toThrow();
  });

  it.each([
    ['has an end', 'FREQ=WEEKLY', 'required'],
    ['has one end alone', 'FREQ=WEEKLY;COUNT=2;UNTIL=20270401', 'required'],
    ['has a known frequency', 'FREQ=YEARLY;COUNT=2', 'not_allowed'],
    ['has known parts', 'FREQ=WEEKLY;COUNT=2;BYHOUR=9', 'not_allowed'],
    ['has each part once', 'FREQ=WEEKLY;COUNT=2;COUNT=3', 'invalid_format'],
    ['is written as one', 'FREQ=WEEKLY;COUNT', 'invalid_format'],
    ['counts from one', 'FREQ=WEEKLY;COUNT=0', 'out_of_range'],
    ['repeats at most 200 times', 'FREQ=DAILY;COUNT=201', 'out_of_range'],
    ['repeats at most 200 times until its end', 'FREQ=DAILY;UNTIL=20271201', 'out_of_range'],
    ['reaches at most 370 days', 'FREQ=WEEKLY;COUNT=54', 'out_of_range'],
    ['begins on one of its days', 'FREQ=WEEKLY;BYDAY=TU;COUNT=2', 'incorrect'],
    ['begins before it ends', 'FREQ=WEEKLY;UNTIL=20270228', 'out_of_range'],
    ['ends on a day that there is', 'FREQ=WEEKLY;UNTIL=20270230', 'invalid_format'],
    ['names weekdays', 'FREQ=WEEKLY;BYDAY=XX;COUNT=2', 'invalid_format'],
    ['names one weekday of a month', 'FREQ=MONTHLY;BYDAY=MO;COUNT=2', 'invalid_format'],
    ['names a day of a month', 'FREQ=MONTHLY;BYMONTHDAY=32;COUNT=2', 'out_of_range'],
    ['has a number for its step', 'FREQ=WEEKLY;INTERVAL=x;COUNT=2', 'out_of_range'],
  ])('%s', (_, rule, code) => {
    const read = () => days(rule, '2027-03-01T09:00Z');
    expect(read).toThrow(
      expect.objectContaining({
        extras: { members: { errors: [expect.objectContaining({ field: 'rrule', code })] } },
      }),
    );
  });
});
