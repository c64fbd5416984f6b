import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ANY_RESOURCE, type CreateWaitingEntryDto } from '@groupless/shared-dto';
import { BOOKING_PAGE } from '../appointments/public';
import { VisitsService } from '../auth/limits/visits.service';
import { ClientContactsService } from '../clients/contacts/client-contacts.service';
import { Clock } from '../platform/clock';
import { AppError } from '../platform/errors/app-error';
import { Answer } from '../platform/http/answer';
import { BookingPage } from '../settings/booking-page/booking-page.entity';
import { html, type Html } from '../shared/html/html';
import { dateOf } from '../shared/opening-hours/open-hours';
import { WaitingListService } from '../waiting-list/waiting-list.service';
import { anewOf, choicesOf, clientIn, parametersOf, phoneOf, wantedOf, type Wanted } from './book.service';
import { ConfirmService, WAIT_PATH as PATH } from './confirm.service';
import { FormTokensService } from './form-tokens.service';
import { hrefOf, pageAnswer } from './html/frame';
import { choicesHtml, detailsHtml } from './html/steps';
import { faultsOf, notesOf, NOTHING_TYPED, typedIn, type Typed, type TypedFaults } from './typed';
import { VisitService, type Visit } from './visit.service';
import { dayIn, fieldsOf, formOf, textIn, type Wish, wishIn } from './wish';

const PURPOSE = 'wait';
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** The days and hours that suit, as they were typed. */
interface Days {
  first: string;
  last: string;
  opens: string;
  closes: string;
}

