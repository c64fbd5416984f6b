import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ADVISORY_LOCKS } from '../../database/advisory-locks';
import type { Transaction } from '../../database/transaction';
import { findKeptByContacts, findKeptClient } from '../merged-clients.repository';
import { Client, type ClientToFind, type FoundClient } from '../client.entity';

/** A phone in E.164 form, and an email, which is compared without case. */
export type Contacts = Pick<Client, 'phone' | 'email'>;

/**
 * Locks a phone and an email until the transaction ends: transactions that make or change a client with one of these
 * wait. All take the locks in the same order, so there is no deadlock. An import has too many and locks all at once.
 * The function `lock_client_contacts()` of the version before takes the same locks.
 */
const LOCK_CONTACTS = `
  select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.clientContacts}, 0), (
    select count(pg_advisory_xact_lock(${ADVISORY_LOCKS.clientContact}, key)) from (
      select distinct hashtext(contact) as key from unnest(array[$1::text, lower($2::text)]) as contact
      where contact is not null order by 1) as keys)`;

/** As in the indexes `clients_by_phone` and `clients_by_email`, in which those without one come last. */
const LAST = `U&'\\+10FFFF'`;
const HAS_PHONE = `coalesce(client.phone, ${LAST}) collate "C" = :phone`;
const HAS_EMAIL = `coalesce(lower(client.email), ${LAST}) collate "C" = lower(:email)`;

/** Clients by how they are reached, as bookings and pings know them. */
@Injectable()
export class ClientContactsRepository {
  constructor(@InjectRepository(Client) private readonly clients: Repository<Client>) {}

  /** The client with this phone, else with this email, else a new one. The rest is for the transaction to commit. */
  async findOrMake(transaction: Transaction, person: ClientToFind): Promise<FoundClient> {
    await lockContacts(transaction, person);
    const known = (await findOldest(transaction, person)) ?? (await findKeptByContacts(transaction, person));
    if (known !== null) {
      await noteActivity(transaction, known.id, person.at);
      return { client: known, made: false };
    }
    const { id, name, phone, email, source, notes, at } = person;
    const times = { last_activity_at: at, created_at: at, updated_at: at };
    await transaction.insert(Client, { id, name, phone, email, source, notes, ...times });
    return { client: await transaction.findOneByOrFail(Client, { id }), made: true };
  }

  /** A client by its id, or by that of one that was merged into it, whose activity this is; null if there is none. */
  async findActive(transaction: Transaction, id: string, at: Date): Promise<Client | null> {
    const client = (await transaction.findOneBy(Client, { id })) ?? (await findKeptClient(transaction, id));
    if (client !== null) await noteActivity(transaction, client.id, at);
    return client;
  }

  noteActivity(id: string, at: Date): Promise<void> {
    return noteActivity(this.clients.manager, id, at);
  }
}

export async function lockContacts(transaction: Transaction, { phone, email }: Contacts): Promise<void> {
  await transaction.query(LOCK_CONTACTS, [phone, email]);
}

/** All clients with the phone, and all with the email. */
export async function listByContacts(
  transaction: Transaction,
  { phone, email }: Contacts,
): Promise<{ by_phone: Client[]; by_email: Client[] }> {
  const having = (condition: string, value: object) =>
    transaction.createQueryBuilder(Client, 'client').where(condition, value).getMany();
  return {
    by_phone: phone === null ? [] : await having(HAS_PHONE, { phone }),
    by_email: email === null ? [] : await having(HAS_EMAIL, { email }),
  };
}

/** Of several the one that was made first, archived ones too. */
async function findOldest(transaction: Transaction, contacts: Contacts): Promise<Client | null> {
  const { by_phone } = await listByContacts(transaction, { ...contacts, email: null });
  const found =
    by_phone.length > 0
      ? by_phone
      : (await listByContacts(transaction, { ...contacts, phone: null })).by_email;
  const order = (a: Client, b: Client) =>
    a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1);
  return found.sort(order)[0] ?? null;
}

/** Forward only: what arrives late takes nothing back. This is no edit, so the version stays. */
async function noteActivity(transaction: Transaction, id: string, at: Date): Promise<void> {
  await transaction
    .createQueryBuilder()
    .update(Client)
    .set({ last_activity_at: at })
    .where(`id = :id and coalesce(last_activity_at, '-infinity') < :at`, { id, at })
    .execute();
}
