import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  DEFAULT_RESOURCE,
  isSameName,
  type CreateAppointmentDto,
  type CreateWaitingEntryDto,
} from '@groupless/shared-dto';
import { BookingsService, type BookingTerms } from '../appointments/bookings/bookings.service';
import { BookingLinksService } from '../appointments/links/booking-links.service';
import { BOOKING_PAGE } from '../appointments/public';
import { VisitsService } from '../auth/limits/visits.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { requestKeyOf } from '../database/request-keys';
import { Clock } from '../platform/clock';
import { SealedTexts } from '../platform/crypto/sealed-text';
import { AppError } from '../platform/errors/app-error';
import { Answer } from '../platform/http/answer';
import { html } from '../shared/html/html';
import { HeldVisitsService, type MailedLink } from '../waiting-list/offers/held-visits.service';
import { WaitingListService } from '../waiting-list/waiting-list.service';
import { FormTokensService } from './form-tokens.service';
import { hrefOf, pageAnswer } from './html/frame';
import { choicesHtml, whenChoice, type Choice } from './html/steps';
import { filled } from './texts/texts-of';
import { VisitService, type Visit } from './visit.service';
import { formOf, textIn } from './wish';

const PLACE = 'unconfirmed booking of the page';
/** The end of the address that says where the link is. */
const SENT = 'sent';
const WAIT_SENT = 'wait-sent';
/** Of the page of who waits. */
export const WAIT_PATH = '/book/wait';
const MINUTE_MS = 60_000;
/** Longer addresses are cut by some programs of mail and refused by some proxies. */
const LONGEST = 4_000;

/** What a visitor chose and typed. Nothing but the link has it until it is confirmed. */
export interface Unconfirmed {
  request: CreateAppointmentDto;
  visitor: NonNullable<BookingTerms['visitor']>;
}

interface HeldBooking extends Unconfirmed {
  id: string;
  until: number;
}

/** Who is to wait only once it is confirmed. */
interface HeldEntry {
  entry: CreateWaitingEntryDto;
  id: string;
  until: number;
}

type Held = HeldBooking | HeldEntry;

