import { Temporal } from 'temporal-polyfill';

/** From when on until before when; null: without end. */
export interface Period {
  from: Date | null;
  to: Date | null;
}

type Day = Temporal.PlainDate;

/** From a day on until before another. */
type Days = readonly [Day | null, Day | null];

const MONTHS: readonly RegExp[] = [
  /^(january|jan|январ[ьея])$/u,
  /^(february|feb|феврал[ьея])$/u,
  /^(march|mar|март[ае]?)$/u,
  /^(april|apr|апрел[ьея])$/u,
  /^(may|ма[йея])$/u,
  /^(june|jun|июн[ьея])$/u,
  /^(july|jul|июл[ьея])$/u,
  /^(august|aug|август[ае]?)$/u,
  /^(september|sept?|сентябр[ьея])$/u,
  /^(october|oct|октябр[ьея])$/u,
  /^(november|nov|ноябр[ьея])$/u,
  /^(december|dec|декабр[ьея])$/u,
];

/** A whole phrase, and the days that it means, where all of it exists. */
interface TimePhrase {
  form: RegExp;
  days: (today: Day, found: readonly string[]) => Days | null;
}

const phrase = (words: string, days: TimePhrase['days']): TimePhrase => ({
  form: new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'gu'),
  days,
});

const PHRASES: readonly TimePhrase[] = [
  phrase('(2\\d{3})-(\\d\\d)-(\\d\\d)', (_today, [year, month, day]) => dayOf(year, Number(month) - 1, day)),
  phrase('the day before yesterday|позавчера', (today) => oneDay(today.subtract({ days: 2 }))),
  phrase('yesterday|вчера', (today) => oneDay(today.subtract({ days: 1 }))),
  phrase('today|сегодня', (today) => oneDay(today)),
  phrase('this week|на этой неделе|этой недели', (today) => weekAgo(today, 0)),
  phrase('(?:last|previous) week|(?:на )?прошл(?:ой недел[еи]|ую неделю)', (today) => weekAgo(today, 1)),
  phrase('this month|в этом месяце|этого месяца', (today) => monthAgo(today, 0)),
  phrase('(?:last|previous) month|в прошлом месяце|прошлого месяца', (today) => monthAgo(today, 1)),
  phrase('this year|в этом году|этого года', (today) => yearAgo(today, 0)),
  phrase('(?:last|previous) year|в прошлом году|прошлого года', (today) => yearAgo(today, 1)),
  phrase('(\\d{1,3}) (?:days? ago|(?:день|дня|дней) назад)', (today, [count]) =>
    oneDay(today.subtract({ days: Number(count) })),
  ),
  phrase('(\\d{1,2}) (?:weeks? ago|(?:неделю|недели|недель) назад)', (today, [count]) =>
    weekAgo(today, Number(count)),
  ),
  phrase('(\\d{1,2}) (?:months? ago|(?:месяц|месяца|месяцев) назад)', (today, [count]) =>
    monthAgo(today, Number(count)),
  ),
  phrase('(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(\\p{L}+)(?:,? (2\\d{3}))?', (today, [day, name, year]) =>
    dayOfMonth(today, name, day, year),
  ),
  phrase('(\\p{L}+) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (2\\d{3}))?', (today, [name, day, year]) =>
    dayOfMonth(today, name, day, year),
  ),
  // A month needs a word before it, since May is a name too.
  phrase(
    '(?<=(?<!\\p{L})(?:in|last|since|of|before|after|until|в|во|с|со|до|после|прошл(?:ого|ой|ым|ом)) )(\\p{L}+)(?:,? (?:of )?(2\\d{3}))?',
    (today, [name, year]) => wholeMonth(today, name, year),
  ),
];

/** What may stand before a phrase, and what it makes of its days. */
const RELATIONS: readonly [RegExp, (days: Days) => Days][] = [
  [/(?<!\p{L})(?:before|until|till|до|перед) (?:the )?$/u, ([from]) => [null, from]],
  [/(?<!\p{L})(?:after|после) (?:the )?$/u, ([, to]) => [to, null]],
  [/(?<!\p{L})(?:since|starting|с|со) (?:the )?$/u, ([from]) => [from, null]],
];

/**
 * When a query says that something was, in English or Russian. The first phrase that means a time counts.
 * @returns null if it names no time; else what says the period, by the time and the time zone where it is asked
 */
export function timeNamedIn(query: string): ((now: Date, time_zone: string) => Period | null) | null {
  const text = query.toLowerCase().replaceAll(/\s+/gu, ' ');
  const named = PHRASES.flatMap(({ form, days }) =>
    [...text.matchAll(form)].map((found) => ({
      days,
      words: found.slice(1),
      before: text.slice(0, found.index),
    })),
  );
  if (named.length === 0) return null;
  return (now, time_zone) => {
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO(time_zone)
      .toPlainDate();
    for (const { days, words, before } of named) {
      const found = days(today, words);
      if (found === null) continue;
      const relation = RELATIONS.find(([word]) => word.test(before))?.[1];
      const [from, to] = relation?.(found) ?? found;
      return { from: startOf(from, time_zone), to: startOf(to, time_zone) };
    }
    return null;
  };
}

function startOf(day: Day | null, time_zone: string): Date | null {
  return day === null ? null : new Date(day.toZonedDateTime(time_zone).epochMilliseconds);
}

function oneDay(day: Day): Days {
  return [day, day.add({ days: 1 })];
}

function weekAgo(today: Day, weeks: number): Days {
  const monday = today.subtract({ days: today.dayOfWeek - 1 + 7 * weeks });
  return [monday, monday.add({ days: 7 })];
}

function monthAgo(today: Day, months: number): Days {
  const first = today.with({ day: 1 }).subtract({ months });
  return [first, first.add({ months: 1 })];
}

function yearAgo(today: Day, years: number): Days {
  const first = today.with({ month: 1, day: 1 }).subtract({ years });
  return [first, first.add({ years: 1 })];
}

/** Without a year the latest such month that has begun. */
function wholeMonth(today: Day, name = '', year?: string): Days | null {
  const index = monthOf(name);
  if (index < 0) return null;
  const first = Temporal.PlainDate.from({ year: yearOf(today, index, year), month: index + 1, day: 1 });
  return [first, first.add({ months: 1 })];
}

function dayOfMonth(today: Day, name = '', day = '', year?: string): Days | null {
  const index = monthOf(name);
  return index < 0 ? null : dayOf(String(yearOf(today, index, year)), index, day);
}

/** Null if there is no such day. */
function dayOf(year = '', month: number, day = ''): Days | null {
  const date = `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  try {
    return oneDay(Temporal.PlainDate.from(date));
  } catch {
    return null;
  }
}

function monthOf(name: string): number {
  return MONTHS.findIndex((one) => one.test(name));
}

function yearOf(today: Day, month: number, named: string | undefined): number {
  if (named !== undefined) return Number(named);
  return month + 1 > today.month ? today.year - 1 : today.year;
}
