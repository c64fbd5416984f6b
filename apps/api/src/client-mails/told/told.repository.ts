import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import type { AppointmentStatus } from '@groupless/shared-dto';
import { ToldAppointment, toldOf, type Told } from '../../appointments/told/told-appointment.entity';
import type { Transaction } from '../../database/transaction';
import type { Mail } from '../../mail/log/mail.entity';
import { bookerSql, MAILED_TO, mailedToSql } from '../../shared/mailed-to';
import { IS_CANCELLATION, notifiedColumns, WANTS_REMINDERS } from '../due-reminders';
import type { NotifiedAppointment } from '../notified-appointment';

/** Whose row it is. */
export type ToldOne = Pick<ToldAppointment, 'appointment_id' | 'client_id'>;

/** An appointment, deleted or not, as one client has it or had it, with what decides which mail it needs. */
export interface StandingAppointment extends NotifiedAppointment {
  /** False: it is deleted, or somebody else's. */
  is_theirs: boolean;
  was: AppointmentStatus | null;
  is_of_agent: boolean;
  is_ended_by_team: boolean;
  /** The mail about this state of a version before this one, which runs beside it during an update; null: there is none. */
  mailed_id: string | null;
  /** Whether there is a mail about this state, sent or not. */
  is_mailed: boolean;
}

type StandingRow = StandingAppointment & { is_deleted: boolean; deleted_because: string | null };

/** Longer than a mail is given to a server: then it is not known whether it has left. */
const LEAVES_MS = 120_000;

/** More than a run tells; the next run goes on. */
const MOST_CHANGED = 5_000;

/** What has begun needs no mail. A row that says nothing goes; the others stay as what was told. */
const FORGET_BEGUN = `
  with begun as (
    select t.appointment_id, t.client_id, t.at
    from told_appointments as t join appointments as a on a.id = t.appointment_id
    where t.changed_at is not null and a.starts_at <= $1
      and coalesce(greatest(t.starts_at, (t.before -> 'told' ->> 'starts_at')::timestamptz), a.starts_at) <= $1
    order by t.changed_at limit 10000 for update of t skip locked
  ), gone as (
    delete from told_appointments as t using begun
    where (t.appointment_id, t.client_id) = (begun.appointment_id, begun.client_id) and begun.at is null
  ), seen as (
    update told_appointments as t set changed_at = null from begun
    where (t.appointment_id, t.client_id) = (begun.appointment_id, begun.client_id) and begun.at is not null
  )
  select from begun`;

/** What changed; and what was not brought to an address, where the client has another one by now. An end goes where it was told. */
const CHANGED = `
  select t.appointment_id as id, a.series_id, t.changed_at
  from told_appointments as t left join appointments as a on a.id = t.appointment_id
  where t.changed_at is not null and (t.changed_at <= $1 or t.deleted is not null)
  union all
  select t.appointment_id, a.series_id, null
  from mails as m join told_appointments as t on t.client_id = m.client_id and t.mail_id = m.id
    join appointments as a on a.id = t.appointment_id and a.client_id = t.client_id
    join clients as c on c.id = t.client_id and lower(${MAILED_TO}) <> lower(m.recipient)
  where m.status in ('waiting', 'failed') and m.kind <> 'reminder' and t.before is not null and t.changed_at is null and t.waived is null
    and t.status in ('pending', 'confirmed') and a.status in ('pending', 'confirmed') and a.starts_at > $2
  order by changed_at, id limit ${MOST_CHANGED}`;

/** Whose the appointments are, and who was told of them. */
const CLIENTS = `
  select id as appointment_id, client_id as id from appointments where id = any($1)
  union select appointment_id, client_id from told_appointments where appointment_id = any($1)`;

/**
 * The mail was taken, or may have been: the sender was killed, or the connection broke, and the server never answered. A client
 * who does not get it hears too much later on, instead of too little.
 */
const SETTLE = `
  update told_appointments as t set before = null from mails as m
  where t.appointment_id = any($1) and m.id = t.mail_id and t.before is not null
    and (m.status = 'sent' or m.leaving_since <= $2)
  returning t.appointment_id, t.client_id`;

const WAITING = `
  select t.appointment_id, t.client_id, m.leaving_since is not null as is_leaving from told_appointments as t
    join mails as m on m.id = t.mail_id
  where t.appointment_id = any($1) and t.before ->> 'of' = t.mail_id::text and m.status = 'waiting' and m.kind <> 'reminder'`;