/** A booking, or an entry of the waiting list, that counts only once its visitor has used the link of a mail. Opening the link changes nothing. */
@Injectable()
export class ConfirmService {
  constructor(
    private readonly visits: VisitService,
    private readonly held: HeldVisitsService,
    private readonly entries: WaitingListService,
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
   * @throws AppError as `BookingsService.book()`, and `too_many_requests`
   */
  async ask(visit: Visit, asked: Unconfirmed, unique: string, ip: string): Promise<Answer | null> {
    const { request, visitor } = asked;
    const id = idOf(unique);
    const sent = sentTo(visit, SENT);
    if ((await this.held.isHeld(id)) || (await this.links.findPath(id)) !== null) return sent;
    if (this.seal({ ...asked, id, until: 0 }).length > LONGEST) return null;
    await this.bookings.book(request, { caller: BOOKING_PAGE, ip }, { visitor, dry_run: true });
    await this.limits.countHeld(ip);
    const held = await this.held.hold(id, request, ip);
    const { resource: _, ...rest } = request;
    const own = { ...rest, external_id: id, resource_id: held.resource_id };
    const token = this.seal({ request: own, visitor, id, until: held.until });
    const link = await this.linkTo(visit, { to: request.client?.email, token, ip });
    await this.held.tell(held, { request, ...link });
    return sent;
  }

  /**
   * Mails the link by which somebody waits.
   * @param unique of the form: sent twice, it is mailed once
   * @returns null: too much was typed for a link
   * @throws AppError as `WaitingListService.enter()`
   */
  async askToWait(
    visit: Visit,
    entry: CreateWaitingEntryDto,
    unique: string,
    ip: string,
  ): Promise<Answer | null> {
    await this.entries.demandEnterable(entry, { caller: BOOKING_PAGE, ip });
    const until = this.clock.now().getTime() + visit.page.hold_minutes * MINUTE_MS;
    const held = { id: idOf(unique), entry, until };
    const token = this.seal(held);
    if (token.length > LONGEST) return null;
    await this.held.tellWaiting(held, await this.linkTo(visit, { to: entry.client?.email, token, ip }));
    return sentTo(visit, WAIT_SENT);
  }

  /** @throws AppError `not_found`, `too_many_requests` */
  async show(request: FastifyRequest, token: string): Promise<Answer> {
    const visit = await this.visits.open(request);
    if (token === SENT || token === WAIT_SENT) return sentPage(visit, token);
    const held = await this.limits.opened(this.open(token), request.ip);
    return ('entry' in held ? null : await this.toBooking(visit, held)) ?? this.page(visit, held, token);
  }

  /** @throws AppError `not_found`, `too_many_requests` */
  async act(request: FastifyRequest, token: string): Promise<Answer> {
    const visit = await this.visits.open(request);
    const held = await this.limits.opened(this.open(token), request.ip);
    await this.limits.countByLink(held.id);
    if (this.tokens.read(purposeOf(held), textIn(formOf(request), 'token')) === null)
      return this.page(visit, held, token, { tell: visit.texts.expired, status: 400 });
    return (
      ('entry' in held
        ? await this.enter(visit, held, request.ip)
        : await this.book(visit, held, request.ip)) ??
      this.page(visit, { ...held, until: 0 }, token, { status: 409 })
    );
  }

  /** @returns null: it is held no more */
  private async book(visit: Visit, held: HeldBooking, ip: string): Promise<Answer | null> {
    const { request, visitor, id } = held;
    const is_booked = await isDone(() =>
      this.bookings.book(request, { caller: BOOKING_PAGE, ip }, { visitor, held_id: id }),
    );
    return is_booked ? this.toBooking(visit, held) : null;
  }

  /**
   * The place in the order is that of now. A link enters once, also where its client waits no more.
   * @returns null: it is over
   */
  private async enter(visit: Visit, { entry, id, until }: HeldEntry, ip: string): Promise<Answer | null> {
    if (until <= this.clock.now().getTime() || !visit.page.waiting_list) return null;
    const request = requestKeyOf('waiting', BOOKING_PAGE, id, entry);
    if (!(await isDone(() => this.entries.join(entry, { caller: BOOKING_PAGE, ip }, request)))) return null;
    return new Answer(303, '', { location: hrefOf(WAIT_PATH, { done: '1', lang: visit.asked_language }) });
  }

  private async toBooking(
    { asked_language: lang, page }: Visit,
    { id }: HeldBooking,
  ): Promise<Answer | null> {
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
    const { texts, asked_language: lang } = visit;
    const isOpen = held.until > this.clock.now().getTime();
    const [over, start] =
      'entry' in held ? [texts.confirm_wait_over, WAIT_PATH] : [texts.confirm_over, '/book'];
    const content = html`<h2>${texts.confirm_contact}</h2>
      ${isOpen ? html`<p class="lead">${texts.confirm_lead}</p>` : html`<p class="tell" role="status">${over}</p>`}
      ${tell !== '' && html`<p class="tell bad" role="alert">${tell}</p>`}
      ${choicesHtml(visit, linesOf(visit, held))}
      ${
        isOpen
          ? html`<form method="post" action="${hrefOf(pathOf(token), { lang })}">
              <input type="hidden" name="token" value="${this.tokens.make(purposeOf(held))}" />
              <button class="button main wide">${texts.do_confirm}</button>
            </form>`
          : html`<p><a href="${hrefOf(start, { lang })}">${texts.to_start}</a></p>`
      }`;
    return pageAnswer(visit, { status, heading: texts.confirm_contact, content, path: pathOf(token) });
  }

  private async linkTo(
    { language }: Visit,
    { to = '', token, ip }: { to?: string; token: string; ip: string },
  ): Promise<MailedLink> {
    const url = `${this.settings.public_url ?? ''}${pathOf(token)}`;
    return { to, language, url, is_allowed: await this.limits.allowsMail(to, ip) };
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

function linesOf(visit: Visit, held: Held): Choice[] {
  const { texts, business } = visit;
  const { service_ids = [], resource_id = '' } = 'entry' in held ? held.entry : held.request;
  const line = (term: string, value: string): Choice[] =>
    value === '' ? [] : [{ term, value, change: null }];
  const nameOf = (id: string) =>
    [...business.rows.services, ...business.rows.resources].find((row) => row.id === id)?.name ?? '';
  const resource = nameOf(resource_id);
  return [
    ...line(texts.service, service_ids.map(nameOf).join(', ')),
    ...('entry' in held
      ? daysOf(visit, held.entry).flatMap(([term, value]) => line(term, value))
      : [whenChoice(visit, new Date(held.request.starts_at))]),
    ...line(texts.with, isSameName(resource, DEFAULT_RESOURCE) ? '' : resource),
    ...line(texts.where, business.address),
  ];
}

function daysOf({ texts, language }: Visit, { from, to, hours }: CreateWaitingEntryDto): [string, string][] {
  const day = new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'full' });
  return [
    [texts.wait_from, day.format(Date.parse(from))],
    [texts.wait_to, day.format(Date.parse(to))],
    [texts.wait_hours, hours?.from ?? ''],
    [texts.wait_hours_to, hours?.to ?? ''],
  ];
}

/** @returns false: it was refused */
async function isDone(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'database_unavailable') return false;
    throw error;
  }
}

function sentTo({ asked_language: lang }: Visit, sent: string): Answer {
  return new Answer(303, '', { location: hrefOf(pathOf(sent), { lang }) });
}

function sentPage(visit: Visit, sent: string): Answer {
  const { texts, page } = visit;
  const text = sent === WAIT_SENT ? texts.confirm_wait_sent : texts.confirm_sent;
  const content = html`<h2>${texts.confirm_contact}</h2>
    <p class="tell wait" role="status">${filled(text, { minutes: page.hold_minutes })}</p>
    <p>${texts.confirm_no_mail}</p>`;
  return pageAnswer(visit, { heading: texts.confirm_contact, content, path: pathOf(sent) });
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
