import { Injectable } from '@nestjs/common';
import { isLive, type ClientMailKind, type MailKind, type WouldTellDto } from '@groupless/shared-dto';
import type { ToldOf } from '../../appointments/public';
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
import type { ActiveMail, KindsSwitchedOn, SaidNow } from '../../mail/public';
import { isSentBy } from '../../mail/settings/mail-settings.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { nameOfBusiness } from '../../shared/name-of-business';
import { appointmentInvite } from '../appointment-invite';
import { notificationValues } from '../notification-values';
import type { NotifiedAppointment } from '../notified-appointment';
import { UnsubscribesService } from '../unsubscribes.service';
import { tryEach } from '../try-each';
import { asksAnew, difference, isUnnamed, type Standing } from './difference';
import { nextMails, STANDS_MS, type NextMail, type NextMails } from './next-mails';
import { asTold, atItsTime, beforeOf, standsAsTold, isSameTelling, isWaived } from './told-states';
import { ToldRepository, type StandingAppointment } from './told.repository';

/** Brings what clients were told and how their appointments stand together. */
@Injectable()
export class TellingsService {
  constructor(
    private readonly told: ToldRepository,
    private readonly mails: MailService,
    private readonly business: ChatAgentSettingsService,
    private readonly unsubscribes: UnsubscribesService,
  ) {}

  /** @param active null: mail is off, so all that has stood for long enough counts as told by other means */
  async tellChanges(active: ActiveMail | null, now: Date): Promise<void> {
    await this.told.forgetBegun(now);
    const until = active === null ? new Date(now.getTime() - STANDS_MS) : now;
    await tryEach(await this.told.listChanged(until, now), (ids) => this.tellTogether(ids, active, now));
  }

  /** Before kinds are switched on: tells what was to be told until then. What only they would tell counts as told. */
  async tellBefore({ transaction, kinds, before: active }: KindsSwitchedOn, now: Date): Promise<void> {
    const groups = await this.told.listChanged(now, now);
    // In the order of the ids, whatever the groups.
    await this.told.lock(transaction, groups.flat(), now);
    for (const ids of groups) await this.compare(transaction, ids, { active, now, begins: kinds });
  }

  /**
   * Whether a reminder says how the appointment stands.
   * @returns false also where a mail about a change goes first
   */
  async mayRemind(due: Due, active: ActiveMail | null): Promise<boolean> {
    const [row, standing] = [await this.told.find(due.id), await this.told.findStanding(due.id)];
    return (await this.openOf(due, row, standing, active)) !== null;
  }

  /**
   * Notes what a reminder says, in the transaction in which it is stored.
   * @param to the address, and `mail_id` the mail; null: a chat
   * @returns as `mayRemind()`
   */
  async noteReminder(
    transaction: Transaction,
    due: Due,
    { to, mail_id, active, now: at }: Reminding,
  ): Promise<boolean> {
    const row = (await this.told.lock(transaction, [due.id], at)).get(due.id) ?? null;
    const standing = await this.told.findStanding(due.id, transaction);
    const open = await this.openOf(due, row, standing, active, transaction);
    if (standing === null || open === null) return false;
    const { client_id, status, starts_at, ends_at, resource } = standing;
    const state = { client_id, kind: 'reminder', at, starts_at, ends_at, resource, status, mail_id } as const;
    const told = { ...state, to: to ?? open.told?.to ?? null };
    // A chat may never bring it, so it counts only where nothing else was told.
    if (mail_id !== null || open.kinds.length > 0)
      await this.told.save(transaction, due.id, told, {
        changed_at: null,
        before: beforeOf(open.told, mail_id),
      });
    return true;
  }

  /** The same of a reminder that a chat has got. */
  async noteByChat(due: Due, active: ActiveMail | null, now: Date): Promise<void> {
    await this.told.within(async (transaction) => {
      await this.noteReminder(transaction, due, { to: null, mail_id: null, active, now });
    });
  }

  /** What the client was not told of yet; null: the reminder is not due. */
  private async openOf(
    due: Due,
    row: ToldAppointment | null,
    standing: StandingAppointment | null,
    active: ActiveMail | null,
    transaction?: Transaction,
  ): Promise<{ told: Told | null; kinds: readonly ClientMailKind[] } | null> {
    const isSame =
      standing?.client_id === due.client_id && standing.starts_at.getTime() === due.starts_at.getTime();
    if (!isSame || standing.status !== 'confirmed') return null;
    if ((await this.told.findWaiting([due.id], transaction)).size > 0) return null;
    const last = toldOf(row);
    const told = last?.client_id === standing.client_id ? last : null;
    const kinds = difference(told, await this.standingOf(standing));
    const isSilent = row !== null && isWaived(row, standing);
    const isOpen = (row?.changed_at ?? null) !== null && !isSilent && standing.email !== null;
    return isOpen && kinds.some(sentBy(active)) ? null : { told, kinds };
  }