const LOCK_APPOINTMENTS = 'select from appointments where id = any($1) order by id for key share';
const LOCK_CLIENTS = `select id from clients where id in (select id from (${CLIENTS}) as one) order by id for key share`;

/** Also once the appointment is another client's or deleted: the mail about that must not name whose number was given. */
const PRESENT_OR_FORMER_BOOKER = bookerSql('t.mailed_to');

const STANDING = `
  select ${notifiedColumns(PRESENT_OR_FORMER_BOOKER)}, coalesce(a.client_id = c.id, false) as is_theirs, t.deleted is not null as is_deleted,
    t.deleted ->> 'reason' as deleted_because, coalesce(a.made_by_agent, false) as is_of_agent,
    case when not exists (select from told_appointments as other where other.appointment_id = a.id and other.client_id <> c.id)
      then (select case when a.status = 'cancelled' then e.from_status else e.to_status end from appointment_events as e
       where e.appointment_id = a.id and (e.version = 1 or a.status = 'cancelled' and ${IS_CANCELLATION})
       order by e.version desc limit 1) end as was,
    coalesce((select e.user_id is not null from appointment_events as e
     where e.appointment_id = a.id and ${IS_CANCELLATION} order by e.version desc limit 1), false) as is_ended_by_team,
    (select m.id from mails as m where m.appointment_id = a.id and m.about = 'change:' || a.version and m.status <> 'failed'
       and m.client_id = c.id and lower(m.recipient) = lower(${mailedToSql(PRESENT_OR_FORMER_BOOKER)}) order by m.id limit 1) as mailed_id,
    exists (select from mails as m where m.appointment_id = a.id and m.about in ('change:' || a.version, 'series:' || a.version))
      as is_mailed
  from clients as c left join told_appointments as t on (t.appointment_id, t.client_id) = ($1, c.id)
    cross join lateral (
      select * from appointments where id = $1
      union all
      select * from jsonb_populate_record(null::appointments, t.deleted) where t.deleted is not null) as a
  where c.id = $2`;

/** Whether what a mail of an end or a reminder tells still holds. Nothing is told of a time that has passed. */
const HOLDS = `
  select from mails as m left join appointments as a on a.id = m.appointment_id
  where m.id = $1 and case split_part(m.about, ':', 1)
    when 'ended' then to_timestamp(split_part(m.about, ':', 3)::bigint) > $2
    else a.status = 'confirmed' and a.starts_at > $2 and a.client_id = m.client_id
      and split_part(m.about, ':', 3) = floor(extract(epoch from a.starts_at))::bigint::text
      and not exists (select from clients as c where c.id = m.client_id and not (${WANTS_REMINDERS})) end`;

/** Of what a client was told. */
const NOTHING = {
  kind: null,
  at: null,
  starts_at: null,
  ends_at: null,
  resource: null,
  status: null,
  recipient: null,
  mail_id: null,
  before: null,
};

