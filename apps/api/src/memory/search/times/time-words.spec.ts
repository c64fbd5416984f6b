import { eventNamedIn } from './named-event';
import { timeNamedIn } from './time-words';

/** A Thursday. */
const NOW = new Date('2026-11-26T09:30:00Z');

const spanOf = (query: string, now = NOW, time_zone = 'UTC') => {
  const period = timeNamedIn(query)?.periodAt(now, time_zone) ?? null;
  return (
    period && [period.from, period.to].map((date) => date?.toISOString().slice(0, 10) ?? 'open').join(' ')
  );
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
    ['what was done on 2026-11-03?', '2026-11-03 2026-11-04'],
    ['the call of 3 November', '2026-11-03 2026-11-04'],
    ['the call of Nov 3rd', '2026-11-03 2026-11-04'],
    ['звонок 3 декабря', '2025-12-03 2025-12-04'],
    ['decided since last week', '2026-11-16 open'],
    ['решили с мая', '2026-05-01 open'],
    ['before May', 'open 2026-05-01'],
    ['до вчера', 'open 2026-11-25'],
    ['after the 2026-11-03', '2026-11-04 open'],
    ['a week ago', '2026-11-16 2026-11-23'],
    ['two weeks ago', '2026-11-09 2026-11-16'],
    ['a month ago', '2026-10-01 2026-11-01'],
    ['last Monday', '2026-11-23 2026-11-24'],
    ['the call on Thursday', '2026-11-19 2026-11-20'],
    ['since Sunday', '2026-11-22 open'],
    ['last 7 days', '2026-11-19 open'],
    ['what changed in the past two weeks', '2026-11-12 open'],
    ['in 2024', '2024-01-01 2025-01-01'],
    ['the budget of May 2024', '2024-05-01 2024-06-01'],
    ['invoices from May', '2026-05-01 2026-06-01'],
    ['mails from last week', '2026-11-16 2026-11-23'],
    ['errors during May', '2026-05-01 2026-06-01'],
    ['on 3 May we met Ada', '2026-05-03 2026-05-04'],
    ['met on 3 May', '2026-05-03 2026-05-04'],
    ['неделю назад', '2026-11-16 2026-11-23'],
    ['месяц назад', '2026-10-01 2026-11-01'],
    ['две недели назад', '2026-11-09 2026-11-16'],
    ['счета за май', '2026-05-01 2026-06-01'],
    ['счета за прошлый месяц', '2026-10-01 2026-11-01'],
    ['за последние 3 дня', '2026-11-23 open'],
    ['звонок в понедельник', '2026-11-23 2026-11-24'],
    ['что сделали в 2024 году', '2024-01-01 2025-01-01'],
    ['Was war heute?', '2026-11-26 2026-11-27'],
    ['was haben wir gestern entschieden', '2026-11-25 2026-11-26'],
    ['vorgestern', '2026-11-24 2026-11-25'],
    ['diese Woche', '2026-11-23 2026-11-30'],
    ['Was war letzte Woche?', '2026-11-16 2026-11-23'],
    ['in der letzten Woche', '2026-11-16 2026-11-23'],
    ['Rechnungen vom letzten Monat', '2026-10-01 2026-11-01'],
    ['letztes Jahr', '2025-01-01 2026-01-01'],
    ['vor 3 Tagen', '2026-11-23 2026-11-24'],
    ['vor einer Woche', '2026-11-16 2026-11-23'],
    ['vor zwei Monaten', '2026-09-01 2026-10-01'],
    ['in den letzten 7 Tagen', '2026-11-19 open'],
    ['der Anruf am Montag', '2026-11-23 2026-11-24'],
    ['letzten Freitag', '2026-11-20 2026-11-21'],
    ['im Mai', '2026-05-01 2026-06-01'],
    ['seit März', '2026-03-01 open'],
    ['vor dem 3. November', 'open 2026-11-03'],
    ['am 3. Dezember 2024', '2024-12-03 2024-12-04'],
    ['im Jahr 2024', '2024-01-01 2025-01-01'],
  ])('%s: %s', (query, span) => {
    expect(spanOf(query)).toBe(span);
  });

  it.each([
    'the meeting of Janša',
    'a call from Marčelo',
    'it may work',
    'May called',
    'march of progress',
    'todays',
    'в майке',
    'the backup',
    'room 3 may be closed',
    'Monday meeting',
    'in 2024-x',
    '2026-02-31',
    'version 3 of the page',
    '"planned last week"',
    'heutige Preise',
    'Montagehalle',
    'vor allem',
    'call «в понедельник»',
    '',
  ])('is none in: %s', (query) => {
    expect(spanOf(query)).toBeNull();
  });

  it('has the days of the time zone', () => {
    const late = new Date('2026-11-26T23:30:00Z');
    expect(timeNamedIn('yesterday')?.periodAt(late, 'Europe/Berlin')).toEqual({
      from: new Date('2026-11-25T23:00:00Z'),
      to: new Date('2026-11-26T23:00:00Z'),
    });
  });

  it.each([
    ['What broke last week in Berlin', 'What broke in Berlin'],
    ['до релиза вчера', 'до релиза'],
    ['Was haben wir in der letzten Woche gemacht', 'Was haben wir gemacht'],
    // A text may have these words itself.
    ['what broke in May', 'what broke in May'],
    ['the call of 2026-11-03', 'the call of 2026-11-03'],
    ['yesterday', ''],
    ['todays plan today', 'todays plan'],
    ['the day before yesterday or yesterday', 'or'],
    ['"the plan of today" yesterday', '"the plan of today"'],
  ])('leaves of %s: %s', (query, rest) => {
    expect(timeNamedIn(query)?.rest).toBe(rest);
  });

  it('goes over the turn of a year', () => {
    expect(spanOf('last week', new Date('2026-01-01T00:00:00Z'))).toBe('2025-12-22 2025-12-29');
    expect(spanOf('yesterday', new Date('2026-01-01T00:00:00Z'))).toBe('2025-12-31 2026-01-01');
    expect(spanOf('last month', new Date('2026-01-31T23:59:59Z'))).toBe('2025-12-01 2026-01-01');
  });
});

describe('the event that a query names', () => {
  it.each([
    ['what broke before the release of 2.4?', 'release of 2.4', true, 'what broke'],
    ['backups after we migrated to Hetzner', 'migrated to Hetzner', false, 'backups'],
    ['что решили до релиза 2.4', 'релиз 2.4', true, 'что решили'],
    ['ids after we switched to Postgres about which we argued', 'switched to Postgres', false, 'about which'],
    ['что сломалось после миграции на Postgres по заявкам', 'миграция на Postgres', false, 'по заявкам'],
    ['mails after the release of "Shop today" by Ann', 'release of "Shop today" by Ann', false, 'mails'],
    ['после запуска магазина, цены', 'запуск магазина', false, ', цены'],
  ])('%s', (query, event, isBefore, rest) => {
    expect(eventNamedIn(query)).toMatchObject({ event, isBefore, rest: expect.stringContaining(rest) });
  });

  it.each(['release of 2.4', 'before lunch', 'the backup', '"before the release of 2.4"'])(
    'is none in: %s',
    (query) => {
      expect(eventNamedIn(query)).toBeNull();
    },
  );
});
