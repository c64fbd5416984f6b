import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DEFAULT_RESOURCE, isSameName } from '@groupless/shared-dto';
import { BookingLinksService } from '../appointments/links/booking-links.service';
import { WAITING_LIST } from '../appointments/public';
import { VisitsService } from '../auth/limits/visits.service';
import { Clock } from '../platform/clock';
import { AppError } from '../platform/errors/app-error';
import { Answer } from '../platform/http/answer';
import { html } from '../shared/html/html';
import { OfferLinksService } from '../waiting-list/offers/offer-links.service';
import { OffersService } from '../waiting-list/offers/offers.service';
import type { WaitingEntry } from '../waiting-list/waiting-entry.entity';
import { FormTokensService } from './form-tokens.service';
import { hrefOf, pageAnswer } from './html/frame';
import { choicesHtml, whenChoice } from './html/steps';
import { filled } from './texts/texts-of';
import { VisitService, type Visit } from './visit.service';
import { formOf, textIn } from './wish';

const ACTS = ['take', 'decline'] as const;

/** What who waits sees of an offered time, and does with it. Nothing changes but by a form that a person sends. */
@Injectable()
export class OfferService {
  constructor(
    private readonly visits: VisitService,
    private readonly links: OfferLinksService,
    private readonly offers: OffersService,
    private readonly bookings: BookingLinksService,
    private readonly limits: VisitsService,
    private readonly tokens: FormTokensService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found`, `too_many_requests` */
  async show(request: FastifyRequest, token: string): Promise<Answer> {
    const visit = await this.visits.open(request);
    const entry = await this.open(token, request.ip);
    // By then the appointment has a link of its own.
    return (
      (entry.status === 'booked' ? await this.toBooking(visit, entry) : null) ??
      this.page(visit, entry, token)
    );
  }

  /** @throws AppError `not_found`, `too_many_requests` */
  async act(request: FastifyRequest, token: string): Promise<Answer> {
    const visit = await this.visits.open(request);
    const entry = await this.open(token, request.ip);
    await this.limits.countByLink(entry.id);
    const fields = formOf(request);
    const act = ACTS.find((one) => one === textIn(fields, 'act'));
    const isMeant = this.tokens.read(purposeOf(entry), textIn(fields, 'token')) !== null;
    if (act === undefined || !isMeant) return this.page(visit, entry, token, visit.texts.expired, 400);
    if (act === 'decline') {
      await this.offers.decline(entry);
      return new Answer(303, '', { location: hrefOf(pathOf(token), { lang: visit.asked_language }) });
    }
    const isTaken = await this.take(entry, request.ip);
    const now = await this.open(token, request.ip);
    return (
      (isTaken ? await this.toBooking(visit, now) : null) ??
      this.page(visit, now, token, visit.texts.taken_none, 409)
    );
  }

  private async open(token: string, ip: string): Promise<WaitingEntry> {
    return this.limits.opened(await this.links.find(token), ip);
  }

  /** @returns false: it could not be had any more */
  private async take(entry: WaitingEntry, ip: string): Promise<boolean> {
    try {
      return (await this.offers.take(entry, { caller: WAITING_LIST, ip })) !== null;
    } catch (error) {
      if (error instanceof AppError && error.code !== 'database_unavailable') return false;
      throw error;
    }
  }

  private async toBooking(
    { asked_language: lang, page }: Visit,
    { offer_id }: WaitingEntry,
  ): Promise<Answer | null> {
    const path = offer_id === null ? null : await this.bookings.findPath(offer_id);
    if (path === null) return null;
    return new Answer(303, '', {
      location: hrefOf(path, { done: page.confirm ? 'booked' : 'requested', lang }),
    });
  }

  private page(visit: Visit, entry: WaitingEntry, token: string, tell = '', status = 200): Answer {
    const { texts, asked_language: lang, business } = visit;
    const { offered_starts_at, offered_until, offered_resource, services = [] } = entry;
    const path = pathOf(token);
    const isOpen = entry.status === 'offered' && Number(offered_until) > this.clock.now().getTime();
    const line = (term: string, value: string) => (value === '' ? [] : [{ term, value, change: null }]);
    const isNamed = offered_resource && !isSameName(offered_resource, DEFAULT_RESOURCE);
    const until = new Intl.DateTimeFormat(visit.language, {
      timeZone: business.time_zone,
      timeStyle: 'short',
    }).format(offered_until ?? undefined);
    const state = isOpen
      ? filled(texts.kept_until, { until })
      : entry.status === 'declined'
        ? texts.declined
        : texts.offer_over;
    const content = html`<h2>${texts.offered}</h2>
      <p class="tell ${isOpen ? 'wait' : ''}" role="status">${state}</p>
      ${tell !== '' && html`<p class="tell bad" role="alert">${tell}</p>`}
      ${choicesHtml(visit, [
        ...line(texts.service, services.join(', ')),
        ...(offered_starts_at === null ? [] : [whenChoice(visit, offered_starts_at)]),
        ...line(texts.with, isNamed ? offered_resource : ''),
        ...line(texts.where, business.address),
      ])}
      ${
        isOpen
          ? html`<form method="post" action="${hrefOf(path, { lang })}">
              <input type="hidden" name="token" value="${this.tokens.make(purposeOf(entry))}" />
              <p class="buttons">
                <button class="button" name="act" value="decline">${texts.decline}</button>
                <button class="button main" name="act" value="take">${texts.take}</button>
              </p>
            </form>`
          : html`<p><a href="${hrefOf('/book', { lang })}">${texts.to_start}</a></p>`
      }`;
    return pageAnswer(visit, { status, heading: texts.offered, content, path });
  }
}

function pathOf(token: string): string {
  return `/book/w/${encodeURIComponent(token)}`;
}

/** A form is good for one offer. */
function purposeOf({ offer_id }: WaitingEntry): string {
  return `offer ${offer_id ?? ''}`;
}
