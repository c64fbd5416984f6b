import { Temporal } from 'temporal-polyfill';
import { html, type Html } from '../../shared/html/html';
import { dateOf } from '../../shared/opening-hours/open-hours';
import { filled } from '../texts/texts-of';
import type { Visit } from '../visit.service';
import { hrefOf, type Parameters } from './frame';

/** A free start. */
export interface FreeStart {
  start: number;
}

export interface TimesShown {
  starts: readonly FreeStart[];
  /** The first day of these, and today, as the business has it. */
  first: string;
  today: string;
  /** The chosen day, if there is one. */
  day: string | null;
  /** Whether a booking can be later than all of these. */
  has_later: boolean;
  days: number;
  path: string;
  parameters: Parameters;
}

/** Monday, 2 March 2027, 10:00, as the clocks of the business show it. */
export function whenInWords({ language, business }: Visit, instant: Date): string {
  const format = { timeZone: business.time_zone, dateStyle: 'full', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(language, format).format(instant);
}

function hourInWords({ language, business }: Visit, instant: number): string {
  return new Intl.DateTimeFormat(language, { timeZone: business.time_zone, timeStyle: 'short' }).format(
    instant,
  );
}

/** How many days a page of times looks through. */
const DAYS = 14;
const DAY_MS = 86_400_000;

/**
 * The days of a page of times, within those that can be booked.
 * @param wanted the first one, as an address that was kept may have it: over, or too far
 * @param usual the first one where none is wanted; null: today
 */
export function daysShown(
  { business: { time_zone }, page: { horizon_days } }: Visit,
  nowMs: number,
  wanted: string | null,
  usual: number | null = null,
): Pick<TimesShown, 'first' | 'today' | 'has_later' | 'days'> {
  const dayOf = (instant: number) => dateOf(instant, time_zone).toString();
  const [today, last] = [dayOf(nowMs), dayOf(nowMs + horizon_days * DAY_MS)];
  const own = usual === null ? today : dayOf(usual);
  const from = wanted ?? (own > last ? today : own);
  const first = from < today ? today : from > last ? last : from;
  const next = Temporal.PlainDate.from(first).add({ days: DAYS }).toString();
  return { first, today, has_later: next <= last, days: DAYS };
}

/** The days that have free times, and those of one of them. Each is a link, so that back and reload work. */
export function timesHtml(visit: Visit, shown: TimesShown): Html {
  const { texts, language, business } = visit;
  const { starts, first, today, path, parameters, days } = shown;
  const byDay = Map.groupBy(starts, ({ start }) => dateOf(start, business.time_zone).toString());
  const day = shown.day !== null && byDay.has(shown.day) ? shown.day : ([...byDay.keys()][0] ?? null);
  const part = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(Date.parse(date));
  const move = (date: Temporal.PlainDate) => hrefOf(path, { ...parameters, from: date.toString() });
  const start = Temporal.PlainDate.from(first);
  const before = start.subtract({ days });
  const earlier = Temporal.PlainDate.compare(before, today) < 0 ? Temporal.PlainDate.from(today) : before;
  const nav = html`<nav class="nav">
    <span>${first > today && html`<a href="${move(earlier)}">← ${texts.earlier}</a>`}</span>
    <span>${shown.has_later && html`<a href="${move(start.add({ days }))}">${texts.later} →</a>`}</span>
  </nav>`;
  if (day === null)
    return html`<h2>${texts.choose_time}</h2>
      <p class="tell">${texts.nothing_free}</p>
      ${nav}`;
  const dayLinks = [...byDay.keys()].map((date) => {
    const href = hrefOf(path, { ...parameters, from: first, day: date });
    const current = date === day ? html` aria-current="date"` : null;
    return html`<li>
      <a class="day" href="${href}" ${current}
        ><small>${part(date, { weekday: 'short' })}</small><b>${part(date, { day: 'numeric' })}</b
        ><small>${part(date, { month: 'short' })}</small></a
      >
    </li>`;
  });
  const timeLinks = (byDay.get(day) ?? []).map(({ start: instant }) => {
    const at = new Date(instant).toISOString();
    return html`<li>
      <a class="time" href="${hrefOf(path, { ...parameters, from: first, day, at })}"
        >${timeHtml(instant, hourInWords(visit, instant))}</a
      >
    </li>`;
  });
  const named = part(day, { weekday: 'long', day: 'numeric', month: 'long' });
  return html`<h2>${texts.choose_time}</h2>
    ${nav}
    <ul class="days">
      ${dayLinks}
    </ul>
    <h3>${filled(texts.times_on, { day: named })}</h3>
    <ul class="times">
      ${timeLinks}
    </ul>
    ${zoneHtml(visit)}`;
}

/** A time, in words, that the script may tell in the visitor's zone. */
export function timeHtml(instant: number, words: string): Html {
  return html`<time data-at datetime="${new Date(instant).toISOString()}">${words}</time>`;
}

/** Whose clocks the times are of. */
export function zoneHtml({ business: { time_zone }, texts }: Visit): Html {
  const zone = time_zone.replaceAll('_', ' ');
  return html`<p class="note">
    ${filled(texts.times_of, { zone })}
    <span data-zone="${time_zone}" data-text="${texts.also_in}" hidden></span>
  </p>`;
}