  /** Null: mails of the kind were switched off meanwhile. */
  async compose(
    { from }: ActiveMail,
    { id: mail_id, appointment, others = [], kind, to, about, is_there = true, asks_anew = false }: Addressed,
  ): Promise<NewMail | null> {
    const place = await this.business.current();
    const business = nameOfBusiness(place);
    const values = notificationValues(appointment, place);
    const summary = [values.service, business].filter((part) => part !== '').join(', ');
    const organizer = { name: from.name || business, email: from.address };
    const parties = { organizer, summary, location: place.address, email: to };
    // A reminder changes nothing in a calendar.
    const calendar = kind === 'reminder' ? null : appointmentInvite([appointment, ...others], parties);
    const { id, client_id, language } = appointment;
    const unsubscribe = kind === 'reminder' ? this.unsubscribes.addressFor(client_id) : null;
    const of = { client_id, ...(is_there ? { appointment_id: id } : {}) };
    const told = others.map((one) => notificationValues(one, place));
    return this.mails.compose({
      ...(mail_id === undefined ? {} : { id: mail_id }),
      kind,
      to,
      language,
      values,
      others: told,
      ...of,
      about,
      calendar,
      unsubscribe,
      asks_anew,
    });
  }

  /** The mail has left. */
  settle(mail: Mail): Promise<void> {
    return this.told.settle(mail);
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
    let asks_anew = false;
    for (const { row, told } of coming) {
      const standing = await this.told.findStanding(row.appointment_id);
      if (standing !== null && standsAsTold(told, standing, now)) {
        holding.push(asTold(standing, told));
        asks_anew ||=
          isOnItsWay(row) &&
          told.status === 'pending' &&
          asksAnew(toldOf(row), await this.standingOf(standing));
      } else if (isOnItsWay(row)) await this.told.takeBack(row);
    }
    const [appointment, ...others] = holding;
    if (appointment === undefined) return 'outdated';
    if (!about.startsWith('series:')) return 'as written';
    const anew = { id, appointment, others, kind: kind as ClientMailKind, to, about, asks_anew };
    const written = await this.compose(active, anew);
    if (written === null) return 'outdated';
    const { subject, content, appointment_id } = written;
    return { subject, content, appointment_id };
  }

  /** Where mails about changes of an appointment would go. */
  async wouldTell({ id, row }: ToldOf, active: ActiveMail | null, now: Date): Promise<WouldTellDto> {
    const standing = active === null ? null : await this.told.findStanding(id);
    const nothing = { cancelled: null, deleted: null, moved: null };
    if (standing === null || active === null) return nothing;
    const told = toldOf(row);
    const [now_as, { email }] = [await this.standingOf(standing), standing];
    const terms = {
      now,
      changed_at: now,
      isSent: sentBy(active),
      begins: () => false,
      former_email: email,
      email,
    };
    const after = (change: Partial<Standing>) =>
      nextMails(told, { ...now_as, ...change }, terms).mail?.to ?? null;
    const ended = { status: 'cancelled', was: standing.status, is_ended_by_team: true } as const;
    const hour_later = new Date(standing.starts_at.getTime() + 3_600_000);
    return {
      cancelled: isLive(standing.status) ? after(ended) : null,
      deleted: nextMails(told, null, terms).farewell?.to ?? null,
      moved: isLive(standing.status) ? after({ starts_at: hour_later }) : null,
    };
  }

  /** What is the same for several of a series is one mail. */
  private tellTogether(ids: readonly string[], active: ActiveMail | null, now: Date): Promise<void> {
    return this.told.within((transaction) => this.compare(transaction, ids, { active, now, begins: [] }));
  }

  private async compare(transaction: Transaction, ids: readonly string[], by: Telling): Promise<void> {
    const { active, now } = by;
    const changes: Changed[] = [];
    const rows = await this.told.lock(transaction, ids, now);
    const waiting = await this.told.findWaiting(ids, transaction);
    for (const [id, row] of rows)
      // What is being sent is told in a moment, or is not: until then nothing is known.
      if (waiting.get(id)?.is_leaving !== true)
        changes.push(...(await this.changeOf(transaction, id, row, by)));
    const mails =
      active === null ? new Map<string, string>() : await this.write(transaction, { active, now }, changes);
    for (const { id, row, told, standing, next, is_waived } of changes) {
      if (is_waived && standing !== null) {
        await this.told.leaveNewClientUntold(transaction, standing);
        continue;
      }
      const changed_at = next.is_open ? row.changed_at : null;
      if (next.told === null) {
        await this.told.saveNothing(transaction, standing ?? { id, client_id: row.client_id }, changed_at);
        continue;
      }
      const written = mails.get(id) ?? null;
      const mail_id = written ?? next.told.mail_id;
      const before = beforeOf(next.farewell === null ? told : null, written);
      await this.told.save(transaction, id, { ...next.told, mail_id }, { changed_at, before });
    }
  }