/** What clients were told, and which appointments have changed since. */
@Injectable()
export class ToldRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /** Runs the work in a transaction. */
  within(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.panel.transaction(work);
  }

  async forgetBegun(now: Date): Promise<void> {
    await this.panel.query(FORGET_BEGUN, [now]);
  }

  /**
   * Appointments that have changed by then and were not compared since, the first change first; those of one series together.
   */
  async listChanged(until: Date, now: Date): Promise<string[][]> {
    const rows = await this.panel.query<{ id: string; series_id: string | null }[]>(CHANGED, [until, now]);
    const together = Map.groupBy(rows, ({ id, series_id }) => series_id ?? id);
    return [...together.values()].map((group) => [...new Set(group.map(({ id }) => id))]);
  }

  /**
   * The rows, locked: a change of the appointments waits, so what is read after this stays until the end. What a mail refers to is
   * locked before them, since merges and deletions lock these rows in that order, and each kind by the ids, as all others do.
   * @returns without those of appointments that are being given to somebody else
   */
  async lock(transaction: Transaction, ids: readonly string[], now: Date): Promise<ToldAppointment[]> {
    await transaction.query(LOCK_APPOINTMENTS, [ids]);
    const clients = await transaction.query<{ id: string }[]>(LOCK_CLIENTS, [ids]);
    const locked = new Set(clients.map(({ id }) => id));
    const rows = await transaction.find(ToldAppointment, {
      where: { appointment_id: In(ids) },
      order: { appointment_id: 'asc', client_id: 'asc' },
      lock: { mode: 'for_no_key_update' },
    });
    const [left] = await transaction.query<[ToldOne[], number]>(SETTLE, [ids, longBefore(now)]);
    for (const row of rows) if (left.some((one) => isOf(row, one))) row.before = null;
    const present = await transaction.query<{ appointment_id: string; id: string }[]>(CLIENTS, [ids]);
    const given = new Set(present.filter(({ id }) => !locked.has(id)).map((one) => one.appointment_id));
    return rows.filter((row) => !given.has(row.appointment_id));
  }

  find({ appointment_id, client_id }: ToldOne): Promise<ToldAppointment | null> {
    return this.panel.manager.findOneBy(ToldAppointment, { appointment_id, client_id });
  }

  /** Whose mails of a change have not left, and whether each is being sent. */
  listWaiting(
    ids: readonly string[],
    transaction: Transaction = this.panel.manager,
  ): Promise<(ToldOne & { is_leaving: boolean })[]> {
    return transaction.query(WAITING, [ids]);
  }

  /** The mail has left. */
  async settle({ id: mail_id, client_id }: Pick<Mail, 'id' | 'client_id'>): Promise<void> {
    if (client_id === null) return;
    await this.panel.manager.update(ToldAppointment, { mail_id, client_id }, { before: null });
  }

  /** The mail says nothing of this appointment after all: its client knows what was told before. */
  async takeBack(row: ToldAppointment): Promise<void> {
    const { appointment_id, client_id, mail_id } = row;
    const told = toldOf(row);
    const state = told === null ? NOTHING : columnsOf(told);
    await this.panel.manager.update(
      ToldAppointment,
      { appointment_id, client_id, mail_id: mail_id ?? IsNull() },
      { ...state, before: null },
    );
  }

  /** What is told by this mail, by time. */
  listToldBy({ id: mail_id, client_id }: Pick<Mail, 'id' | 'client_id'>): Promise<ToldAppointment[]> {
    if (client_id === null) return Promise.resolve([]);
    return this.panel.manager.find(ToldAppointment, {
      where: { mail_id, client_id },
      order: { starts_at: 'asc' },
    });
  }

  /** Whether a mail of an end or a reminder tells what is so. */
  async holds(mail_id: string, now: Date): Promise<boolean> {
    return (await this.panel.query<unknown[]>(HOLDS, [mail_id, now])).length > 0;
  }

  /** Null: there is none, and its client was told nothing. */
  async findStanding(
    { appointment_id, client_id }: ToldOne,
    transaction: Transaction = this.panel.manager,
  ): Promise<StandingAppointment | null> {
    const [row] = await transaction.query<StandingRow[]>(STANDING, [appointment_id, client_id]);
    if (row === undefined || row.is_theirs) return row ?? null;
    // Who comes, and why it does not take place, is said of somebody else by now.
    return { ...row, reason: row.deleted_because, attendee_name: row.is_deleted ? row.attendee_name : null };
  }

  /** The client is not told of how the appointment stands. */
  async leaveUntold(transaction: Transaction, { appointment_id, client_id }: ToldOne): Promise<void> {
    await transaction.update(ToldAppointment, { appointment_id, client_id }, { changed_at: null });
  }

  /**
   * @param changed_at when it changed, where something is left to be told; else null
   * @param before where a mail tells it that has not left
   */
  async save(
    transaction: Transaction,
    { appointment_id, client_id }: ToldOne,
    told: Told,
    { changed_at, before }: Pick<ToldAppointment, 'changed_at' | 'before'>,
  ): Promise<void> {
    const row = {
      appointment_id,
      client_id,
      ...columnsOf(told),
      changed_at,
      before,
      deleted: null,
      waived: null,
    };
    await transaction.upsert(ToldAppointment, row, ['appointment_id', 'client_id']);
  }

  /** Nothing was told to the client yet. */
  async saveNothing(
    transaction: Transaction,
    { appointment_id, client_id }: ToldOne,
    changed_at: Date,
  ): Promise<void> {
    const state = { ...NOTHING, changed_at, waived: null };
    await transaction.update(ToldAppointment, { appointment_id, client_id }, state);
  }

  /** Nothing was told to the client, or nothing is left to be told. */
  async forget(transaction: Transaction, { appointment_id, client_id }: ToldOne): Promise<void> {
    await transaction.delete(ToldAppointment, { appointment_id, client_id });
  }
}

/** Whether both are of the same client and appointment. */
export function isOf(one: ToldOne, other: ToldOne): boolean {
  return one.appointment_id === other.appointment_id && one.client_id === other.client_id;
}

function columnsOf({ to: recipient, ...told }: Told) {
  return { ...told, recipient };
}

function longBefore(now: Date): Date {
  return new Date(now.getTime() - LEAVES_MS);
}
