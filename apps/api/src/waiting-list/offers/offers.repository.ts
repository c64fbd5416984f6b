import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import type { HeldTime } from '../../appointments/bookings/bookings.service';
import type { Transaction } from '../../database/transaction';
import { WaitingEntry } from '../waiting-entry.entity';
import type { Freed } from './fitting-times.service';
import { mailedToSql } from '../../shared/mailed-to';
import { giveUp, type GivenUp } from './give-up.statements';

export interface FreedRow extends Freed {
  id: number;
  appointment_id: string | null;
}

/** By which ways a client can be told. */
export interface Recipient {
  name: string;
  /** A BCP 47 tag; null: that of the business. */
  language: string | null;
  chat_id: string | null;
  email: string | null;
}

export interface Offer {
  /** Null: a person offers it, whether it just got free or not. */
  freed_id: number | null;
  entry_id: string;
  until: Date;
  now: Date;
}

interface OverdueHold {
  offer_id: string;
  /** Null: the entry is gone. */
  id: string | null;
  told_at: Date | null;
}

/** Thrown to give back what was held: who was to get it waits no more. */
class WaitsNoMore extends Error {}

/** As floats, which are exact to the millisecond. */
const ms = (time: string) => `(date_part('epoch', ${time}) * 1000)::float8`;

const LIST_FREED = `
  select id::int, resource_id, appointment_id, ${ms('lower(during)')} as start, ${ms('upper(during)')} as end
  from freed_times where upper(during) > $1`;
const LIST_UNSETTLED = `${LIST_FREED} and not is_settled order by id`;
const OPEN = 'select from freed_times where id = $1 and not is_settled for update';
/** On days that somebody waits for: longer hours alone may free a time of each day. */
const LIST_COMING = `${LIST_FREED} and exists (
  select from waiting_entries as entry where entry.status = 'waiting'
    and during && tstzrange(entry."from"::timestamp at time zone $2, (entry."to" + 1)::timestamp at time zone $2))
  order by lower(during), id limit $3`;

/** Whether a message reaches a client `c` in the chat of the entry. A person who has taken it over tells it there. */
const IN_CHAT = `exists (
  select from conversations as v where v.chat_id = entry.chat_id and v.status <> 'human'
    and (v.client_id is null or v.client_id = entry.client_id))`;
const EMAIL = mailedToSql(
  'entry.mailed_to',
  'case when c.email_refused is null then coalesce(c.email, c.shared_email) end',
);

const RECIPIENT = `
  select coalesce(entry.mailed_to ->> 'name', c.name) as name, case when entry.mailed_to is null then c.language end as language,
    case when ${IN_CHAT} then entry.chat_id end as chat_id, ${EMAIL} as email
  from waiting_entries as entry join clients as c on c.id = entry.client_id
  where entry.id = $1 and entry.status = 'offered'`;

const OVERDUE = `
  select held.appointment_id as offer_id, entry.id, entry.told_at from (
    select distinct appointment_id from occupied_times where held_until <= $1
  ) as held left join waiting_entries as entry on entry.offer_id = held.appointment_id`;

const EXPIRE = `
  update waiting_entries set status = 'expired', updated_at = $2 where status = 'waiting' and "to" < $1 returning id`;

/** The times that got free, and the offers of them. */
@Injectable()
export class OffersRepository {
  constructor(@InjectRepository(WaitingEntry) private readonly entries: Repository<WaitingEntry>) {}

  /** In the order in which they got free. */
  listFreed(now: Date): Promise<FreedRow[]> {
    return this.entries.query<FreedRow[]>(LIST_UNSETTLED, [now]);
  }

  /** By their start, also those that were offered. */
  listComing(now: Date, time_zone: string, most: number): Promise<FreedRow[]> {
    return this.entries.query<FreedRow[]>(LIST_COMING, [now, time_zone, most]);
  }

  /**
   * Who waits for these days, in the order of entry. Clients who were archived wait for nothing.
   * @param reached only who can be told in a chat or, if mail is on, by mail; null: all
   */
  listWaiting(
    { from, to }: { from: string; to: string },
    reached: { by_mail: boolean } | null,
  ): Promise<WaitingEntry[]> {
    const query = this.entries
      .createQueryBuilder('entry')
      .innerJoin('clients', 'c', 'c.id = entry.client_id')
      .where(`entry.status = 'waiting' and c.status <> 'archived'`)
      .andWhere('entry.from <= :to and entry.to >= :from', { from, to });
    if (reached !== null) query.andWhere(`(${IN_CHAT} or :by_mail and ${EMAIL} is not null)`, reached);
    return query.orderBy('entry.created_at', 'ASC').addOrderBy('entry.id', 'ASC').getMany();
  }

