import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isLive } from '@groupless/shared-dto';
import type { BookedAppointment } from '../appointments/appointment.entity';
import { AppointmentsService } from '../appointments/appointments.service';
import { AvailabilityService } from '../appointments/availability/availability.service';
import { OwnBookingsService } from '../appointments/bookings/own/own-bookings.service';
import { BookingLinksService, type LinkedBooking } from '../appointments/links/booking-links.service';
import { BOOKING_LINK } from '../appointments/public';
import { VisitsService } from '../auth/limits/visits.service';
import { Clock } from '../platform/clock';
import { AppError } from '../platform/errors/app-error';
import { Answer } from '../platform/http/answer';
import { nameOfBusiness } from '../shared/name-of-business';
import { bookingCalendar } from './booking-calendar';
import { FormTokensService } from './form-tokens.service';
import { hrefOf, pageAnswer } from './html/frame';
import { ACTS, linkHtml, questionHtml, type Act, type LinkShown } from './html/link-page';
import { daysShown, timesHtml } from './html/times';
import { VisitService, type Visit } from './visit.service';
import { fieldsOf, formOf, textIn, type Wish, wishIn } from './wish';
import { html } from '../shared/html/html';

const MINUTE_MS = 60_000;

/** What was done, as the address says it after an act. */
const DONE = ['booked', 'requested', 'moved', 'moved_requested', 'cancelled', 'restored'] as const;
type Done = (typeof DONE)[number];

