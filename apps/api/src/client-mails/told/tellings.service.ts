import { Injectable } from '@nestjs/common';
import type { ClientMailKind, MailKind } from '@groupless/shared-dto';
import type { ToldAppointment } from '../../appointments/told/told-appointment.entity';
import type { Transaction } from '../../database/transaction';
import { MailService, type NewMail } from '../../mail/mail.service';
import { isSent, type ActiveMail } from '../../mail/settings/mail-settings.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { nameOfBusiness } from '../../shared/name-of-business';
import { appointmentInvite } from '../appointment-invite';
import { notificationValues } from '../notification-values';
import type { NotifiedAppointment } from '../notified-appointment';
import { tryEach } from '../try-each';
import { difference, isUnnamed, type Standing, type Told } from './difference';
import { nextMails, STANDS_MS, type NextMail, type NextMails } from './next-mails';
import { ToldRepository, toldOf, type StandingAppointment } from './told.repository';

/** Brings what clients were told and how their appointments stand together. */
@Injectable()
export class TellingsService {
  constructor(
    private readonly told: ToldRepository,
    private readonly mails: MailService,
    private readonly business: ChatAgentSettingsService,
  ) {}

  /** @param active null: mail is off, so all that has stood for long enough counts as told by other means */
  async tellChanges(active: ActiveMail | null, now: Date): Promise<void> {
    await this.told.forgetBegun(now);
    const until = active === null ? new Date(now.getTime() - STANDS_MS) : now;
    await tryEach(await this.told.listChanged(until), (id) => this.tellChange(id, active, now));
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
    const row = await this.told.lock(transaction, due.id);
    const standing = await this.told.findStanding(due.id, transaction);
    const open = await this.openOf(due, row, standing, active);
    if (standing === null || open === null) return false;
    const { client_id, status, starts_at, resource } = standing;
    const state = { client_id, kind: 'reminder', at, starts_at, resource, status, mail_id } as const;
    const told = { ...state, to: to ?? open.told?.to ?? null };
    // A chat may never bring it, so it counts only where nothing else was told.
    if (mail_id !== null || open.kinds.length > 0) await this.told.save(transaction, due.id, told, null);
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
  ): Promise<{ told: Told | null; kinds: readonly ClientMailKind[] } | null> {
    if (standing?.status !== 'confirmed' || standing.starts_at.getTime() !== due.starts_at.getTime())
      return null;
    const last = toldOf(row);
    const told = last?.client_id === standing.client_id ? last : null;
    const kinds = difference(told, await this.standingOf(standing));
    const isOpen = (row?.changed_at ?? null) !== null && standing.email !== null;
    return isOpen && kinds.some(sentBy(active)) ? null : { told, kinds };
  }

  /** Null: mails of the kind were switched off meanwhile. */
  async compose(
    { from }: ActiveMail,
    { appointment, kind, to, about, is_there = true }: Addressed,
  ): Promise<NewMail | null> {
    const place = await this.business.current();
    const business = nameOfBusiness(place);
    const values = notificationValues(appointment, place);
    const summary = [values.service, business].filter((part) => part !== '').join(', ');
    const organizer = { name: from.name || business, email: from.address };
    // A reminder changes nothing in a calendar.
    const calendar =
      kind === 'reminder'
        ? null
        : appointmentInvite({ ...appointment, email: to }, { organizer, summary, location: place.address });
    const { id, client_id, language } = appointment;
    const of = { client_id, ...(is_there ? { appointment_id: id } : {}) };
    return this.mails.compose({ kind, to, language, values, ...of, about, calendar });
  }

  private tellChange(id: string, active: ActiveMail | null, now: Date): Promise<void> {
    return this.told.within(async (transaction) => {
      const row = await this.told.lock(transaction, id);
      if (!row?.changed_at) return;
      const standing = await this.told.findStanding(id, transaction);
      const told = toldOf(row);
      const former =
        told !== null && told.client_id !== standing?.client_id
          ? await this.told.findFormer(transaction, id)
          : null;
      const next = nextMails(told, standing === null ? null : await this.standingOf(standing), {
        now,
        changed_at: row.changed_at,
        isSent: sentBy(active),
        former_email: former?.email ?? null,
        email: standing?.email ?? null,
      });
      const mail_id =
        active === null ? null : await this.write(transaction, active, { row, told, former, standing, next });
      const changed_at = next.is_open ? row.changed_at : null;
      if (next.told !== null)
        await this.told.save(
          transaction,
          id,
          { ...next.told, mail_id: mail_id ?? next.told.mail_id },
          changed_at,
        );
      else await this.told.saveNothing(transaction, standing ?? { id, client_id: row.client_id }, changed_at);
    });
  }

  /** @returns the id of the mail to the client */
  private async write(
    transaction: Transaction,
    active: ActiveMail,
    { row, told, former, standing, next: { farewell, mail, told: after } }: Writing,
  ): Promise<string | null> {
    if (farewell !== null && former !== null && told !== null) {
      const { client_id } = told;
      const ended = { ...as(former, told), client_id, status: 'cancelled' as const };
      const seconds = Math.floor(told.starts_at.getTime() / 1_000);
      const about = `ended:${former.version}:${seconds}`;
      const is_there = row.deleted === null;
      await this.add(transaction, active, { appointment: ended, ...farewell, about, is_there });
    }
    if (mail === null || standing === null || after === null) return null;
    const { version, mailed_id } = standing;
    if (mailed_id !== null) return mailed_id;
    const appointment = as(standing, after);
    return this.add(transaction, active, { appointment, ...mail, about: `change:${version}` });
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

type Due = Pick<NotifiedAppointment, 'id' | 'starts_at'>;

interface Reminding {
  to: string | null;
  mail_id: string | null;
  active: ActiveMail | null;
  now: Date;
}

interface Addressed extends NextMail {
  appointment: NotifiedAppointment;
  kind: ClientMailKind;
  about: string;
  /** Whether the appointment is not deleted. */
  is_there?: boolean;
}

interface Writing {
  row: ToldAppointment;
  told: Told | null;
  former: NotifiedAppointment | null;
  standing: StandingAppointment | null;
  next: NextMails;
}

function sentBy(active: ActiveMail | null): (kind: MailKind) => boolean {
  return (kind) => active !== null && isSent(kind, active.sends);
}

/** The appointment with the state, time and resource that a mail names, and as long as it is. */
function as<One extends NotifiedAppointment>(appointment: One, { status, starts_at, resource }: Told): One {
  const lastsMs = appointment.ends_at.getTime() - appointment.starts_at.getTime();
  const ends_at = new Date(starts_at.getTime() + lastsMs);
  return { ...appointment, status, starts_at, resource, ends_at };
}
