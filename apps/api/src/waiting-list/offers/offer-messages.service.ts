import { Injectable } from '@nestjs/common';
import { LINK_PLACE, REMINDERS_HANDED_OUT } from '../../conversations/public';
import { ReminderMessagesService } from '../../conversations/reminders/reminder-messages.service';
import { MailService, type Telling } from '../../mail/mail.service';
import { Clock } from '../../platform/clock';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { On } from '../../shared/bus/topic';
import { mailLanguageOf } from '../../shared/mail-language';
import type { WaitingEntry } from '../waiting-entry.entity';
import { OfferLinksService } from './offer-links.service';
import { OffersRepository, type Recipient } from './offers.repository';

/** The key of an offer in a chat; the id of the entry is in none of a reminder. */
const keyOf = ({ id, offer_id }: Pick<WaitingEntry, 'id' | 'offer_id'>) => `${id}:offer:${offer_id}`;

/** A time that is held until somebody uses a link. */
export interface HeldForMail {
  services: readonly string[];
  resource: string;
  starts_at: number;
  ends_at: number;
  until: number;
}

/** Tells who waits of the time that is held for them, in the chat in which they wrote, else by mail. */
@Injectable()
export class OfferMessagesService {
  constructor(
    private readonly offers: OffersRepository,
    private readonly links: OfferLinksService,
    private readonly chats: ReminderMessagesService,
    private readonly mails: MailService,
    private readonly business: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /** Each once: a message has a key, and a mail is stored with the note that it is. */
  async tellAll(): Promise<void> {
    const now = this.clock.now();
    for (const entry of await this.offers.listUntold()) {
      if (entry.offered_until === null || entry.offered_until <= now) continue;
      const recipient = await this.offers.findRecipient(entry.id);
      if (recipient === null) continue;
      const isTold =
        recipient.chat_id !== null && (await this.tellInChat(entry, recipient, recipient.chat_id));
      if (!isTold && recipient.email !== null) await this.tellByMail(entry, recipient, recipient.email);
    }
    await this.mails.wake();
  }

  /** What an agent brings has its link only then: no copy of the chat takes the time. */
  @On(REMINDERS_HANDED_OUT)
  async linksOf({ keys }: { keys: readonly string[] }): Promise<ReadonlyMap<string, string>> {
    const now = this.clock.now();
    const links = new Map<string, string>();
    for (const key of keys) {
      const [, offer_id] = /^[^:]+:offer:(.+)$/.exec(key) ?? [];
      const entry = offer_id === undefined ? null : await this.offers.findOffer(offer_id);
      const isOpen = entry?.status === 'offered' && (entry.offered_until ?? now) > now;
      const url = isOpen ? this.links.urlOf(entry) : null;
      if (url !== null) links.set(key, url);
    }
    return links;
  }

  private async tellInChat(entry: WaitingEntry, recipient: Recipient, chat_id: string): Promise<boolean> {
    const now = this.clock.now();
    const { text } = await this.mails.write(await this.tellingOf(entry, recipient, LINK_PLACE));
    const stored = await this.chats.send({
      ...{ chat_id, text, key: keyOf(entry), at: now },
      isStillDue: async () => (await this.offers.findRecipient(entry.id))?.chat_id === chat_id,
    });
    if (stored === null) return false;
    await this.offers.within((transaction) => this.offers.noteTold(transaction, entry, now));
    return true;
  }

  private async tellByMail(entry: WaitingEntry, recipient: Recipient, to: string): Promise<void> {
    const telling = await this.tellingOf(entry, recipient, this.links.urlOf(entry) ?? '');
    const mail = await this.mails.compose({ ...telling, to, client_id: entry.client_id });
    if (mail === null) return;
    await this.offers.within(async (transaction) => {
      if (await this.offers.noteTold(transaction, entry, this.clock.now()))
        await this.mails.add(transaction, mail);
    });
  }

  private async tellingOf(
    { services = [], offered_resource, ...entry }: WaitingEntry,
    { name, language }: Recipient,
    manage: string,
  ): Promise<Pick<Telling, 'kind' | 'language' | 'values'>> {
    const [starts_at, ends_at, until] = [entry.offered_starts_at, entry.offered_ends_at, entry.offered_until];
    const held = { starts_at: Number(starts_at), ends_at: Number(ends_at), until: Number(until) };
    const what = { services, resource: offered_resource ?? '', ...held };
    return { kind: 'offered', language, values: await this.valuesOf(what, { name, language, manage }) };
  }

  /** What is held, as mails write it. */
  async valuesOf(
    { services, resource, starts_at, ends_at, until }: HeldForMail,
    { name, language, manage }: { name: string; language: string | null; manage: string },
  ): Promise<Telling['values']> {
    const { language: ofBusiness, time_zone: timeZone } = await this.business.current();
    const written = mailLanguageOf(language, ofBusiness);
    const format = (options: Intl.DateTimeFormatOptions, at: number) =>
      new Intl.DateTimeFormat(written, { timeZone, ...options }).format(at);
    const minutes = Math.round((ends_at - starts_at) / 60_000);
    const unit = { style: 'unit', unit: 'minute', unitDisplay: 'short' } as const;
    return {
      ...{ name, client: name, manage, resource },
      service: services.join(', '),
      date: format({ dateStyle: 'full' }, starts_at),
      time: format({ timeStyle: 'short' }, starts_at),
      duration: new Intl.NumberFormat(written, unit).format(minutes),
      until: format({ timeStyle: 'short' }, until),
    };
  }
}