/** Where no time suits, a visitor asks to be told of one that gets free. */
@Injectable()
export class WaitService {
  constructor(
    private readonly visits: VisitService,
    private readonly entries: WaitingListService,
    private readonly contacts: ClientContactsService,
    private readonly confirmations: ConfirmService,
    private readonly limits: VisitsService,
    private readonly tokens: FormTokensService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` */
  async show(request: FastifyRequest): Promise<Answer> {
    const visit = await this.open(request);
    const fields = fieldsOf(request.query);
    const { texts } = visit;
    if (textIn(fields, 'done') !== '') {
      const content = html`<p class="tell good" role="status">
        ${visit.is_mailed ? texts.waiting : texts.waiting_called}
      </p>`;
      return pageAnswer(visit, { heading: texts.wait_send, content, path: PATH, parameters: { done: '1' } });
    }
    const today = dateOf(this.clock.now().getTime(), visit.business.time_zone);
    const last = today.add({ days: Math.min(14, visit.page.horizon_days) });
    const days = { first: today.toString(), last: last.toString(), opens: '', closes: '' };
    return this.form(visit, waitedFor(visit, wishIn(fields)), { typed: NOTHING_TYPED, days });
  }

  /** @throws AppError `not_found`, `too_many_requests` */
  async join(request: FastifyRequest): Promise<Answer> {
    const visit = await this.open(request);
    await this.limits.count(request.ip);
    const fields = formOf(request);
    const { texts, page } = visit;
    const wanted = waitedFor(visit, wishIn(fields));
    const typed = typedIn(fields, page);
    const text = (name: string) => textIn(fields, name);
    const days = { first: text('first'), last: text('last'), opens: text('opens'), closes: text('closes') };
    const again = (status: number, tell: string, faults: TypedFaults = new Map()) =>
      this.form(visit, wanted, { typed, days, tell, faults, status });
    if (anewOf(visit, wanted) !== null) return again(400, '');
    if (text('website') !== '') return again(400, texts.not_sent);
    const unique = this.tokens.read(PURPOSE, text('token'));
    if (unique === null) return again(400, texts.expired);
    const isPhone = (one: string) => phoneOf(this.contacts, visit, one) !== undefined;
    const faults = faultsOf(typed, page, isPhone, texts);
    if (faults.size > 0) return again(400, texts.check, faults);
    if (dayIn(days.first) === null || dayIn(days.last) === null) return again(400, texts.bad_days);
    try {
      const entry = this.entryOf(visit, wanted, { typed, days });
      if (visit.confirms_contact)
        return (
          (await this.confirmations.askToWait(visit, entry, unique, request.ip)) ??
          again(400, texts.check, new Map([['note', texts.too_long]]))
        );
      await this.entries.join(entry, { caller: BOOKING_PAGE, ip: request.ip });
    } catch (error) {
      // What is offered may have changed since the form was shown.
      if (error instanceof AppError && error.code !== 'database_unavailable')
        return again(400, texts.bad_days);
      throw error;
    }
    return new Answer(303, '', { location: hrefOf(PATH, { done: '1', lang: visit.asked_language }) });
  }

  private entryOf(
    visit: Visit,
    { services, who }: Wanted,
    { typed, days }: { typed: Typed; days: Days },
  ): CreateWaitingEntryDto {
    const [from, to] = [days.opens, days.closes].map((time) => (TIME.test(time) ? time : ''));
    const hours = from || to ? { from: from || '00:00', to: to || '24:00' } : null;
    return {
      client: clientIn(typed, this.contacts, visit),
      ...(services.length > 0 && { service_ids: services.map(({ id }) => id) }),
      ...(who === null || who === ANY_RESOURCE ? { resource: ANY_RESOURCE } : { resource_id: who }),
      ...{ from: days.first, to: days.last, hours, notes: notesOf(typed, visit.page) },
    };
  }

  /**
   * Nobody waits where nothing is offered. The questions are those of a booking. Times are offered by mail, so without an
   * email who waits would never hear of one.
   */
  private async open(request: FastifyRequest): Promise<Visit> {
    const visit = await this.visits.open(request);
    if (!visit.page.waiting_list) throw new AppError('not_found', 'There is no waiting list.');
    const ask = { ...visit.page.ask, ...(visit.is_mailed && { email: 'required' as const }) };
    return { ...visit, page: Object.assign(new BookingPage(), visit.page, { questions: [], ask }) };
  }

  private form(
    visit: Visit,
    asked: Wanted,
    {
      typed,
      days,
      tell = '',
      faults = new Map(),
      status = 200,
    }: { typed: Typed; days: Days; tell?: string; faults?: TypedFaults; status?: number },
  ): Answer {
    const { texts, asked_language: lang } = visit;
    const anew = anewOf(visit, asked);
    const { wanted, before } = anew ?? { wanted: asked, before: html`` };
    const parameters = parametersOf(visit, wanted);
    const form = detailsHtml(visit, {
      action: hrefOf(PATH, { lang }),
      hidden: { ...parameters, lang: null, token: this.tokens.make(PURPOSE) },
      ...{ typed, tell: status === 200 ? tell : (anew?.tell ?? tell), faults, alternatives: [] },
      ...{ before: html`${before}${daysHtml(visit, days)}`, button: texts.wait_send },
    });
    const content = html`<p class="lead">${visit.is_mailed ? texts.wait_help : texts.wait_help_called}</p>
      ${choicesHtml(visit, choicesOf(visit, wanted))}${form}`;
    return pageAnswer(visit, {
      ...{ status, heading: texts.wait_send, content, parameters },
      path: status === 200 ? PATH : null,
    });
  }
}

/** Who names nobody waits for anyone. */
function waitedFor(visit: Visit, wish: Wish): Wanted {
  const wanted = wantedOf(visit, wish, null);
  return wanted.who === null && !wanted.gone.who ? { ...wanted, who: ANY_RESOURCE } : wanted;
}

function daysHtml({ texts }: Visit, { first, last, opens, closes }: Days): Html {
  const field = (label: string, input: Html, isOptional = false) =>
    html`<label class="field"
      ><b>${label}${isOptional && html` <span>(${texts.optional})</span>`}</b>${input}</label
    >`;
  return html`${field(texts.wait_from, html`<input type="date" name="first" value="${first}" required />`)}
  ${field(texts.wait_to, html`<input type="date" name="last" value="${last}" required />`)}
  ${field(texts.wait_hours, html`<input type="time" name="opens" value="${opens}" />`, true)}
  ${field(texts.wait_hours_to, html`<input type="time" name="closes" value="${closes}" />`, true)}`;
}
