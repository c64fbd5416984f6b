import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DEFAULT_RESOURCE, isSameName, type CreateAppointmentDto } from '@groupless/shared-dto';
import { BookingsService, type BookingTerms } from '../appointments/bookings/bookings.service';
import { BookingLinksService } from '../appointments/links/booking-links.service';
import { BOOKING_PAGE } from '../appointments/public';
import { VisitsService } from '../auth/limits/visits.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { Clock } from '../platform/clock';
import { SealedTexts } from '../platform/crypto/sealed-text';
import { AppError } from '../platform/errors/app-error';
import { Answer } from '../platform/http/answer';
import { html } from '../shared/html/html';
import { HeldVisitsService } from '../waiting-list/offers/held-visits.service';
import { FormTokensService } from './form-tokens.service';
import { hrefOf, pageAnswer } from './html/frame';
import { choicesHtml, whenChoice } from './html/steps';
import { filled } from './texts/texts-of';
import { VisitService, type Visit } from './visit.service';
import { formOf, textIn } from './wish';

const PLACE = 'unconfirmed booking of the page';
/** The end of the address that says where the link is. */
const SENT = 'sent';
/** Longer addresses are cut by some programs of mail and refused by some proxies. */
const LONGEST = 4_000;

/** What a visitor chose and typed. Nothing but the link has it until it is confirmed. */
export interface Unconfirmed {
  request: CreateAppointmentDto;
  visitor: NonNullable<BookingTerms['visitor']>;
}

interface Held extends Unconfirmed {
  id: string;
  until: number;
}

/** A booking that counts only once its visitor has used the link of a mail. Opening the link changes nothing. */
@Injectable()
export class ConfirmService {
  constructor(
    private readonly visits: VisitService,
    private readonly held: HeldVisitsService,
    private readonly bookings: BookingsService,
    private readonly links: BookingLinksService,
    private readonly limits: VisitsService,
    private readonly tokens: FormTokensService,
    private readonly sealing: SealedTexts,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  /**
   * Holds the time and mails the link.
   * @param unique of the form: sent twice, it is held once
   * @returns null: too much was typed for a link
   * @throws AppError as `BookingsService.book()`
   */
  async ask(visit: Visit, asked: Unconfirmed, unique: string, ip: string): Promise<Answer | null> {
    const { request, visitor } = asked;
    const id = idOf(unique);
    const sent = new Answer(303, '', { location: hrefOf(pathOf(SENT), { lang: visit.asked_language }) });
    if ((await this.held.isHeld(id)) || (await this.links.findPath(id)) !== null) return sent;
    if (this.seal({ ...asked, id, until: 0 }).length > LONGEST) return null;
    await this.bookings.book(request, { caller: BOOKING_PAGE, ip }, { visitor, dry_run: true });
    const held = await this.held.hold(id, request, ip);
    const { resource: _, ...rest } = request;
    const own = { ...rest, external_id: id, resource_id: held.resource_id };
    const token = this.seal({ request: own, visitor, id, until: held.until });
    const url = `${this.settings.public_url ?? ''}${pathOf(token)}`;
    await this.held.tell(held, { request, to: request.client?.email ?? '', language: visit.language, url });
    return sent;
  }

  /** @throws AppError `not_found`, `too_many_requests` */
  async show(request: FastifyRequest, token: string): Promise<Answer> {
    const visit = await this.visits.open(request);
    if (token === SENT) return sentPage(visit);
    const held = await this.limits.opened(this.open(token), request.ip);
    return (await this.toBooking(visit, held)) ?? this.page(visit, held, token);
  }

  /** @throws AppError `not_found`, `too_many_requests` */
  async act(request: FastifyRequest, token: string): Promise<Answer> {
    const visit = await this.visits.open(request);
    await this.limits.count(request.ip);
    const held = await this.limits.opened(this.open(token), request.ip);
    if (this.tokens.read(purposeOf(held), textIn(formOf(request), 'token')) === null)
      return this.page(visit, held, token, { tell: visit.texts.expired, status: 400 });
    const isBooked = await this.book(held, request.ip);
    return (
      (isBooked ? await this.toBooking(visit, held) : null) ??
      this.page(visit, { ...held, until: 0 }, token, { status: 409 })
    );
  }

  /** @returns false: it is held no more */
  private async book({ request, visitor, id }: Held, ip: string): Promise<boolean> {
    try {
      await this.bookings.book(request, { caller: BOOKING_PAGE, ip }, { visitor, held_id: id });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code !== 'database_unavailable') return false;
      throw error;
    }
  }

  private async toBooking({ asked_language: lang, page }: Visit, { id }: Held): Promise<Answer | null> {
    const path = await this.links.findPath(id);
    const done = page.confirm ? 'booked' : 'requested';
    return path === null ? null : new Answer(303, '', { location: hrefOf(path, { done, lang }) });
  }

  private page(
    visit: Visit,
    held: Held,
    token: string,
    { tell = '', status = 200 }: { tell?: string; status?: number } = {},
  ): Answer {
    const { texts, asked_language: lang, business } = visit;
    const { request, until } = held;
    const isOpen = until > this.clock.now().getTime();
    const line = (term: string, value: string) => (value === '' ? [] : [{ term, value, change: null }]);
    const nameOf = (id: string) =>
      [...business.rows.services, ...business.rows.resources].find((row) => row.id === id)?.name ?? '';
    const resource = nameOf(request.resource_id ?? '');
    const content = html`<h2>${texts.confirm_contact}</h2>
      ${isOpen ? html`<p class="lead">${texts.confirm_lead}</p>` : html`<p class="tell" role="status">${texts.confirm_over}</p>`}
      ${tell !== '' && html`<p class="tell bad" role="alert">${tell}</p>`}
      ${choicesHtml(visit, [
        ...line(texts.service, (request.service_ids ?? []).map(nameOf).join(', ')),
        whenChoice(visit, new Date(request.starts_at)),
        ...line(texts.with, isSameName(resource, DEFAULT_RESOURCE) ? '' : resource),
        ...line(texts.where, business.address),
      ])}
      ${
        isOpen
          ? html`<form method="post" action="${hrefOf(pathOf(token), { lang })}">
              <input type="hidden" name="token" value="${this.tokens.make(purposeOf(held))}" />
              <button class="button main wide">${texts.do_confirm}</button>
            </form>`
          : html`<p><a href="${hrefOf('/book', { lang })}">${texts.to_start}</a></p>`
      }`;
    return pageAnswer(visit, { status, heading: texts.confirm_contact, content, path: pathOf(token) });
  }

  private seal(held: Held): string {
    return this.sealing.seal(deflateRawSync(JSON.stringify(held)).toString('base64url'), PLACE);
  }

  /** Null: it opens nothing. */
  private open(token: string): Held | null {
    try {
      const text = this.sealing.open(token, PLACE);
      return JSON.parse(inflateRawSync(Buffer.from(text, 'base64url')).toString()) as Held;
    } catch {
      return null;
    }
  }
}

function sentPage(visit: Visit): Answer {
  const { texts, page } = visit;
  const content = html`<h2>${texts.confirm_contact}</h2>
    <p class="tell wait" role="status">${filled(texts.confirm_sent, { minutes: page.hold_minutes })}</p>`;
  return pageAnswer(visit, { heading: texts.confirm_contact, content, path: pathOf(SENT) });
}

function pathOf(token: string): string {
  return `/book/c/${token}`;
}

/** A form is good for one booking. */
function purposeOf({ id }: Held): string {
  return `confirm ${id}`;
}

/** Of a form, as a UUID. */
function idOf(unique: string): string {
  const hex = createHash('sha256').update(unique).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
