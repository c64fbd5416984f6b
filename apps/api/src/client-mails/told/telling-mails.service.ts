import { Injectable } from '@nestjs/common';
import { CLIENT_MAIL_KINDS, isLive, type ClientMailKind, type MailPlaceholder } from '@groupless/shared-dto';
import { BookingLinksService } from '../../appointments/links/booking-links.service';
import {
  isOnItsWay,
  saidBy,
  toldOf,
  type Told,
  type ToldAppointment,
} from '../../appointments/told/told-appointment.entity';
import type { Transaction } from '../../database/transaction';
import type { Mail } from '../../mail/log/mail.entity';
import { MailService, type NewMail } from '../../mail/mail.service';
import type { ActiveMail, SaidNow } from '../../mail/public';
import { isSentBy } from '../../mail/settings/mail-settings.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { nameOfBusiness } from '../../shared/name-of-business';
import { newId } from '../../shared/new-id';
import { appointmentInvite } from '../appointment-invite';
import { notificationValues } from '../notification-values';
import type { NotifiedAppointment } from '../notified-appointment';
import { UnsubscribesService } from '../unsubscribes.service';
import { asksAnew, isUnnamed, newsOf, type Standing } from './difference';
import type { NextMail, NextTelling } from './next-telling';
import { asTold, standsAsTold } from './told-states';
import { ToldRepository, type StandingAppointment } from './told.repository';

/** Writes the mails by which clients are told, and says what those that wait tell by now. */
@Injectable()
export class TellingMailsService {
  constructor(
    private readonly told: ToldRepository,
    private readonly mails: MailService,
    private readonly business: ChatAgentSettingsService,
    private readonly unsubscribes: UnsubscribesService,
    private readonly links: BookingLinksService,
  ) {}

  /** How the appointment stands for the client; null: they have it no more. */
  async standingOf(standing: StandingAppointment, active: ActiveMail | null): Promise<Standing | null> {
    if (!standing.is_theirs) return null;
    const { language, resource } = standing;
    const kinds = ['moved' as const, ...NAMING_KINDS.filter((kind) => isSentBy(active, kind))];
    const tells_resource = !isUnnamed(resource) && (await this.mails.says(kinds, language, 'resource'));
    return { ...standing, tells_resource };
  }

  /** Null: mails of the kind were switched off meanwhile. */
  async compose(
    { from }: ActiveMail,
    {
      id: mail_id,
      appointment,
      others = [],
      kind,
      to,
      about,
      is_there = true,
      asks_anew = false,
      news = [],
    }: Addressed,
  ): Promise<NewMail | null> {
    const place = await this.business.current();
    const business = nameOfBusiness(place);
    const values = notificationValues(appointment, place);
    // Of a series each reminder has its own: many links in one mail would not say which is which.
    const isOne = others.length === 0 && is_there && isLive(appointment.status);
    const manage = isOne ? await this.links.urlOf(appointment.id) : null;
    const summary = [values.service, business].filter((part) => part !== '').join(', ');
    const organizer = { name: from.name || business || from.address, email: from.address };
    const parties = { organizer, summary, location: place.address, email: to };
    // A reminder changes nothing in a calendar.
    const calendar = kind === 'reminder' ? null : appointmentInvite([appointment, ...others], parties);
    const { id, client_id, language } = appointment;
    const unsubscribe = kind === 'reminder' ? this.unsubscribes.addressFor(appointment) : null;
    const of = { client_id, ...(is_there ? { appointment_id: id } : {}) };
    const told = others.map((one) => notificationValues(one, place));
    return this.mails.compose({
      ...(mail_id === undefined ? {} : { id: mail_id }),
      kind,
      to,
      language,
      values: { ...values, manage: manage ?? '' },
      others: told,
      ...of,
      about,
      calendar,
      unsubscribe,
      words: asks_anew ? 'asks_anew' : null,
      news,
    });
  }

  /** @returns the ids of the mails, by what was told before */
  async write(
    transaction: Transaction,
    { active, now }: { active: ActiveMail; now: Date },
    changes: readonly Changed[],
  ): Promise<Map<ToldAppointment, string>> {
    const written = new Map<ToldAppointment, string>();
    const due: DueMail[] = [];
    for (const { row, standing, asks_anew, news, next } of changes) {
      if (next.mail === null || next.told === null) continue;
      if (standing.mailed_id !== null) written.set(row, standing.mailed_id);
      else due.push({ row, mail: next.mail, appointment: asTold(standing, next.told), asks_anew, news });
    }
    for (const together of Map.groupBy(due, whatOneMailSays).values()) {
      const [first, ...others] = together.sort(
        (a, b) => a.appointment.starts_at.getTime() - b.appointment.starts_at.getTime(),
      );
      if (first === undefined) continue;
      const id = newId(now);
      const { mail, appointment, asks_anew, row } = first;
      const mail_id = await this.add(transaction, active, {
        ...{ id, ...mail, appointment, asks_anew, is_there: row.deleted === null },
        others: others.map((one) => one.appointment),
        news: together.flatMap((one) => one.news),
        about: aboutOf(first, others.length, id),
      });
      if (mail_id === null) continue;
      for (const one of together) written.set(one.row, mail_id);
    }
    return written;
  }

