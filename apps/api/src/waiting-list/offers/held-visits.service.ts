import { Injectable } from '@nestjs/common';
import type { CreateAppointmentDto } from '@groupless/shared-dto';
import { BookingsService, type HeldTime } from '../../appointments/bookings/bookings.service';
import { BOOKING_PAGE } from '../../appointments/public';
import { MailService } from '../../mail/mail.service';
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
    {
      request,
      to,
      language,
      url,
    }: { request: CreateAppointmentDto; to: string; language: string; url: string },
  ): Promise<void> {
    const { rows } = await this.business.current();
    const nameOf = (id: string) =>
      [...rows.services, ...rows.resources, ...rows.rooms].find((row) => row.id === id)?.name ?? '';
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
    if (mail === null) {
      await this.offers.giveUp({ id: null, offer_id: visit.id }, 'removed', this.clock.now());
      throw new AppError('mail_not_set_up', 'Mail is off.');
    }
    await this.offers.within((transaction) => this.mails.add(transaction, mail));
    await this.mails.wake();
  }
}
