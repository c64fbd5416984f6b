/** From when on until before when. */
export interface Period {
  from: Date;
  to: Date;
}

const MONTHS: readonly RegExp[] = [
  /^(january|январ[ьея])$/u,
  /^(february|феврал[ьея])$/u,
  /^(march|март[ае]?)$/u,
  /^(april|апрел[ьея])$/u,
  /^(may|ма[йея])$/u,
  /^(june|июн[ьея])$/u,
  /^(july|июл[ьея])$/u,
  /^(august|август[ае]?)$/u,
  /^(september|сентябр[ьея])$/u,
  /^(october|октябр[ьея])$/u,
  /^(november|ноябр[ьея])$/u,
  /^(december|декабр[ьея])$/u,
];

const PHRASES: readonly [RegExp, (now: Date, count: number) => Period][] = [
  [/(?<!\p{L})(?:the day before yesterday|позавчера)(?!\p{L})/u, (now) => days(now, -2)],
  [/(?<!\p{L})(?:yesterday|вчера)(?!\p{L})/u, (now) => days(now, -1)],
  [/(?<!\p{L})(?:today|сегодня)(?!\p{L})/u, (now) => days(now, 0)],
  [/(?<!\p{L})(?:this week|на этой неделе)(?!\p{L})/u, (now) => days(now, -weekday(now), 7)],
  [
    /(?<!\p{L})(?:(?:last|previous) week|на прошлой неделе)(?!\p{L})/u,
    (now) => days(now, -weekday(now) - 7, 7),
  ],
  [/(?<!\p{L})(?:this month|в этом месяце)(?!\p{L})/u, (now) => month(year(now), now.getUTCMonth())],
  [
    /(?<!\p{L})(?:(?:last|previous) month|в прошлом месяце)(?!\p{L})/u,
    (now) => month(year(now), now.getUTCMonth() - 1),
  ],
  [/(?<!\p{L})(?:this year|в этом году)(?!\p{L})/u, (now) => month(year(now), 0, 12)],
  [/(?<!\p{L})(?:(?:last|previous) year|в прошлом году)(?!\p{L})/u, (now) => month(year(now) - 1, 0, 12)],
  [
    /(?<!\p{L}|\d)(\d{1,3}) (?:days? ago|(?:день|дня|дней) назад)(?!\p{L})/u,
    (now, count) => days(now, -count),
  ],
  [
    /(?<!\p{L}|\d)(\d{1,2}) (?:weeks? ago|(?:неделю|недели|недель) назад)(?!\p{L})/u,
    (now, count) => days(now, -weekday(now) - 7 * count, 7),
  ],
  [
    /(?<!\p{L}|\d)(\d{1,2}) (?:months? ago|(?:месяц|месяца|месяцев) назад)(?!\p{L})/u,
    (now, count) => month(year(now), now.getUTCMonth() - count),
  ],
];

/** "in May", "last May", "since May 2025", "в мае", "в мае 2025": a month needs a word before it, since May is a name too. */
const IN_MONTH =
  /(?<!\p{L})(?:in|last|since|of|в|во|прошл(?:ого|ой|ым|ом)) (\p{L}+)(?:,? (?:of )?(2\d{3}))?(?![\p{L}\d])/gu;

/**
 * When a query says that something was, in English or Russian: days are those of UTC. The first that is found counts.
 * @returns null if it names no time
 */
export function periodOf(query: string, now: Date): Period | null {
  const text = query.toLowerCase().replaceAll(/\s+/gu, ' ');
  for (const [phrase, periodFrom] of PHRASES) {
    const found = phrase.exec(text);
    if (found !== null) return periodFrom(now, Number(found[1]));
  }
  for (const [, name = '', named] of text.matchAll(IN_MONTH)) {
    const index = MONTHS.findIndex((one) => one.test(name));
    if (index >= 0) return month(named === undefined ? latestYear(index, now) : Number(named), index);
  }
  return null;
}

/** The year of the latest such month that has begun. */
function latestYear(index: number, now: Date): number {
  return index > now.getUTCMonth() ? year(now) - 1 : year(now);
}

function days(now: Date, first: number, count = 1): Period {
  const day = (offset: number) =>
    new Date(Date.UTC(year(now), now.getUTCMonth(), now.getUTCDate() + first + offset));
  return { from: day(0), to: day(count) };
}

function month(ofYear: number, index: number, count = 1): Period {
  return { from: new Date(Date.UTC(ofYear, index)), to: new Date(Date.UTC(ofYear, index + count)) };
}

function year(now: Date): number {
  return now.getUTCFullYear();
}

/** Days since Monday. */
function weekday(now: Date): number {
  return (now.getUTCDay() + 6) % 7;
}
