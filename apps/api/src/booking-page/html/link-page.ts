import { inOneLine, isSameName, DEFAULT_RESOURCE } from '@groupless/shared-dto';
import type { BookedAppointment } from '../../appointments/appointment.entity';
import { html, type Html } from '../../shared/html/html';
import type { PageTexts } from '../texts/page-texts';
import { filled } from '../texts/texts-of';
import type { Visit } from '../visit.service';
import { hrefOf } from './frame';
import { choicesHtml, whenChoice, type Choice } from './steps';
import { timeHtml, whenInWords } from './times';

/** What can be done by a link. */
export const ACTS = ['move', 'cancel', 'restore'] as const;
export type Act = (typeof ACTS)[number];

export interface LinkShown {
  path: string;
  lang: string | null;
  done: keyof PageTexts['done'] | null;
  /** What went wrong; empty: nothing. */
  tell: string;
  may_change: boolean;
  has_begun: boolean;
  /** The token of the form that takes a cancellation back; null: it cannot be. */
  restore: string | null;
}

const LOOKS = { pending: 'wait', confirmed: 'good', completed: '', cancelled: '', no_show: '' } as const;

export function linkHtml(visit: Visit, appointment: BookedAppointment, shown: LinkShown): Html {
  const { texts } = visit;
  const { path, lang, done, tell, may_change, has_begun, restore } = shown;
  const { status } = appointment;
  const isLive = status === 'pending' || status === 'confirmed';
  const state = done === null ? texts.status[status] : texts.done[done];
  return html`<h2>${texts.your_booking}</h2>
    <p class="tell ${LOOKS[status]}" role="status">${state}</p>
    ${tell !== '' && html`<p class="tell bad" role="alert">${tell}</p>`} ${bookingHtml(visit, appointment)}
    ${isLive && has_begun && html`<p class="tell">${texts.over}</p>`}
    ${isLive && !has_begun && !may_change && html`<p class="tell">${texts.too_late}</p>`}
    ${
      isLive &&
      !has_begun &&
      html`<p class="buttons">
          ${
            may_change &&
            html`<a class="button" href="${hrefOf(path, { step: 'move', lang })}">${texts.move}</a>
              <a class="button" href="${hrefOf(path, { step: 'cancel', lang })}">${texts.cancel}</a>`
          }
          <a class="button" href="${path}/calendar.ics">${texts.calendar}</a>
        </p>
        <p class="note">${texts.keep_link}</p>`
    }
    ${
      restore !== null &&
      html`<form method="post" action="${hrefOf(path, { lang })}">
          <input type="hidden" name="token" value="${restore}" />
          <p class="buttons">
            <button class="button main" name="act" value="restore">${texts.take_back}</button>
          </p>
        </form>
        <p class="note">${texts.take_back_help}</p>`
    }
    ${!isLive && html`<p><a href="${hrefOf('/book', { lang })}">${texts.book_another}</a></p>`}`;
}

/** Asks before something is done, since what follows links on its own sends no forms. */
export function questionHtml(
  visit: Visit,
  appointment: BookedAppointment,
  {
    path,
    lang,
    act,
    at,
    token,
  }: { path: string; lang: string | null; act: 'move' | 'cancel'; at: string | null; token: string },
): Html {
  const { texts } = visit;
  const question = act === 'move' ? texts.move_to : texts.cancel_question;
  return html`<h2>${question}</h2>
    ${act === 'move' && at !== null && html`<p class="tell">${timeHtml(Date.parse(at), whenInWords(visit, new Date(at)))}</p>`}
    ${bookingHtml(visit, appointment)}
    <form method="post" action="${hrefOf(path, { lang })}">
      <input type="hidden" name="token" value="${token}" />
      ${at !== null && html`<input type="hidden" name="at" value="${at}" />`}
      <p class="buttons">
        <a class="button" href="${hrefOf(path, { lang })}">${texts.keep}</a>
        <button class="button main" name="act" value="${act}">
          ${act === 'move' ? texts.move_now : texts.cancel_now}
        </button>
      </p>
    </form>`;
}

function bookingHtml(visit: Visit, appointment: BookedAppointment): Html | null {
  const { texts, business } = visit;
  const { services, title, resource, given, attendee_name, starts_at, ends_at } = appointment;
  // As it was given: whether a client has another name is nothing to know.
  const name = given?.name ?? attendee_name;
  const minutes = Math.round((ends_at.getTime() - starts_at.getTime()) / 60_000);
  const what = inOneLine(services) || title;
  const line = (term: string, value: string | null): Choice[] =>
    value === null || value === '' ? [] : [{ term, value, change: null }];
  const length = filled(texts.minutes, { minutes });
  return choicesHtml(visit, [
    ...line(texts.service, what === '' ? length : `${what} (${length})`),
    whenChoice(visit, starts_at),
    ...line(texts.with, isSameName(resource, DEFAULT_RESOURCE) ? null : resource),
    ...line(texts.for, name),
    ...line(texts.where, business.address),
  ]);
}
