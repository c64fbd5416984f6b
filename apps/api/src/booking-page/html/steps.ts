import { ANY_RESOURCE, LIMITS, type ServiceDto } from '@groupless/shared-dto';
import { html, type Html } from '../../shared/html/html';
import type { NamedRow } from '../../shared/known-names';
import { NOTE_MAX, policyOf, type Typed, type TypedFaults } from '../typed';
import { filled } from '../texts/texts-of';
import type { Visit } from '../visit.service';
import { hrefOf, type Parameters } from './frame';
import { timeHtml, whenInWords, zoneHtml } from './times';

/** A service that can be chosen. */
export type OfferedService = ServiceDto & NamedRow;

/** A line of what is chosen, with the address where it is chosen anew. */
export interface Choice {
  term: string;
  value: string;
  /** The instant that the value says, in milliseconds since 1970. */
  at?: number;
  change: string | null;
}

/** What is chosen so far. */
export function choicesHtml(visit: Visit, choices: readonly Choice[]): Html | null {
  const { texts } = visit;
  if (choices.length === 0) return null;
  const lines = html`<dl>
    ${choices.map(
      ({ term, value, at, change }) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${at === undefined ? value : timeHtml(at, value)}</dd>
          ${change !== null && html`<dd><a href="${change}" aria-label="${texts.change}: ${term}">${texts.change}</a></dd>`}
        </div>`,
    )}
  </dl>`;
  return html`${lines}${choices.some(({ at }) => at !== undefined) && zoneHtml(visit)}`;
}

/** The line that says when something is, by the clocks of the business and, with scripts, of the visitor. */
export function whenChoice(visit: Visit, instant: Date, change: string | null = null): Choice {
  return { term: visit.texts.when, value: whenInWords(visit, instant), at: instant.getTime(), change };
}

export function servicesHtml(
  visit: Visit,
  services: readonly OfferedService[],
  {
    path,
    lang,
    chosen,
    tell,
  }: { path: string; lang: string | null; chosen: readonly string[]; tell: string },
): Html {
  const { texts, page } = visit;
  return html`${page.text !== '' && html`<p class="lead">${page.text}</p>`}
    <h2>${texts.choose_services}</h2>
    ${tell !== '' && html`<p class="tell bad" role="alert">${tell}</p>`}
    <form method="get" action="${path}">
      ${lang !== null && html`<input type="hidden" name="lang" value="${lang}" />`}
      ${serviceRowsHtml(visit, services, chosen)}
      <button class="button main wide">${texts.next}</button>
    </form>`;
}

/** The services as fields of a form. */
export function serviceRowsHtml(
  { texts }: Visit,
  services: readonly OfferedService[],
  chosen: readonly string[],
): Html {
  const rows = services.map(
    ({ id, name, description = '', price = '', duration_minutes: minutes }) =>
      html`<li>
        <label class="row">
          <input type="checkbox" name="service" value="${id}" ${chosen.includes(id) && html` checked`} />
          <span><b>${name}</b>${description !== '' && html`<small>${description}</small>`}</span>
          <span class="end"
            >${price !== '' && html`${price}<br />`}${filled(texts.minutes, { minutes })}</span
          >
        </label>
      </li>`,
  );
  return html`<ul class="list">
      ${rows}
    </ul>
    ${services.length > 1 && html`<p class="note">${texts.services_help}</p>`}`;
}

/** With whom, as fields of a form. */
export function whoRowsHtml({ texts }: Visit, resources: readonly NamedRow[]): Html {
  const rows = [{ id: ANY_RESOURCE, name: texts.anyone }, ...resources].map(
    ({ id, name }) =>
      html`<li>
        <label class="row"
          ><input type="radio" name="who" value="${id}" required /><span><b>${name}</b></span></label
        >
      </li>`,
  );
  return html`<ul class="list">
    ${rows}
  </ul>`;
}

export function whoHtml(
  { texts }: Visit,
  resources: readonly NamedRow[],
  { path, parameters }: { path: string; parameters: Parameters },
): Html {
  const row = (who: string, name: string, help: string) =>
    html`<li>
      <a class="row" href="${hrefOf(path, { ...parameters, who })}"
        ><span><b>${name}</b>${help !== '' && html`<small>${help}</small>`}</span></a
      >
    </li>`;
  return html`<h2>${texts.choose_who}</h2>
    <ul class="list">
      ${row(ANY_RESOURCE, texts.anyone, texts.anyone_help)}${resources.map(({ id, name }) => row(id, name, ''))}
    </ul>`;
}

export interface DetailsShown {
  /** The form's address, and what it brings back. */
  action: string;
  hidden: Parameters;
  typed: Typed;
  faults: TypedFaults;
  /** What went wrong; empty: nothing. */
  tell: string;
  /** Free times in place of a taken one. */
  alternatives: readonly number[];
  /** What is asked before the details. */
  before?: Html;
  /** Unless it books. */
  button?: string;
}

export function detailsHtml(
  visit: Visit,
  { action, hidden, typed, faults, tell, alternatives, before = html``, button }: DetailsShown,
): Html {
  const { texts, page } = visit;
  const { ask, questions } = page;
  const inputs = Object.entries(hidden).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one) => (one === null ? [] : html`<input type="hidden" name="${name}" value="${one}" />`)),
  );
  const field = (name: string, label: string, control: (more: Html) => Html, isOptional: boolean) => {
    const fault = faults.get(name);
    const more = fault === undefined ? html`` : html` aria-invalid="true" aria-describedby="${name}-fault"`;
    return html`<label class="field"
      ><b>${label}${isOptional && html` <span>(${texts.optional})</span>`}</b
      >${control(more)}${fault !== undefined && html`<span class="fault" id="${name}-fault">${fault}</span>`}</label
    >`;
  };
  const isOptional = (contact: 'phone' | 'email') => ask[contact] === 'optional';
  const contacts = [
    ask.phone !== 'off' &&
      field(
        'phone',
        texts.phone,
        (more) =>
          html`<input
            name="phone"
            type="tel"
            autocomplete="tel"
            maxlength="${LIMITS.phone.max}"
            value="${typed.phone}"
            ${ask.phone === 'required' && html` required`}${more}
          />`,
        isOptional('phone'),
      ),
    ask.email !== 'off' &&
      field(
        'email',
        texts.email,
        (more) =>
          html`<input
            name="email"
            type="email"
            autocomplete="email"
            maxlength="${LIMITS.email.max}"
            value="${typed.email}"
            ${ask.email === 'required' && html` required`}${more}
          />`,
        isOptional('email'),
      ),
  ];
  const asked = questions.map(({ label, required }, index) =>
    field(
      `q${index}`,
      label,
      (more) =>
        html`<input
          name="q${index}"
          maxlength="${LIMITS.booking_page.questions.answer.max}"
          value="${typed.answers[index] ?? ''}"
          ${required && html` required`}${more}
        />`,
      !required,
    ),
  );
  const others = alternatives.map((start) => {
    const at = new Date(start);
    return html`<li>
      <button class="row wide" name="at" value="${at.toISOString()}">
        ${timeHtml(start, whenInWords(visit, at))}
      </button>
    </li>`;
  });
  return html`${tell !== '' && html`<p class="tell bad" role="alert">${tell}</p>`}
    <form method="post" action="${action}">
      ${inputs}
      ${
        others.length > 0 &&
        html`<ul class="list">
          ${others}
        </ul>`
      }
      ${before}
      <h2>${texts.your_details}</h2>
      ${field('name', texts.name, (more) => html`<input name="name" autocomplete="name" maxlength="${LIMITS.client_name.max}" value="${typed.name}" required${more} />`, false)}
      ${contacts} ${asked}
      ${field('note', texts.note, (more) => html`<textarea name="note" maxlength="${NOTE_MAX}" ${more}>${typed.note}</textarea>`, true)}
      <p class="trap" aria-hidden="true">
        <label>Website <input name="website" tabindex="-1" autocomplete="off" /></label>
      </p>
      ${privacyHtml(visit, typed, faults.get('agreed'))}
      ${others.length === 0 && html`<button class="button main wide">${button ?? (page.confirm ? texts.book : texts.request)}</button>`}
    </form>`;
}

/** The policy stands beside the box, so that its link does not tick it. */
function privacyHtml({ texts, page }: Visit, { agreed }: Typed, fault: string | undefined): Html {
  const policy = policyOf(page);
  if (policy === null) return html``;
  return html`<div class="agree">
    <label
      ><input
        type="checkbox"
        name="agreed"
        value="${policy}"
        required${agreed === policy && html` checked`}${fault !== undefined && html` aria-invalid="true" aria-describedby="agreed-fault"`}
      />
      <span>${texts.agree}</span></label
    >
    <a href="${page.privacy_url ?? ''}" target="_blank" rel="noopener noreferrer">${texts.privacy}</a>
    ${fault !== undefined && html`<span class="fault" id="agreed-fault">${fault}</span>`}
  </div>`;
}
