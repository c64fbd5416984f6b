import { Temporal } from 'temporal-polyfill';
import type { Html } from '../../shared/html/html';
import { html } from '../../shared/html/html';
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

export function dayOf(instant: number, time_zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(time_zone)
    .toPlainDate()
    .toString();
}

/** The days that have free times, and those of one of them. Each is a link, so that back and reload work. */
export function timesHtml(visit: Visit, shown: TimesShown): Html {
  const { texts, language, business } = visit;
  const { starts, first, today, path, parameters, days } = shown;
  const byDay = new Map<string, number[]>();
  for (const { start } of starts) {
    const day = dayOf(start, business.time_zone);
    byDay.set(day, [...(byDay.get(day) ?? []), start]);
  }
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
  const timeLinks = (byDay.get(day) ?? []).map((instant) => {
    const at = new Date(instant).toISOString();
    return html`<li>
      <a class="time" href="${hrefOf(path, { ...parameters, from: first, day, at })}"
        >${timeHtml(visit, instant)}</a
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

/** A time that the script may tell in the visitor's zone. */
export function timeHtml(visit: Visit, instant: number): Html {
  return html`<time data-at datetime="${new Date(instant).toISOString()}"
    >${hourInWords(visit, instant)}</time
  >`;
}

/** Whose clocks the times are of. */
export function zoneHtml({ business: { time_zone }, texts }: Visit): Html {
  const zone = time_zone.replaceAll('_', ' ');
  return html`<p class="note">
    ${filled(texts.times_of, { zone })}
    <span data-zone="${time_zone}" data-text="${texts.also_in}" hidden></span>
  </p>`;
}