  /** What a mail says by now: of a series, the times that are still as it was to tell. */
  async saidNow(mail: Mail, active: ActiveMail, now: Date): Promise<SaidNow> {
    const { id, kind, recipient: to } = mail;
    const about = mail.about ?? '';
    if (!/^(?:change|series):/.test(about))
      return (await this.told.holds(id, now)) ? 'as written' : 'outdated';
    const coming = (await this.told.listToldBy(mail)).flatMap((row) => {
      const told = saidBy(row);
      return told !== null && told.starts_at > now ? [{ row, told }] : [];
    });
    if (coming.some(({ row }) => row.changed_at !== null)) return 'changing';
    const holding: NotifiedAppointment[] = [];
    const news: MailPlaceholder[] = [];
    let asks_anew = false;
    for (const { row, told } of coming) {
      const standing = await this.told.findStanding(row);
      if (standing !== null && standsAsTold(told, standing, now)) {
        holding.push(asTold(standing, told));
        const now_as = isOnItsWay(row) ? await this.standingOf(standing, active) : null;
        if (now_as !== null) news.push(...newsOf(toldOf(row), now_as));
        asks_anew ||= now_as !== null && told.status === 'pending' && asksAnew(toldOf(row), now_as);
      } else if (isOnItsWay(row)) await this.told.takeBack(row);
    }
    const [appointment, ...others] = holding;
    if (appointment === undefined) return 'outdated';
    if (!about.startsWith('series:')) return 'as written';
    const anew = { id, appointment, others, kind: kind as ClientMailKind, to, about, asks_anew, news };
    const written = await this.compose(active, anew);
    if (written === null) return 'outdated';
    const { subject, content, appointment_id } = written;
    return { subject, content, appointment_id };
  }

  private async add(
    transaction: Transaction,
    active: ActiveMail,
    addressed: Addressed,
  ): Promise<string | null> {
    const mail = await this.compose(active, addressed);
    if (mail !== null) await this.mails.add(transaction, mail);
    return mail?.id ?? null;
  }
}

/** What has changed for a client, and what follows from that. */
export interface Changed {
  row: ToldAppointment;
  told: Told | null;
  standing: StandingAppointment;
  asks_anew: boolean;
  news: readonly MailPlaceholder[];
  next: NextTelling;
}

interface Addressed extends NextMail {
  /** Of a mail that is written anew. */
  id?: string;
  appointment: NotifiedAppointment;
  /** Of the same series, later ones of which the same is told. */
  others?: readonly NotifiedAppointment[];
  kind: ClientMailKind;
  about: string;
  /** Whether the appointment is not deleted. */
  is_there?: boolean;
  asks_anew?: boolean;
  news?: readonly MailPlaceholder[];
}

interface DueMail {
  row: ToldAppointment;
  mail: NextMail;
  appointment: StandingAppointment;
  asks_anew: boolean;
  news: readonly MailPlaceholder[];
}

/** By which a client may know with whom it is. */
const NAMING_KINDS = CLIENT_MAIL_KINDS.filter((kind) => kind !== 'declined' && kind !== 'cancelled');

function whatOneMailSays({ row, mail, appointment, asks_anew }: DueMail): string {
  const { client_id, services, title, attendee_name, reason, status } = appointment;
  // What it was for is nothing to know of what does not take place.
  const names = isLive(status) ? [services, title, attendee_name, asks_anew] : [];
  return JSON.stringify([mail.kind, mail.to, client_id, reason, row.deleted, ...names]);
}

/** As in `Mail.about`. What is told anew, or to who has it no more, has the id of its mail besides. */
function aboutOf({ row, appointment }: DueMail, others: number, id: string): string {
  const { version, is_mailed, is_theirs, starts_at } = appointment;
  if (row.deleted !== null) return `ended:${version}:${Math.floor(starts_at.getTime() / 1_000)}`;
  const what = `${others > 0 ? 'series' : 'change'}:${version}`;
  return is_theirs && !is_mailed ? what : `${what}:${id}`;
}
