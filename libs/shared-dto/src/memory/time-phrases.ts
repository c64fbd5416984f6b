/**
 * How a query names a time, in English and Russian: sources of regular expressions with the flags `giu`, for texts whose words are
 * separated by one space.
 */
const MONTHS_WITHOUT_MAY =
  'january|jan|february|feb|march|mar|april|apr|june|jun|july|jul|august|aug|september|sept?|october|oct|november|nov|december|dec|' +
  'январ[ьея]|феврал[ьея]|март[ае]?|апрел[ьея]|ма[йея]|июн[ьея]|июл[ьея]|август[ае]?|сентябр[ьея]|октябр[ьея]|ноябр[ьея]|декабр[ьея]';
const MONTH = `(${MONTHS_WITHOUT_MAY}|may)`;
const WEEKDAY =
  '(monday|tuesday|wednesday|thursday|friday|saturday|sunday|понедельник[ау]?|вторник[ау]?|сред[ауы]|четверг[ау]?|пятниц[ауы]|' +
  'суббот[ауы]|воскресень[еюя])';
const YEAR = '(20\\d{2})(?![-\\d])(?: (?:году|года|год|г\\.))?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?(?: of)?';

const SOME = '(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|couple of)';
const SOME_RUSSIAN =
  '(?:(\\d{1,3}|од(?:ин|ну)|дв[ае]|пару|три|четыре|пять|шесть|семь|восемь|девять|десять) )?';

/** What may stand before a time, with what it makes of it. */
export const TIME_RELATIONS = {
  before: 'before|until|till|до|перед',
  after: 'after|после',
  since: 'since|starting|с|со',
} as const;
const RELATION = Object.values(TIME_RELATIONS).join('|');

/** Words before a month, a year or a weekday, by which it is one: May is a name too, and Monday one of a meeting. */
export const TIME_WORDS = `in|on|of|last|during|from|${RELATION}|в|во|за|прошл(?:ого|ой|ую|ый|ое|ым|ом)`;

/** Times that depend on the day of the query. Their words are in no text because of it. */
export const RELATIVE_TIMES = {
  day_before_yesterday: 'the day before yesterday|позавчера',
  yesterday: 'yesterday|вчера',
  today: 'today|сегодня',
  this_week: 'this week|на этой неделе|этой недели',
  last_week: '(?:last|previous) week|(?:на |за )?прошл(?:ой недел[еи]|ую неделю)',
  this_month: 'this month|в этом месяце|этого месяца',
  last_month: '(?:last|previous) month|в прошлом месяце|(?:за )?прошл(?:ого месяца|ый месяц)',
  this_year: 'this year|в этом году|этого года',
  last_year: '(?:last|previous) year|в прошлом году|(?:за )?прошл(?:ого года|ый год)',
  days_ago: `${SOME} days? ago|${SOME_RUSSIAN}(?:день|дня|дней) назад`,
  weeks_ago: `${SOME} weeks? ago|${SOME_RUSSIAN}(?:неделю|недели|недель) назад`,
  months_ago: `${SOME} months? ago|${SOME_RUSSIAN}(?:месяц|месяца|месяцев) назад`,
  years_ago: `${SOME} years? ago|${SOME_RUSSIAN}(?:год|года|лет) назад`,
  past_days: `(?:the )?(?:last|past) ${SOME} days|(?:за )?последн(?:ие|ий) ${SOME_RUSSIAN}(?:день|дня|дней)`,
  past_weeks: `(?:the )?(?:last|past) ${SOME} weeks|(?:the )?past week|(?:за )?последн(?:ие|юю) ${SOME_RUSSIAN}(?:неделю|недели|недель)`,
  past_months: `(?:the )?(?:last|past) ${SOME} months|(?:the )?past month|(?:за )?последн(?:ие|ий) ${SOME_RUSSIAN}(?:месяц|месяца|месяцев)`,
  weekday: `(?<=(?<!\\p{L})(?:${TIME_WORDS}) )${WEEKDAY}`,
} as const;

/** Times whose words may stand in a text too. */
export const ABSOLUTE_TIMES = {
  date: '(2\\d{3})-(\\d\\d)-(\\d\\d)',
  // "Room 3 may be closed" is no day: behind May stands no word, unless one before it says that it is a day.
  day_month: `${DAY} ${MONTH}(?:,? (2\\d{3}))?(?!(?<=may) \\p{L})`,
  day_may: `(?<=(?<!\\p{L})(?:the|on|of|by|${RELATION}) )${DAY} (may)(?:,? (2\\d{3}))?`,
  month_day: `${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (2\\d{3}))?`,
  month_year: `${MONTH},? (?:of )?${YEAR}`,
  month: `(?<=(?<!\\p{L})(?:${TIME_WORDS}) )${MONTH}`,
  year: `(?<=(?<!\\p{L})(?:in|during|${RELATION}|в|за) )${YEAR}`,
} as const;

/** A phrase as whole words. */
export function timePhrase(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, 'giu');
}

/** So many words may say what happened; a word of another sentence ends them. */
const OF_EVENT =
  '(?: (?!(?:about|and|but|or|who|what|when|where|how|why|по|про|о|об|и|но|или|что|кто|как|когда|где)(?![\\p{L}\\d]))[^\\s,;?!]+){0,6}';

/** Something that happened, as a relation and what it was: "before the release of 2.0". */
export const EVENT_PHRASE = `(before|until|after|since) (?:the |we |our )?((?:releas|launch|deploy|migrat|upgrad|roll-?out|mov|switch)\\p{L}*${OF_EVENT})`;

/** The same in Russian, by the beginning of the noun, with the noun as it stands in a text. */
export const RUSSIAN_EVENT_PHRASES = Object.entries({
  релиз: 'релиз',
  выпуск: 'выпуск',
  запуск: 'запуск',
  выход: 'выход',
  переезд: 'переезд',
  депло: 'деплой',
  миграци: 'миграция',
  обновлени: 'обновление',
}).map(([beginning, noun]) => ({
  phrase: `(до|перед|после|с|со) ${beginning}\\p{L}*(${OF_EVENT})`,
  noun,
}));