  /** None where nothing is to be told, or nothing of it by now. */
  private async changeOf(
    transaction: Transaction,
    id: string,
    row: ToldAppointment,
    { active, now, begins }: Telling,
  ): Promise<Changed[]> {
    if (row.changed_at === null && !isOnItsWay(row)) return [];
    const changed_at = row.changed_at ?? now;
    const standing = await this.told.findStanding(id, transaction);
    const last = toldOf(row);
    const isGivenAway = last !== null && last.client_id !== standing?.client_id;
    const is_waived = standing !== null && isWaived(row, standing);
    // Who had it before the change that is not told was owed that it is theirs no more.
    const isOwed = isGivenAway && row.waived?.before_client_id !== last.client_id;
    if (is_waived && !isOwed) {
      await this.told.leaveUntold(transaction, id);
      return [];
    }
    const former = isGivenAway ? await this.told.findFormer(transaction, id) : null;
    const told = former === null ? last : atItsTime(last, former, now);
    const now_as = standing === null ? null : await this.standingOf(standing);
    const next = nextMails(told, now_as, {
      now,
      changed_at,
      isSent: sentBy(active),
      begins: (kind) => begins.includes(kind),
      former_email: former?.email ?? null,
      email: standing?.email ?? null,
    });
    const left = is_waived ? { ...next, mail: null } : next;
    // What has begun is pending still, and is told as an end.
    const asks_anew =
      now_as !== null && !isGivenAway && next.told?.status === 'pending' && asksAnew(told, now_as);
    // The mail about this waits, or was refused at that address.
    if (next.mail !== null && isOnItsWay(row) && isSameTelling(saidBy(row), next.told)) {
      await this.told.leaveUntold(transaction, id);
      return [];
    }
    return [{ id, row, told, former, standing, is_waived, asks_anew, next: left }];
  }

  /** @returns the ids of the mails to the clients, by appointment */
  private async write(
    transaction: Transaction,
    { active, now }: { active: ActiveMail; now: Date },
    changes: readonly Changed[],
  ): Promise<Map<string, string>> {
    const written = new Map<string, string>();
    const due: DueMail[] = [];
    for (const { id, row, told, former, standing, asks_anew, next } of changes) {
      const { farewell, mail, told: after } = next;
      if (farewell !== null && former !== null && told !== null) {
        const ended = { ...asTold(former, told), client_id: told.client_id, status: 'cancelled' as const };
        const seconds = Math.floor(told.starts_at.getTime() / 1_000);
        const about = `ended:${former.version}:${seconds}`;
        await this.add(transaction, active, {
          ...{ appointment: ended, ...farewell, about },
          is_there: row.deleted === null,
        });
      }
      if (mail === null || standing === null || after === null) continue;
      if (standing.mailed_id !== null) written.set(id, standing.mailed_id);
      else due.push({ mail, appointment: asTold(standing, after), asks_anew });
    }
    // What one mail says of all of them.
    const keyOf = ({ mail, appointment, asks_anew }: DueMail) => {
      const { client_id, services, title, resource, attendee_name, reason, status } = appointment;
      const lasts_ms = appointment.ends_at.getTime() - appointment.starts_at.getTime();
      // With whom and how long is nothing to know of what does not take place.
      const names = isLive(status) ? [lasts_ms, services, title, resource, attendee_name, asks_anew] : [];
      return JSON.stringify([mail.kind, mail.to, client_id, reason, ...names]);
    };
    for (const together of Map.groupBy(due, keyOf).values()) {
      const [first, ...others] = together
        .map(({ mail, ...one }) => ({ ...mail, ...one }))
        .sort((a, b) => a.appointment.starts_at.getTime() - b.appointment.starts_at.getTime());
      if (first === undefined) continue;
      const { version, is_mailed } = first.appointment;
      const what = `${others.length > 0 ? 'series' : 'change'}:${version}`;
      const mail_id = await this.add(transaction, active, {
        ...first,
        others: others.map(({ appointment }) => appointment),
        about: is_mailed ? `${what}:${now.getTime()}` : what,
      });
      if (mail_id === null) continue;
      for (const { appointment } of [first, ...others]) written.set(appointment.id, mail_id);
    }
    return written;
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

  private async standingOf(standing: StandingAppointment): Promise<Standing> {
    const { language } = standing;
    const tells_resource =
      !isUnnamed(standing.resource) && (await this.mails.says('moved', language, 'resource'));
    return { ...standing, tells_resource };
  }
}

type Due = Pick<NotifiedAppointment, 'id' | 'client_id' | 'starts_at'>;

interface Reminding {
  to: string | null;
  mail_id: string | null;
  active: ActiveMail | null;
  now: Date;
}

interface Telling {
  active: ActiveMail | null;
  now: Date;
  /** The kinds that are being switched on. */
  begins: readonly MailKind[];
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
}

/** An appointment that has changed, and what follows from that. */
interface Changed {
  id: string;
  row: ToldAppointment;
  told: Told | null;
  former: NotifiedAppointment | null;
  standing: StandingAppointment | null;
  /** Whether its client is not to be told of how it stands. */
  is_waived: boolean;
  asks_anew: boolean;
  next: NextMails;
}

interface DueMail {
  mail: NextMail;
  appointment: StandingAppointment;
  asks_anew: boolean;
}

function sentBy(active: ActiveMail | null): (kind: MailKind) => boolean {
  return (kind) => isSentBy(active, kind);
}
