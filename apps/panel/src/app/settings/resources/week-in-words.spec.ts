import { weekInWords } from './week-in-words';

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const week = (...hours: string[][]) => NAMES.map((name, day) => ({ name, hours: hours[day] ?? [] }));

describe('a week in words', () => {
  it('has days that follow each other as a stretch, and those of the same hours together', () => {
    const long = ['9 – 18'];
    expect(weekInWords(week(long, long, ['9 – 12', '13 – 16'], long, long, ['10 – 14']))).toEqual([
      { days: 'Mon–Tue, Thu–Fri', hours: '9 – 18' },
      { days: 'Wed', hours: '9 – 12, 13 – 16' },
      { days: 'Sat', hours: '10 – 14' },
    ]);
  });

  it('says nothing of days without hours', () => {
    expect(weekInWords(week())).toEqual([]);
    expect(weekInWords(week([], [], [], [], [], [], ['10 – 14']))).toEqual([
      { days: 'Sun', hours: '10 – 14' },
    ]);
  });
});
