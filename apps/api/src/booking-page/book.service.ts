import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ANY_RESOURCE, isLive, isOffered, type AppointmentDto } from '@groupless/shared-dto';
import { AvailabilityService } from '../appointments/availability/availability.service';
import { BookingsService } from '../appointments/bookings/bookings.service';
import { BookingLinksService } from '../appointments/links/booking-links.service';
import { BOOKING_PAGE } from '../appointments/public';
import { VisitsService } from '../auth/limits/visits.service';
import { ClientContactsService } from '../clients/contacts/client-contacts.service';
import { Clock } from '../platform/clock';
import { SealedTexts } from '../platform/crypto/sealed-text';
import { toAppError } from '../platform/errors/to-app-error';
import { Answer } from '../platform/http/answer';
import type { NamedRow } from '../shared/known-names';
import { oneLine } from '../shared/one-line';
import { ConfirmService } from './confirm.service';
import { FormTokensService } from './form-tokens.service';
import { hrefOf, pageAnswer, type Parameters } from './html/frame';
import {
  choicesHtml,
  detailsHtml,
  serviceRowsHtml,
  servicesHtml,
  whenChoice,
  whoHtml,
  whoRowsHtml,
  type Choice,
  type DetailsShown,
  type OfferedService,
} from './html/steps';
import { daysShown, timesHtml } from './html/times';
import { filled } from './texts/texts-of';
import { faultsOf, isGiven, notesOf, NOTHING_TYPED, policyOf, typedIn, type Typed } from './typed';
import { VisitService, type Visit } from './visit.service';
import { fieldsOf, formOf, textIn, type Wish, wishIn } from './wish';
import { html, type Html } from '../shared/html/html';

const PURPOSE = 'book';

/** What a visitor wants, as far as it can be had. */
export interface Wanted {
  wish: Wish;
  /** What can be chosen. */
  offered: readonly OfferedService[];
  services: readonly OfferedService[];
  /** Who does all of it. */
  resources: readonly NamedRow[];
  /** The id of a resource, or `any`; null: it has yet to be chosen. */
  who: string | null;
  /** What of the wish is not offered: it was taken off the page meanwhile, say. */
  gone: Readonly<Record<'services' | 'who', boolean>>;
  path: string;
}

/** What a form has to choose anew, and how it asks for that. */
interface Anew {
  tell: string;
  before: Html;
  /** Without what is asked for. */
  wanted: Wanted;
}

