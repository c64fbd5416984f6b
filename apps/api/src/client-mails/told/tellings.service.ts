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
import type { ActiveMail, KindsSwitchedOn } from '../../mail/public';
import { isSentBy } from '../../mail/settings/mail-settings.service';
import type { NotifiedAppointment } from '../notified-appointment';
import { tryEach } from '../try-each';
import { asksAnew, difference, newsOf, type Standing } from './difference';
import { nextTelling, STANDS_MS } from './next-telling';
import { TellingMailsService, type Changed } from './telling-mails.service';
import { atItsTime, beforeOf, isSameTelling, isWaived } from './told-states';
import { isOf, ToldRepository, type StandingAppointment } from './told.repository';

/** Brings what clients were told and how their appointments stand together. */
@Injectable()
export class TellingsService {
  constructor(
    private readonly told: ToldRepository,
    private readonly mails: TellingMailsService,
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
    const [row, standing] = [await this.told.find(keyOf(due)), await this.told.findStanding(keyOf(due))];
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
    const rows = await this.told.lock(transaction, [due.id], at);
    const row = rows.find((one) => isOf(one, keyOf(due))) ?? null;
    const standing = await this.told.findStanding(keyOf(due), transaction);
    const open = await this.openOf(due, row, standing, active, transaction);
    if (standing === null || open === null) return false;
    const { status, starts_at, ends_at, resource } = standing;
    const state = { kind: 'reminder', at, starts_at, ends_at, resource, status, mail_id } as const;
    const told = { ...state, to: to ?? open.told?.to ?? null };
    // A chat may never bring it, so it counts only where nothing else was told.
    if (mail_id !== null || open.kinds.length > 0)
      await this.told.save(transaction, keyOf(due), told, {
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
    const isSame = standing?.is_theirs === true && standing.starts_at.getTime() === due.starts_at.getTime();
    if (!isSame || standing.status !== 'confirmed') return null;
    const waiting = await this.told.listWaiting([due.id], transaction);
    if (waiting.some((one) => isOf(one, keyOf(due)))) return null;
    const told = toldOf(row);
    const kinds = difference(told, await this.mails.standingOf(standing, active));
    const isSilent = row !== null && isWaived(row, standing);
    const isOpen = (row?.changed_at ?? null) !== null && !isSilent && standing.email !== null;
    return isOpen && kinds.some(sentBy(active)) ? null : { told, kinds };
  }

  /** Where mails about changes of an appointment would go. */
  async wouldTell(
    { id, client_id, row }: ToldOf,
    active: ActiveMail | null,
    now: Date,
  ): Promise<WouldTellDto> {
    const one = { appointment_id: id, client_id };
    const standing = active === null ? null : await this.told.findStanding(one);
    const now_as = standing && (await this.mails.standingOf(standing, active));
    if (standing === null || now_as === null) return { cancelled: null, deleted: null, moved: null };
    const { status, starts_at, email } = standing;
    const terms = { now, changed_at: now, isSent: sentBy(active), begins: () => false, email };
    const toAfter = (next: Standing | null) => nextTelling(toldOf(row), next, terms).mail?.to ?? null;
    const ended = { status: 'cancelled', was: status, is_ended_by_team: true } as const;
    const hour_later = new Date(starts_at.getTime() + 3_600_000);
    return {
      cancelled: isLive(status) ? toAfter({ ...now_as, ...ended }) : null,
      deleted: toAfter(null),
      moved: isLive(status) ? toAfter({ ...now_as, starts_at: hour_later }) : null,
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
    const waiting = await this.told.listWaiting(ids, transaction);
    for (const row of rows) {
      // What is being sent is told in a moment, or is not: until then nothing is known.
      if (waiting.some((one) => one.is_leaving && isOf(one, row))) continue;
      const change = await this.changeOf(transaction, row, by);
      if (change !== null) changes.push(change);
    }
    const mails =
      active === null
        ? new Map<ToldAppointment, string>()
        : await this.mails.write(transaction, { active, now }, changes);
    for (const { row, told, next } of changes) {
      // Nothing can follow a deletion.
      if (row.deleted !== null || (next.told === null && !next.is_open))
        await this.told.forget(transaction, row);
      else if (next.told === null) await this.told.saveNothing(transaction, row, row.changed_at ?? now);
      else {
        const written = mails.get(row) ?? null;
        const mail_id = written ?? next.told.mail_id;
        const changed_at = next.is_open ? row.changed_at : null;
        const before = beforeOf(told, written);
        await this.told.save(transaction, row, { ...next.told, mail_id }, { changed_at, before });
      }
    }
  }

  /** Null: nothing is to be told, or nothing of it by now. */
  private async changeOf(
    transaction: Transaction,
    row: ToldAppointment,
    { active, now, begins }: Telling,
  ): Promise<Changed | null> {
    const standing = await this.told.findStanding(row, transaction);
    if (standing === null || (row.changed_at === null && !isOnItsWay(row))) return null;
    if (isWaived(row, standing)) {
      await this.told.leaveUntold(transaction, row);
      return null;
    }
    const told = row.deleted === null ? toldOf(row) : atItsTime(toldOf(row), standing, now);
    const now_as = await this.mails.standingOf(standing, active);
    const next = nextTelling(told, now_as, {
      now,
      changed_at: row.changed_at ?? now,
      isSent: sentBy(active),
      begins: (kind) => begins.includes(kind),
      email: standing.email,
    });
    // The mail about this waits, or was refused at that address.
    const isWritten = next.mail !== null && isOnItsWay(row) && isSameTelling(saidBy(row), next.told);
    if (isWritten && row.deleted === null) {
      await this.told.leaveUntold(transaction, row);
      return null;
    }
    // What has begun is pending still, and is told as an end.
    const asks_anew = now_as !== null && next.told?.status === 'pending' && asksAnew(told, now_as);
    return { row, told, standing, asks_anew, news: now_as === null ? [] : newsOf(told, now_as), next };
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

function keyOf({ id: appointment_id, client_id }: Due) {
  return { appointment_id, client_id };
}

function sentBy(active: ActiveMail | null): (kind: MailKind) => boolean {
  return (kind) => isSentBy(active, kind);
}
