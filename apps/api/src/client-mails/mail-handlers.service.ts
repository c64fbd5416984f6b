import { Injectable } from '@nestjs/common';
import type { MailLanguage, WouldTellDto } from '@groupless/shared-dto';
import { WOULD_TELL, type ToldOf } from '../appointments/public';
import { EventsService } from '../events/events.service';
import type { Mail } from '../mail/log/mail.entity';
import { BookingLinksService } from '../appointments/links/booking-links.service';
import {
  ADDRESS_ANSWERED,
  KINDS_SWITCHED_ON,
  MAIL_EXAMPLE,
  MAIL_IS_DUE,
  type AddressAnswer,
  type KindsSwitchedOn,
  type SaidNow,
} from '../mail/public';
import type { Telling } from '../mail/mail.service';
import { MailSettingsService } from '../mail/settings/mail-settings.service';
import { Clock } from '../platform/clock';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { On } from '../shared/bus/topic';
import { ClientMailsRepository } from './client-mails.repository';
import { notificationValues } from './notification-values';
import { TellingMailsService } from './told/telling-mails.service';
import { TellingsService } from './told/tellings.service';
import { ToldRepository } from './told/told.repository';

/** Answers what mail and appointments, which know nothing of mails to clients, tell and ask about them. */
@Injectable()
export class MailHandlersService {
  constructor(
    private readonly clients: ClientMailsRepository,
    private readonly business: ChatAgentSettingsService,
    private readonly links: BookingLinksService,
    private readonly told: ToldRepository,
    private readonly tellings: TellingsService,
    private readonly tellingMails: TellingMailsService,
    private readonly settings: MailSettingsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** Everybody who has an address that is refused is marked, and nobody who has another one by now. What has left is told. */
  @On(ADDRESS_ANSWERED)
  async noteAddress({ mail, refusal }: AddressAnswer): Promise<void> {
    if (refusal === null) await this.told.settle(mail);
    const { recipient: email } = mail;
    for (const id of await this.clients.noteAddress(email, refusal))
      this.events.announce('client.updated', id);
  }

  @On(MAIL_IS_DUE)
  async saidNow(mail: Mail): Promise<SaidNow> {
    const active = await this.settings.findActive();
    return active === null ? 'as written' : this.tellingMails.saidNow(mail, active, this.clock.now());
  }

  @On(KINDS_SWITCHED_ON)
  async tellBefore(switched: KindsSwitchedOn): Promise<void> {
    await this.tellings.tellBefore(switched, this.clock.now());
  }

  @On(WOULD_TELL)
  async wouldTell(of: ToldOf): Promise<WouldTellDto> {
    return this.tellings.wouldTell(of, await this.settings.findActive(), this.clock.now());
  }

  /** The values of the next appointment. */
  @On(MAIL_EXAMPLE)
  async findExample({ language }: { language: MailLanguage }): Promise<Telling['values'] | null> {
    const next = await this.clients.findNext(this.clock.now());
    if (next === null) return null;
    const values = notificationValues({ ...next, language }, await this.business.current());
    return { ...values, manage: await this.links.exampleUrl() };
  }
}
