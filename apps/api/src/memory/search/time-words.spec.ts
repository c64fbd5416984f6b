import { periodOf } from './time-words';

/** A Thursday. */
const NOW = new Date('2026-11-26T09:30:00Z');

const spanOf = (query: string, now = NOW) => {
  const period = periodOf(query, now);
  return period && [period.from, period.to].map((date) => date.toISOString().slice(0, 10)).join(' ');
};

describe('the time that a query names', () => {
  it.each([
    ['what did we decide yesterday about the backup', '2026-11-25 2026-11-26'],
    ['the day before yesterday', '2026-11-24 2026-11-25'],
    ['deployed Today', '2026-11-26 2026-11-27'],
    ['calls of this week', '2026-11-23 2026-11-30'],
    ['what was last  week', '2026-11-16 2026-11-23'],
    ['invoices of last month', '2026-10-01 2026-11-01'],
    ['who left last year', '2025-01-01 2026-01-01'],
    ['3 days ago', '2026-11-23 2026-11-24'],
    ['2 weeks ago', '2026-11-09 2026-11-16'],
    ['12 months ago', '2025-11-01 2025-12-01'],
    ['what broke in May', '2026-05-01 2026-06-01'],
    ['what broke in December', '2025-12-01 2026-01-01'],
    ['in november', '2026-11-01 2026-12-01'],
    ['what broke in May 2024?', '2024-05-01 2024-06-01'],
    ['что решили вчера', '2026-11-25 2026-11-26'],
    ['позавчера звонили', '2026-11-24 2026-11-25'],
    ['что было на прошлой неделе', '2026-11-16 2026-11-23'],
    ['счета в прошлом месяце', '2026-10-01 2026-11-01'],
    ['что сломалось в мае', '2026-05-01 2026-06-01'],
    ['что сломалось в декабре 2024', '2024-12-01 2025-01-01'],
    ['5 дней назад', '2026-11-21 2026-11-22'],
  ])('%s: %s', (query, span) => {
    expect(spanOf(query)).toBe(span);
  });

  it.each([
    'it may work',
    'May called',
    'march of progress',
    'todays',
    'в майке',
    'the backup',
    'in 2024',
    '',
  ])('is none in: %s', (query) => {
    expect(spanOf(query)).toBeNull();
  });

  it('goes over the turn of a year', () => {
    expect(spanOf('last week', new Date('2026-01-01T00:00:00Z'))).toBe('2025-12-22 2025-12-29');
    expect(spanOf('yesterday', new Date('2026-01-01T00:00:00Z'))).toBe('2025-12-31 2026-01-01');
    expect(spanOf('last month', new Date('2026-01-31T23:59:59Z'))).toBe('2025-12-01 2026-01-01');
  });
});