  /**
   * Offers a time to one: all of it in one transaction, or nothing. Several at once wait for each other at the time that got free,
   * and at its resource.
   * @param hold null: the time is taken
   * @returns whether it was offered; null: somebody else has gone through with this time
   */
  async offer(
    { freed_id, entry_id, until, now }: Offer,
    hold: (transaction: Transaction) => Promise<HeldTime | null>,
  ): Promise<boolean | null> {
    try {
      return await this.entries.manager.transaction(async (transaction) => {
        if (freed_id !== null && (await transaction.query<object[]>(OPEN, [freed_id])).length === 0)
          return null;
        const held = await hold(transaction);
        if (held === null) return false;
        const { affected } = await transaction.update(
          WaitingEntry,
          { id: entry_id, status: 'waiting' },
          {
            status: 'offered',
            offer_id: held.id,
            offered_starts_at: held.starts_at,
            offered_ends_at: held.ends_at,
            offered_resource_id: held.resource_id,
            offered_until: until,
            told_at: null,
            updated_at: now,
          },
        );
        if (affected !== 1) throw new WaitsNoMore();
        return true;
      });
    } catch (error) {
      if (error instanceof WaitsNoMore) return false;
      throw error;
    }
  }

  async settle(freed_id: number): Promise<void> {
    await this.entries.query('update freed_times set is_settled = true where id = $1', [freed_id]);
  }

  async removePast(now: Date): Promise<void> {
    await this.entries.query('delete from freed_times where upper(during) <= $1', [now]);
  }

  /**
   * Ends offers that nobody took in time, and the waiting for days that are over.
   * @returns the ids of what was ended
   */
  async endOverdue(today: string, now: Date): Promise<string[]> {
    const overdue = await this.entries.query<OverdueHold[]>(OVERDUE, [now]);
    const ended: string[] = [];
    for (const { id, offer_id, told_at } of overdue) {
      // Who could not be told goes on waiting.
      const status = told_at === null ? 'waiting' : 'expired';
      if (await this.giveUp({ id, offer_id }, status, now)) ended.push(offer_id);
    }
    const [late] = await this.entries.query<[{ id: string }[], number]>(EXPIRE, [today, now]);
    return [...ended, ...late.map(({ id }) => id)];
  }

  /** @returns whether it was offered until now */
  giveUp(
    entry: { id: string | null; offer_id: string | null },
    status: GivenUp,
    now: Date,
  ): Promise<boolean> {
    return this.entries.manager.transaction((transaction) => giveUp(transaction, entry, status, now));
  }

  /** Whether something is held by this id now. */
  async isHeld(id: string): Promise<boolean> {
    const held = await this.entries.query<object[]>(
      'select from occupied_times where appointment_id = $1 and held_until is not null limit 1',
      [id],
    );
    return held.length > 0;
  }

  findEntry(id: string): Promise<WaitingEntry | null> {
    return this.entries.findOneBy({ id });
  }

  findOffer(offer_id: string): Promise<WaitingEntry | null> {
    return this.entries.findOneBy({ offer_id });
  }

  /** Null: nothing is offered any more. */
  async findRecipient(id: string): Promise<Recipient | null> {
    const [recipient] = await this.entries.query<Recipient[]>(RECIPIENT, [id]);
    return recipient ?? null;
  }

  listUntold(): Promise<WaitingEntry[]> {
    return this.entries.find({
      where: { status: 'offered', told_at: IsNull(), offer_id: Not(IsNull()) },
      order: { created_at: 'ASC', id: 'ASC' },
    });
  }

  /**
   * Notes that a client was told, in the transaction of what tells it.
   * @returns false: it is no longer offered, or the client was told already
   */
  async noteTold(
    transaction: Transaction,
    { id, offer_id }: Pick<WaitingEntry, 'id' | 'offer_id'>,
    told_at: Date,
  ): Promise<boolean> {
    const where = { id, offer_id: offer_id ?? '', status: 'offered' as const, told_at: IsNull() };
    return (await transaction.update(WaitingEntry, where, { told_at })).affected === 1;
  }

  within<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.entries.manager.transaction(work);
  }
}
