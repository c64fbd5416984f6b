// How a query names a time, in English, German and Russian: sources of regular expressions with the flags `giu`, for texts whose words are
// separated by one space.

/**
 * A letter, in a class of characters: Latin or Cyrillic, as the words that stand here. Not \p{L}, which has hundreds of ranges: a hook, for
 * which an assistant waits, would compile them for 15 ms.
 */
const LETTER = 'a-zß-öø-ɏа-яѐ-ԯ';
export const NO_LETTER_BEFORE = `(?<![${LETTER}])`;
const NO_WORD_BEFORE = `(?<![${LETTER}\\d])`;
const NO_WORD_AFTER = `(?![${LETTER}\\d])`;

/** From January on. */
export const MONTHS = [
  'january|jan|januar|jänner|январ[ьея]',
  'february|feb|februar|феврал[ьея]',
  'march|mar|märz|март[ае]?',
  'april|apr|апрел[ьея]',
  'may|mai|ма[йея]',
  'june|jun|juni|июн[ьея]',
  'july|jul|juli|июл[ьея]',
  'august|aug|август[ае]?',
  'september|sept?|сентябр[ьея]',
  'october|oct|oktober|октябр[ьея]',
  'november|nov|ноябр[ьея]',
  'december|dec|dezember|декабр[ьея]',
];
const MONTH = `(${MONTHS.join('|')})`;

/** From Monday on. */
export const WEEKDAYS = [
  'monday|montag|понедельник[ау]?',
  'tuesday|dienstag|вторник[ау]?',
  'wednesday|mittwoch|сред[ауы]',
  'thursday|donnerstag|четверг[ау]?',
  'friday|freitag|пятниц[ауы]',
  'saturday|samstag|суббот[ауы]',
  'sunday|sonntag|воскресень[еюя]',
];
const WEEKDAY = `(${WEEKDAYS.join('|')})`;

const YEAR = '(20\\d{2})(?![-\\d])(?: (?:году|года|год|г\\.))?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)?';

/** The numbers from one on, in English, German and Russian. */
export const COUNTS = [
  ['an?|one', 'eine[mnr]?', 'од(?:ин|ну)'],
  ['two|couple of', 'zwei', 'дв[ае]|пару'],
  ['three', 'drei', 'три'],
  ['four', 'vier', 'четыре'],
  ['five', 'fünf', 'пять'],
  ['six', 'sechs', 'шесть'],
  ['seven', 'sieben', 'семь'],
  ['eight', 'acht', 'восемь'],
  ['nine', 'neun', 'девять'],
  ['ten', 'zehn', 'десять'],
] as const;
const COUNT = `(\\d{1,3}|${COUNTS.map(([english]) => english).join('|')})`;
const GERMAN_COUNT = `(\\d{1,3}|${COUNTS.map(([, german]) => german).join('|')})`;
const RUSSIAN_COUNT = `(?:(\\d{1,3}|${COUNTS.map(([, , russian]) => russian).join('|')}) )?`;

/** What may stand before a time, with what it makes of it. */
export const TIME_RELATIONS = {
  before: 'before|until|till|vor|bis|до|перед',
  after: 'after|nach|после',
  since: 'since|starting|seit|ab|с|со',
} as const;
const RELATION = Object.values(TIME_RELATIONS).join('|');

/** Words before a month, a year or a weekday, by which it is one: May is a name too, and Monday one of a meeting. */
export const TIME_PREPOSITIONS = `in|on|of|last|during|from|${RELATION}|im|am|vom|letzte[mnrs]?|в|во|за|прошл(?:ого|ой|ую|ый|ое|ым|ом)`;

/** What is before the present one, as German declines it. */
const LAST = '(?:letzte|vorige|vergangene)[mnrs]?';

