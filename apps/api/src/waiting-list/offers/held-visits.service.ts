import { Injectable } from '@nestjs/common';
import type { CreateAppointmentDto, CreateWaitingEntryDto } from '@groupless/shared-dto';
import { BookingsService, type HeldTime } from '../../appointments/bookings/bookings.service';
import { BOOKING_PAGE } from '../../appointments/public';
import { MailService, type NewMail } from '../../mail/mail.service';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { BookingPageService } from '../../settings/booking-page/booking-page.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { OfferMessagesService } from './offer-messages.service';
import { OffersRepository } from './offers.repository';
import { slotTaken } from './slot-taken';

const MINUTE_MS = 60_000;

/** What a visitor of the booking page has chosen and has yet to confirm by the link of a mail. */
export interface HeldVisit extends HeldTime {
  until: number;
}

/** To whom a link is mailed. */
export interface MailedLink {
  to: string;
  language: string;
  url: string;
  /** False: that email was mailed too many. What is answered is the same. */
  is_allowed: boolean;
}

/** Holds times for visitors as those that are offered are held: until they are taken, or over. */
@Injectable()
export class HeldVisitsService {
  constructor(
    private readonly offers: OffersRepository,
    private readonly messages: OfferMessagesService,
    private readonly bookings: BookingsService,
    private readonly mails: MailService,
    private readonly page: BookingPageService,
    private readonly business: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /** Whether it is held by this id already: its form was sent twice. */
  isHeld(id: string): Promise<boolean> {
    return this.offers.isHeld(id);
  }

  /** @throws AppError `slot_taken` */
  async hold(id: string, request: CreateAppointmentDto, ip: string): Promise<HeldVisit> {
    const { hold_minutes } = await this.page.current();
    const booking = await this.bookings.prepareHold(request, { caller: BOOKING_PAGE, ip }, id);
    const until = Math.min(
      this.clock.now().getTime() + hold_minutes * MINUTE_MS,
      Date.parse(request.starts_at),
    );
    const held =
      booking &&
      (await this.offers.within((transaction) => this.bookings.hold(transaction, booking, new Date(until))));
    if (held === null) throw slotTaken();
    return { ...held, until };
  }

  /** @throws AppError `mail_not_set_up` where mail was switched off meanwhile; then nothing is held */
  async tell(
    visit: HeldVisit,
    { request, to, language, url, is_allowed }: MailedLink & { request: CreateAppointmentDto },
  ): Promise<void> {
    const nameOf = await this.names();
    const values = await this.messages.valuesOf(
      {
        services: (request.service_ids ?? []).map(nameOf),
        resource: nameOf(visit.resource_id),
        starts_at: visit.starts_at.getTime(),
        ends_at: visit.ends_at.getTime(),
        until: visit.until,
      },
      { name: request.client?.name ?? '', language, manage: url },
    );
    const mail = await this.mails.compose({ kind: 'offered', words: 'asks_contact', to, language, values });
    if (mail === null)
      await this.offers.giveUp({ id: null, offer_id: visit.id }, 'removed', this.clock.now());
    await this.send(mail, is_allowed);
  }

  /**
   * Mails the link by which somebody waits, once: the mail has the id.
   * @throws AppError `mail_not_set_up`
   */
  async tellWaiting(
    { id, entry, until }: { id: string; entry: CreateWaitingEntryDto; until: number },
    { to, language, url, is_allowed }: MailedLink,
  ): Promise<void> {
    const nameOf = await this.names();
    const { from, to: last, hours = null, client, service_ids = [], resource_id = '' } = entry;
    const held = { starts_at: Date.parse(from), ends_at: Date.parse(last), until };
    const what = { services: service_ids.map(nameOf), resource: nameOf(resource_id), ...held };
    const told = await this.messages.valuesOf(what, { name: client?.name ?? '', language, manage: url });
    const days = new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'long' });
    const values = {
      ...told,
      date: days.formatRange(held.starts_at, held.ends_at),
      time: hours === null ? '' : `${hours.from}–${hours.to}`,
    };
    const words = 'asks_waiting';
    const mail = await this.mails.compose({ id, kind: 'offered', words, to, language, values });
    await this.send(mail, is_allowed);
  }

  /** @throws AppError `mail_not_set_up` */
  private async send(mail: NewMail | null, is_allowed: boolean): Promise<void> {
    if (mail === null) throw new AppError('mail_not_set_up', 'Mail is off.');
    if (!is_allowed) return;
    await this.offers.within((transaction) => this.mails.add(transaction, mail));
    await this.mails.wake();
  }

  private async names(): Promise<(id: string) => string> {
    const { rows } = await this.business.current();
    const all = [...rows.services, ...rows.resources, ...rows.rooms];
    return (id) => all.find((row) => row.id === id)?.name ?? '';
  }
}
