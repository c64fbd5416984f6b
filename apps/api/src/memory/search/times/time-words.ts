import {
  ABSOLUTE_TIMES,
  COUNTS,
  MONTHS,
  NO_LETTER_BEFORE,
  RELATIVE_TIMES,
  TIME_PREPOSITIONS,
  TIME_RELATIONS,
  timePhrase,
  WEEKDAYS,
} from '@groupless/shared-dto/memory/time-phrases';
import { Temporal } from 'temporal-polyfill';
import { withoutQuoted } from '../quoted';

/** From when on until before when; null: without end. */
export interface Period {
  from: Date | null;
  to: Date | null;
}

type Day = Temporal.PlainDate;

/** From a day on until before another. */
type Days = readonly [Day | null, Day | null];

/** A whole phrase, and the days that it means, where all of it exists. */
interface TimePhrase {
  form: RegExp;
  isRelative: boolean;
  days: (today: Day, found: readonly string[]) => Days | null;
}

const RELATIVE: Record<keyof typeof RELATIVE_TIMES, TimePhrase['days']> = {
  day_before_yesterday: (today) => oneDay(today.subtract({ days: 2 })),
  yesterday: (today) => oneDay(today.subtract({ days: 1 })),
  today: (today) => oneDay(today),
  this_week: (today) => weekAgo(today, 0),
  last_week: (today) => weekAgo(today, 1),
  this_month: (today) => monthAgo(today, 0),
  last_month: (today) => monthAgo(today, 1),
  this_year: (today) => yearAgo(today, 0),
  last_year: (today) => yearAgo(today, 1),
  days_ago: (today, found) => oneDay(today.subtract({ days: countIn(found) })),
  weeks_ago: (today, found) => weekAgo(today, countIn(found)),
  months_ago: (today, found) => monthAgo(today, countIn(found)),
  years_ago: (today, found) => yearAgo(today, countIn(found)),
  past_days: (today, found) => [today.subtract({ days: countIn(found) }), null],
  past_weeks: (today, found) => [today.subtract({ weeks: countIn(found) }), null],
  past_months: (today, found) => [today.subtract({ months: countIn(found) }), null],
  weekday: (today, [name]) => oneDay(lastWeekday(today, name)),
};

const ABSOLUTE: Record<keyof typeof ABSOLUTE_TIMES, TimePhrase['days']> = {
  date: (_today, [year, month, day]) => dayOf(year, Number(month), day),
  day_month: (today, [day, name, year]) => dayOfMonth(today, name, day, year),
  day_may: (today, [day, name, year]) => dayOfMonth(today, name, day, year),
  month_day: (today, [name, day, year]) => dayOfMonth(today, name, day, year),
  month_year: (today, [name, year]) => wholeMonth(today, name, year),
  month: (today, [name]) => wholeMonth(today, name),
  year: (today, [year]) => yearAgo(today, today.year - Number(year)),
};

const PHRASES: readonly TimePhrase[] = [
  ...phrasesOf(RELATIVE_TIMES, RELATIVE, true),
  ...phrasesOf(ABSOLUTE_TIMES, ABSOLUTE, false),
];

function phrasesOf<Name extends string>(
  forms: Record<Name, string>,
  days: Record<Name, TimePhrase['days']>,
  isRelative: boolean,
): TimePhrase[] {
  return (Object.keys(forms) as Name[]).map((name) => ({
    form: timePhrase(forms[name]),
    days: days[name],
    isRelative,
  }));
}

/** What may stand before a phrase, and what it makes of its days. */
const RELATIONS: readonly (readonly [RegExp, (days: Days) => Days])[] = (
  [
    ['before', ([from]) => [null, from]],
    ['after', ([, to]) => [to, null]],
    ['since', ([from]) => [from, null]],
  ] as [keyof typeof TIME_RELATIONS, (days: Days) => Days][]
).map(
  ([name, days]) =>
    [new RegExp(`${NO_LETTER_BEFORE}(?:${TIME_RELATIONS[name]}) (?:the |dem )?$`, 'iu'), days] as const,
);

/** The words that belong to a time that follows, or its beginning. */
const BEFORE_A_TIME = new RegExp(
  `(?:${NO_LETTER_BEFORE}(?:${TIME_PREPOSITIONS}) (?:the |de[mnr] )?)?$`,
  'iu',
);

/** When a query says that something was. */
export interface NamedTime {
  /** The query without words that no text has because of that time, such as "yesterday". */
  rest: string;
  /** By the time and the time zone where it is asked; null: there is no such day. */
  periodAt: (now: Date, time_zone: string) => Period | null;
}

/** The time that a query names, in English, German or Russian. The first phrase that means one counts. Null if it names none. */
export function timeNamedIn(query: string): NamedTime | null {
  const text = query.replaceAll(/\s+/gu, ' ');
  const open = withoutQuoted(text);
  const named = PHRASES.flatMap(({ form, days, isRelative }) =>
    [...open.matchAll(form)].map((found) => {
      const before = open.slice(0, found.index);
      const from = before.search(BEFORE_A_TIME);
      return {
        days,
        from,
        left_out: isRelative ? found.index + found[0].length - from : 0,
        words: found.slice(1).flatMap((word) => (word as string | undefined)?.toLowerCase() ?? []),
        before,
      };
    }),
  );
  if (named.length === 0) return null;
  return {
    rest: named
      .reduce((rest, { from, left_out }) => {
        return rest.slice(0, from) + ' '.repeat(left_out) + rest.slice(from + left_out);
      }, text)
      .replaceAll(/ +/g, ' ')
      .trim(),
    periodAt: (now, time_zone) => {
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
    },
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
function wholeMonth(today: Day, name = '', year?: string): Days {
  const month = placeOf(name, MONTHS);
  const first = Temporal.PlainDate.from({ year: yearOf(today, month, year), month, day: 1 });
  return [first, first.add({ months: 1 })];
}

function dayOfMonth(today: Day, name = '', day = '', year?: string): Days | null {
  const month = placeOf(name, MONTHS);
  return dayOf(String(yearOf(today, month, year)), month, day);
}

/** Without a number it is one: "last week", "неделю назад". */
function countIn([word]: readonly string[]): number {
  if (word === undefined) return 1;
  return /^\d/u.test(word)
    ? Number(word)
    : placeOf(
        word,
        COUNTS.map((names) => names.join('|')),
      );
}

/** The latest such day before this one. */
function lastWeekday(today: Day, name = ''): Day {
  const weekday = placeOf(name, WEEKDAYS);
  return today.subtract({ days: ((today.dayOfWeek - weekday + 6) % 7) + 1 });
}

/** Null if there is no such day. */
function dayOf(year = '', month: number, day = ''): Days | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  try {
    return oneDay(Temporal.PlainDate.from(date));
  } catch {
    return null;
  }
}

/** Which of the names a word is, from 1 on. */
function placeOf(word: string, names: readonly string[]): number {
  return 1 + names.findIndex((name) => new RegExp(`^(?:${name})$`, 'u').test(word));
}

function yearOf(today: Day, month: number, named: string | undefined): number {
  if (named !== undefined) return Number(named);
  return month > today.month ? today.year - 1 : today.year;
}