/** What who has the link of a booking sees and does. Nothing changes but by a form that a person sends. */
@Injectable()
export class LinkService {
  constructor(
    private readonly visits: VisitService,
    private readonly links: BookingLinksService,
    private readonly bookings: OwnBookingsService,
    private readonly appointments: AppointmentsService,
    private readonly availability: AvailabilityService,
    private readonly limits: VisitsService,
    private readonly tokens: FormTokensService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found`, `too_many_requests` */
  async show(request: FastifyRequest, token: string): Promise<Answer> {
    const visit = await this.visits.open(request);
    const linked = await this.open(token, request.ip);
    const fields = fieldsOf(request.query);
    const wish = wishIn(fields);
    const step = textIn(fields, 'step');
    if (this.mayChange(linked.appointment, visit)) {
      if (step === 'cancel') return this.question(visit, linked, token, 'cancel', wish);
      if (step === 'move') return this.move(visit, linked, token, wish);
    }
    const done = DONE.find((one) => one === textIn(fields, 'done')) ?? null;
    return this.page(visit, linked, token, { done: doneOf(done, linked.appointment) });
  }

  /** @throws AppError `not_found`, `too_many_requests` */
  async act(request: FastifyRequest, token: string): Promise<Answer> {
    const visit = await this.visits.open(request);
    const linked = await this.open(token, request.ip);
    await this.limits.countByLink(linked.appointment.id);
    const fields = formOf(request);
    const act = ACTS.find((one) => one === textIn(fields, 'act')) ?? null;
    const { at } = wishIn(fields);
    const { appointment } = linked;
    const isMeant =
      act !== null && this.tokens.read(purposeOf(act, appointment), textIn(fields, 'token')) !== null;
    if (!isMeant || (act === 'move' && at === null))
      return this.page(visit, linked, token, { tell: visit.texts.expired }, 400);
    const actor = { caller: BOOKING_LINK, ip: request.ip };
    try {
      if (act === 'restore') {
        if (linked.can_be_taken_back) await this.appointments.takeBack(appointment.id, null, actor);
        return this.shownAfter(visit, token, 'restored');
      }
      const patch = act === 'cancel' ? { status: 'cancelled' as const } : { starts_at: at ?? '' };
      const { appointment: after } = await this.bookings.changeByLink(appointment.id, patch, actor);
      const moved = after.status === 'pending' ? 'moved_requested' : 'moved';
      return this.shownAfter(visit, token, act === 'cancel' ? 'cancelled' : moved);
    } catch (error) {
      const tell = refusalOf(error, visit);
      return this.page(visit, await this.open(token, request.ip), token, { tell }, 409);
    }
  }

  /** @throws AppError `not_found`, `too_many_requests` */
  async calendar(request: FastifyRequest, token: string): Promise<Answer> {
    const { business } = await this.visits.open(request);
    const { appointment } = await this.open(token, request.ip);
    const what = appointment.title || appointment.services.map(({ name }) => name).join(', ');
    const summary = [what, nameOfBusiness(business)].filter((part) => part !== '').join(', ');
    return new Answer(200, bookingCalendar(appointment, { summary, location: business.address }), {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="appointment.ics"',
    });
  }

  private async open(token: string, ip: string): Promise<LinkedBooking> {
    return this.limits.opened(await this.links.find(token), ip);
  }

  private shownAfter({ asked_language: lang }: Visit, token: string, done: Done): Answer {
    return new Answer(303, '', { location: hrefOf(pathOf(token), { done, lang }) });
  }

  private mayChange(appointment: BookedAppointment, { business }: Visit): boolean {
    const { status, starts_at } = appointment;
    const left_ms = starts_at.getTime() - this.clock.now().getTime();
    const isLate = business.cancel_late === 'refuse' && left_ms < business.cancel_notice_minutes * MINUTE_MS;
    return isLive(status) && left_ms > 0 && !isLate;
  }

  private page(
    visit: Visit,
    { appointment, can_be_taken_back }: LinkedBooking,
    token: string,
    shown: Pick<Partial<LinkShown>, 'done' | 'tell'>,
    status = 200,
  ): Answer {
    const { texts, asked_language: lang } = visit;
    const path = pathOf(token);
    const content = linkHtml(visit, appointment, {
      ...{ path, lang, done: null, tell: '', ...shown },
      may_change: this.mayChange(appointment, visit),
      has_begun: appointment.starts_at <= this.clock.now(),
      restore: can_be_taken_back ? this.tokens.make(purposeOf('restore', appointment)) : null,
    });
    return pageAnswer(visit, { status, heading: texts.your_booking, content, path });
  }

  private question(
    visit: Visit,
    { appointment }: LinkedBooking,
    token: string,
    act: 'move' | 'cancel',
    { at }: Wish,
  ): Answer {
    const { texts, asked_language: lang } = visit;
    const path = pathOf(token);
    const content = questionHtml(visit, appointment, {
      ...{ path, lang, act, at },
      token: this.tokens.make(purposeOf(act, appointment)),
    });
    return pageAnswer(visit, {
      ...{ heading: texts.your_booking, content, path },
      parameters: { step: act, at },
    });
  }

  private async move(visit: Visit, linked: LinkedBooking, token: string, wish: Wish): Promise<Answer> {
    if (wish.at !== null) return this.question(visit, linked, token, 'move', wish);
    const { texts, asked_language: lang } = visit;
    const { id, resource_id, services, starts_at, ends_at } = linked.appointment;
    const shown = daysShown(visit, this.clock.now().getTime(), wish.from, starts_at.getTime());
    const duration_minutes = Math.round((ends_at.getTime() - starts_at.getTime()) / MINUTE_MS);
    const asked = {
      ...{ date: shown.first, days: shown.days, resource_id, duration_minutes },
      ...{ except: id, own_services: services },
    };
    const { slots } = await this.availability.findFreeTimes(asked, BOOKING_LINK);
    const path = pathOf(token);
    const content = timesHtml(visit, {
      starts: slots.filter(({ start }) => start !== starts_at.getTime()),
      ...{ ...shown, day: wish.day, path },
      parameters: { step: 'move', lang },
    });
    const back = html`<p class="nav"><a href="${hrefOf(path, { lang })}">← ${texts.your_booking}</a></p>`;
    return pageAnswer(visit, {
      ...{ heading: texts.choose_time, content: html`${back}${content}`, path },
      parameters: { step: 'move', from: wish.from, day: wish.day },
    });
  }
}

function pathOf(token: string): string {
  return `/book/m/${encodeURIComponent(token)}`;
}

/** A form is good for one act on one appointment. */
function purposeOf(act: Act, { id }: BookedAppointment): string {
  return `${act} ${id}`;
}

/** What the address says was done is told only while it is so. */
function doneOf(done: Done | null, { status }: BookedAppointment): Done | null {
  if (done === null || (done === 'cancelled') !== (status === 'cancelled')) return null;
  const isOfPending = done === 'requested' || done === 'moved_requested';
  return isOfPending && status !== 'pending' ? null : done;
}

function refusalOf(error: unknown, { texts }: Visit): string {
  if (!(error instanceof AppError)) throw error;
  switch (error.code) {
    case 'too_late':
      return texts.too_late;
    case 'already_begun':
      return texts.over;
    case 'slot_taken':
    case 'outside_hours':
    case 'not_on_grid':
    case 'not_offered':
    case 'in_the_past':
    case 'too_far_ahead':
      return texts.taken_none;
    case 'appointment_cancelled':
    case 'invalid_transition':
    case 'unknown_resource':
    case 'version_mismatch':
      return texts.not_sent;
    default:
      throw error;
  }
}