/** The steps of the booking page. Each is an address; the booking alone is a form that is sent. */
@Injectable()
export class BookService {
  constructor(
    private readonly visits: VisitService,
    private readonly availability: AvailabilityService,
    private readonly bookings: BookingsService,
    private readonly links: BookingLinksService,
    private readonly contacts: ClientContactsService,
    private readonly confirmations: ConfirmService,
    private readonly limits: VisitsService,
    private readonly tokens: FormTokensService,
    private readonly sealing: SealedTexts,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` */
  async show(request: FastifyRequest, slug: string | null): Promise<Answer> {
    const visit = await this.visits.open(request, slug);
    return this.stepOf(visit, wantedOf(visit, wishIn(fieldsOf(request.query)), slug), 200);
  }

  /** @throws AppError `not_found`, `too_many_requests` */
  async book(request: FastifyRequest, slug: string | null): Promise<Answer> {
    const visit = await this.visits.open(request, slug);
    await this.limits.count(request.ip);
    const fields = formOf(request);
    const wanted = wantedOf(visit, wishIn(fields), slug);
    const { wish } = wanted;
    if (wish.at === null || isNothingOffered(visit, wanted)) return this.stepOf(visit, wanted, 400);
    const { texts, page } = visit;
    const typed = typedIn(fields, page);
    const anew = anewOf(visit, wanted);
    if (anew !== null) {
      const { tell, before } = anew;
      return this.details(visit, anew.wanted, { typed, tell, before }, 400);
    }
    const again = (status: number, tell: string, more: Partial<DetailsShown> = {}) =>
      this.details(visit, wanted, { typed, tell, ...more }, status);
    if (textIn(fields, 'website') !== '') return again(400, texts.not_sent);
    const unique = this.tokens.read(PURPOSE, textIn(fields, 'token'));
    if (unique === null) return again(400, texts.expired);
    const isPhone = (text: string) => phoneOf(this.contacts, visit, text) !== undefined;
    const faults = faultsOf(typed, page, isPhone, texts);
    if (faults.size > 0) return again(400, texts.check, { faults });
    try {
      return (
        (await this.store(visit, { wanted, typed, unique, ip: request.ip })) ??
        again(400, texts.check, { faults: new Map([['note', texts.too_long]]) })
      );
    } catch (error) {
      return again(...refusalOf(error, visit));
    }
  }

  /** @returns null: too much was typed to be confirmed by a link */
  private async store(
    visit: Visit,
    { wanted, typed, unique, ip }: { wanted: Wanted; typed: Typed; unique: string; ip: string },
  ): Promise<Answer | null> {
    const { page, asked_language: lang } = visit;
    const { services, who, wish } = wanted;
    const client = clientIn(typed, this.contacts, visit);
    const contact = client.phone ?? client.email?.toLowerCase();
    const hash = this.sealing.fingerprint(JSON.stringify(['visitor', this.limits.networkOf(ip), contact]));
    const visitor = { hash, most: page.open_per_visitor, agreed_to: policyOf(page) };
    const request = {
      external_id: unique,
      client,
      starts_at: wish.at ?? '',
      ...(services.length > 0 && { service_ids: services.map(({ id }) => id) }),
      ...(who === ANY_RESOURCE ? { resource: ANY_RESOURCE } : { resource_id: who ?? '' }),
      notes: notesOf(typed, page),
    };
    if (visit.confirms_contact) return this.confirmations.ask(visit, { request, visitor }, unique, ip);
    const { row } = await this.bookings.book(request, { caller: BOOKING_PAGE, ip }, { visitor });
    const { id, status }: AppointmentDto = row.row;
    const path = await this.links.findPath(id);
    const done = status === 'confirmed' ? 'booked' : 'requested';
    // Whoever reloads that page sends no form again.
    const location = path === null ? wanted.path : hrefOf(path, { done: isLive(status) ? done : null, lang });
    return new Answer(303, '', { location });
  }

  private async stepOf(visit: Visit, wanted: Wanted, status: number): Promise<Answer> {
    const { texts, asked_language: lang } = visit;
    const { wish, offered, services, resources, who, path } = wanted;
    const all = parametersOf(visit, wanted);
    const shown = { status, path };
    if (isNothingOffered(visit, wanted)) {
      const content = html`<p class="tell">${texts.nothing_offered}</p>`;
      return pageAnswer(visit, { ...shown, heading: texts.choose_services, content });
    }
    const isUndoable = isDoneByNobody(wanted);
    if (isUnchosen(wanted) || isUndoable) {
      const content = servicesHtml(visit, offered, {
        ...{ path, lang, chosen: services.map(({ id }) => id) },
        tell: isUndoable ? texts.nobody_does_all : '',
      });
      // Where nothing is chosen yet, others find the way to the page.
      const description =
        services.length === 0 && status === 200 ? oneLine(visit.page.text) || texts.choose_services : '';
      return pageAnswer(visit, { ...shown, heading: texts.choose_services, content, description });
    }
    const choices = choicesHtml(visit, choicesOf(visit, wanted));
    if (who === null) {
      const content = html`${choices}${whoHtml(visit, resources, { path, parameters: all })}`;
      return pageAnswer(visit, { ...shown, heading: texts.choose_who, content, parameters: all });
    }
    if (wish.at === null) return this.times(visit, wanted, status);
    return this.details(visit, wanted, { typed: NOTHING_TYPED, tell: '' }, status);
  }

  private async times(visit: Visit, wanted: Wanted, status: number): Promise<Answer> {
    const { texts } = visit;
    const { wish, services, who, path } = wanted;
    const parameters = parametersOf(visit, wanted);
    const days = daysShown(visit, this.clock.now().getTime(), wish.from);
    const { slots } = await this.availability.findFreeTimes(
      {
        date: days.first,
        days: days.days,
        ...(services.length > 0 && { service_ids: services.map(({ id }) => id) }),
        ...(who === ANY_RESOURCE ? { resource: ANY_RESOURCE } : { resource_id: who ?? '' }),
      },
      BOOKING_PAGE,
    );
    const times = timesHtml(visit, {
      ...{ ...days, starts: slots, day: wish.day, path, parameters },
    });
    const wait = visit.page.waiting_list
      ? html`<p class="nav"><a href="${hrefOf('/book/wait', parameters)}">${texts.wait}</a></p>`
      : html``;
    const content = html`${choicesHtml(visit, choicesOf(visit, { ...wanted, wish: { ...wish, at: null } }))}${times}${wait}`;
    const shown = { ...parameters, from: wish.from, day: wish.day };
    return pageAnswer(visit, { status, heading: texts.choose_time, content, path, parameters: shown });
  }

  private details(
    visit: Visit,
    wanted: Wanted,
    {
      typed,
      tell,
      faults = new Map(),
      alternatives = [],
      before,
    }: Pick<DetailsShown, 'typed' | 'tell'> & Partial<DetailsShown>,
    status: number,
  ): Answer {
    const { texts, asked_language: lang } = visit;
    const { wish, path } = wanted;
    const parameters = { ...parametersOf(visit, wanted), at: wish.at };
    const form = detailsHtml(visit, {
      action: hrefOf(path, { lang }),
      hidden: { ...parameters, lang: null, token: this.tokens.make(PURPOSE) },
      ...{ typed, tell, faults, alternatives, before },
    });
    const content = html`${choicesHtml(visit, choicesOf(visit, wanted))}${form}`;
    const heading = texts.your_details;
    return pageAnswer(visit, { status, heading, content, path: status === 200 ? path : null, parameters });
  }
}

/** Who books or waits, by what was typed of them. */
export function clientIn(
  typed: Typed,
  contacts: ClientContactsService,
  visit: Visit,
): { name: string; phone?: string; email?: string } {
  const { ask } = visit.page;
  const phone = isGiven(typed.phone, ask.phone) ? phoneOf(contacts, visit, typed.phone) : undefined;
  const email = isGiven(typed.email, ask.email) ? typed.email : undefined;
  return {
    name: oneLine(typed.name),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
  };
}

/** A number that can be stored, as it is typed; undefined: it is none. */
export function phoneOf(
  contacts: ClientContactsService,
  { business: { phone_region } }: Visit,
  text: string,
): string | undefined {
  const known = contacts.normalisePhone(text, phone_region);
  if (known !== null) return known;
  return phone_region === null && contacts.phoneAsGiven(text) !== null ? text : undefined;
}

export function wantedOf({ business, page }: Visit, wish: Wish, slug: string | null): Wanted {
  const offered = business.rows.services.flatMap((row) => {
    const service = business.services.find(({ name }) => name === row.name);
    return service === undefined ? [] : [{ ...service, ...row }];
  });
  const chosen = offered.filter(({ id }) => wish.service_ids.includes(id));
  const services = chosen.length === 0 && offered.length === 1 ? offered : chosen;
  const resources = business.rows.resources.filter(({ name }) =>
    services.every((service) => isOffered(business, name, service.name)),
  );
  const isWhoOffered =
    wish.who === null ||
    wish.who === ANY_RESOURCE ||
    ((page.choose_resource || resources.length === 1) && resources.some(({ id }) => id === wish.who));
  return {
    wish: isWhoOffered ? wish : { ...wish, who: null },
    ...{ offered, services, resources, who: whoOf(wish, resources, page), path: pathOf(slug) },
    gone: { services: chosen.length < wish.service_ids.length, who: !isWhoOffered },
  };
}

function isNothingOffered({ page, business }: Visit, { offered }: Wanted): boolean {
  return (offered.length === 0 && page.service_ids.length > 0) || business.resources.length === 0;
}

function isUnchosen({ offered, services }: Wanted): boolean {
  return offered.length > 0 && services.length === 0;
}

function isDoneByNobody({ services, resources }: Wanted): boolean {
  return services.length > 0 && resources.length === 0;
}

/** What stands in a form again because it cannot be had as it was sent; null: it can. */
export function anewOf(visit: Visit, wanted: Wanted): Anew | null {
  const { texts, page } = visit;
  const { offered, services, resources, who, gone } = wanted;
  const isUndoable = isDoneByNobody(wanted);
  const isGone = gone.services || gone.who;
  if (isNothingOffered(visit, wanted)) return { tell: texts.nothing_offered, before: html``, wanted };
  if (!isGone && !isUndoable && !isUnchosen(wanted) && who !== null) return null;
  const tell = isUndoable ? texts.nobody_does_all : isGone ? texts.not_offered : texts.check;
  if (offered.length > 1 && (gone.services || isUndoable || isUnchosen(wanted))) {
    const before = html`<h2>${texts.choose_services}</h2>
      ${serviceRowsHtml(
        visit,
        offered,
        services.map(({ id }) => id),
      )}`;
    return { tell, before, wanted: { ...wanted, services: [] } };
  }
  if (page.choose_resource && resources.length > 1 && who === null) {
    const before = html`<h2>${texts.choose_who}</h2>
      ${whoRowsHtml(visit, resources)}`;
    return { tell, before, wanted };
  }
  return { tell, before: html``, wanted };
}

function whoOf({ who }: Wish, resources: readonly NamedRow[], page: Visit['page']): string | null {
  const [only, ...others] = resources;
  if (only !== undefined && others.length === 0) return only.id;
  if (!page.choose_resource || who === ANY_RESOURCE) return ANY_RESOURCE;
  return resources.some(({ id }) => id === who) ? who : null;
}

function pathOf(slug: string | null): string {
  return slug === null ? '/book' : `/book/${slug}`;
}

/** What is chosen, as the address has it. */
export function parametersOf({ asked_language }: Visit, { wish, services, who }: Wanted): Parameters {
  return {
    service: services.map(({ id }) => id),
    who: who === null ? null : (wish.who ?? null),
    lang: asked_language,
  };
}

export function choicesOf(visit: Visit, { wish, offered, services, resources, who, path }: Wanted): Choice[] {
  const { texts, asked_language: lang, page } = visit;
  const service = services.map(({ id }) => id);
  const named = resources.find(({ id }) => id === who)?.name;
  const prices = services.flatMap(({ price }) => price ?? []);
  const minutes = services.reduce((sum, one) => sum + one.duration_minutes, 0);
  const what = services.map(({ name }) => name).join(', ');
  const choosable = page.choose_resource && resources.length > 1;
  return [
    ...(services.length === 0
      ? []
      : [
          {
            term: texts.service,
            value: `${what} (${filled(texts.minutes, { minutes })})`,
            change: offered.length > 1 ? hrefOf(path, { lang }) : null,
          },
        ]),
    ...(prices.length === 0 ? [] : [{ term: texts.price, value: prices.join(' + '), change: null }]),
    ...(choosable && who !== null
      ? [{ term: texts.with, value: named ?? texts.anyone, change: hrefOf(path, { service, lang }) }]
      : []),
    ...(wish.at === null
      ? []
      : [
          whenChoice(
            visit,
            new Date(wish.at),
            hrefOf(path, { service, who: wish.who, from: wish.from, day: wish.day, lang }),
          ),
        ]),
  ];
}

/** How a refused booking is shown, whoever the visitor is. */
function refusalOf(
  error: unknown,
  { texts }: Visit,
): [status: number, tell: string, more: Partial<DetailsShown>] {
  const known = toAppError(error);
  if (known === null) throw error;
  const alternatives = known.extras.members?.alternatives;
  if (alternatives !== undefined) {
    const starts = alternatives.map(({ starts_at }) => Date.parse(starts_at));
    const free = [...new Set(starts)];
    return [409, free.length === 0 ? texts.taken_none : texts.taken, { alternatives: free }];
  }
  switch (known.code) {
    case 'database_unavailable':
    case 'overloaded':
      return [503, texts.failed, {}];
    case 'in_the_past':
    case 'too_far_ahead':
      return [409, texts.taken_none, {}];
    case 'external_id_reused':
    case 'appointment_cancelled':
      return [409, texts.booked_already, {}];
    case 'too_many_requests':
      return [429, texts.too_many, {}];
    default:
      throw error;
  }
}