/** Times that depend on the day of the query. Their words are in no text because of it. */
export const RELATIVE_TIMES = {
  day_before_yesterday: 'the day before yesterday|vorgestern|позавчера',
  yesterday: 'yesterday|gestern|вчера',
  today: 'today|heute|сегодня',
  this_week: 'this week|diese[rn]? woche|на этой неделе|этой недели',
  last_week: `(?:last|previous) week|${LAST} woche|(?:на |за )?прошл(?:ой недел[еи]|ую неделю)`,
  this_month: 'this month|diese[mns] monat|в этом месяце|этого месяца',
  last_month: `(?:last|previous) month|${LAST} monat|в прошлом месяце|(?:за )?прошл(?:ого месяца|ый месяц)`,
  this_year: 'this year|diese[ms] jahr|в этом году|этого года',
  last_year: `(?:last|previous) year|${LAST} jahr|в прошлом году|(?:за )?прошл(?:ого года|ый год)`,
  days_ago: `${COUNT} days? ago|vor ${GERMAN_COUNT} tag(?:en)?|${RUSSIAN_COUNT}(?:день|дня|дней) назад`,
  weeks_ago: `${COUNT} weeks? ago|vor ${GERMAN_COUNT} wochen?|${RUSSIAN_COUNT}(?:неделю|недели|недель) назад`,
  months_ago: `${COUNT} months? ago|vor ${GERMAN_COUNT} monat(?:en)?|${RUSSIAN_COUNT}(?:месяц|месяца|месяцев) назад`,
  years_ago: `${COUNT} years? ago|vor ${GERMAN_COUNT} jahr(?:en)?|${RUSSIAN_COUNT}(?:год|года|лет) назад`,
  past_days: `(?:the )?(?:last|past) ${COUNT} days|letzten ${GERMAN_COUNT} tagen?|(?:за )?последн(?:ие|ий) ${RUSSIAN_COUNT}(?:день|дня|дней)`,
  past_weeks: `(?:the )?(?:last|past) ${COUNT} weeks|(?:the )?past week|letzten ${GERMAN_COUNT} wochen|(?:за )?последн(?:ие|юю) ${RUSSIAN_COUNT}(?:неделю|недели|недель)`,
  past_months: `(?:the )?(?:last|past) ${COUNT} months|(?:the )?past month|letzten ${GERMAN_COUNT} monaten?|(?:за )?последн(?:ие|ий) ${RUSSIAN_COUNT}(?:месяц|месяца|месяцев)`,
  weekday: `(?<=${NO_LETTER_BEFORE}(?:${TIME_PREPOSITIONS}) )${WEEKDAY}`,
} as const;

/** Times whose words may stand in a text too. */
export const ABSOLUTE_TIMES = {
  date: '(2\\d{3})-(\\d\\d)-(\\d\\d)',
  // "Room 3 may be closed" is no day: behind May stands no word, unless one before it says that it is a day.
  day_month: `${DAY} ${MONTH}(?:,? (2\\d{3}))?(?!(?<=may) [${LETTER}])`,
  day_may: `(?<=${NO_LETTER_BEFORE}(?:the|on|of|by|${RELATION}) )${DAY} (may)(?:,? (2\\d{3}))?`,
  month_day: `${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (2\\d{3}))?`,
  month_year: `${MONTH},? (?:of )?${YEAR}`,
  month: `(?<=${NO_LETTER_BEFORE}(?:${TIME_PREPOSITIONS}) )${MONTH}`,
  year: `(?<=${NO_LETTER_BEFORE}(?:in|im jahr|during|${RELATION}|в|за) )${YEAR}`,
} as const;

/** A phrase as whole words. */
export function timePhrase(source: string): RegExp {
  return new RegExp(`${NO_WORD_BEFORE}(?:${source})${NO_WORD_AFTER}`, 'giu');
}

/** So many words may say what happened; a word of another sentence ends them. */
const OF_EVENT = `(?: (?!(?:about|and|but|or|who|what|when|where|how|why|по|про|о|об|и|но|или|что|кто|как|когда|где)${NO_WORD_AFTER})[^\\s,;?!]+){0,6}`;

/** Something that happened, as a relation and what it was: "before the release of 2.0". */
export const EVENT_PHRASE = `(before|until|after|since) (?:the |we |our )?((?:releas|launch|deploy|migrat|upgrad|roll-?out|mov|switch)[${LETTER}]*${OF_EVENT})`;

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
  phrase: `(до|перед|после|с|со) ${beginning}[${LETTER}]*(${OF_EVENT})`,
  noun,
}));
