import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CLIENT_COLUMNS } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { ADVISORY_LOCKS } from '../../database/advisory-locks';
import { runIn } from '../../database/statements/run-in';
import type { Transaction } from '../../database/transaction';
import { findKeptByEmail, findKeptClient } from '../merged-clients.statements';
import { newId } from '../../shared/new-id';
import { oneLine } from '../../shared/one-line';
import { nameFit, nameWords } from '../names';
import {
  Client,
  contactsOf,
  emailKey,
  type ClientToFind,
  type Contacts,
  type FoundClient,
} from '../client.entity';

/**
 * Locks phones and an email until the transaction ends, so that other transactions with one of them wait. All take the
 * locks in the same order, so there is no deadlock. An import has too many and locks all at once.
 */
export const LOCK_CONTACTS = {
  name: 'lock_contacts',
  text: `
    select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.clientContacts}, 0), (
      select count(pg_advisory_xact_lock(${ADVISORY_LOCKS.clientContact}, key)) from (
        select distinct hashtext(contact) as key from unnest($1::text[] || lower($2::text)) as contact
        where contact is not null order by 1) as keys)`,
};

const HAS_EMAIL = `${emailKey('client.email')} = lower(:email)`;

/** The owners of a number, with the columns that rank them: see `clients_of_phone()`. */
const OWNERS = {
  name: 'list_owners_of_phone',
  text: `
    select ${[...CLIENT_COLUMNS, 'version', 'name_key'].map((column) => `client.${column}`).join(', ')},
      place, sort_name($2) as called
    from clients_of_phone($1) as owner join clients as client on client.id = owner.id`,
};

/** Many of one name say no more than twenty. */
const MOST_OF_NAME = 20;

/** $1: a name; $2: patterns of its words. */
const OF_NAME = `
  select ${CLIENT_COLUMNS.map((column) => `client.${column}`).join(', ')}, version, name_key, sort_name($1) as called, 0 as place
  from clients as client where search_text like all ($2::text[]) order by created_at, id`;

type Owner = Client & { place: number; called: string | null };

/** Finds clients by phone and email, for bookings and pings. */
@Injectable()
export class ClientContactsRepository {
  constructor(@InjectRepository(Client) private readonly clients: Repository<Client>) {}

  /**
   * The most likely client of this phone, otherwise of another of the numbers or of this email, otherwise a new one. The caller commits the rest.
   */
  async findOrMake(transaction: Transaction, person: ClientToFind): Promise<FoundClient> {
    await lockContacts(transaction, contactsOf(person));
    const known = await this.findOwner(transaction, person);
    if (known !== null) {
      await noteActivity(transaction, known.id, person.at);
      return { client: known, made: false };
    }
    const { id, phone, phone_as_given, extension, other_phones, email, source, notes, at } = person;
    const name = oneLine(person.name) || person.name;
    const times = { last_activity_at: at, created_at: at, updated_at: at };
    const contacts = { phone, phone_as_given, extension, other_phones, email };
    await transaction.insert(Client, { id, name, ...contacts, source, notes, ...times });
    return { client: await transaction.findOneByOrFail(Client, { id }), made: true };
  }

  private async findOwner(transaction: Transaction, person: ClientToFind): Promise<Client | null> {
    const { name, email } = person;
    for (const phone of contactsOf(person).phones) {
      const [owner] = await this.listOwners(transaction, { name, phone, email: null });
      if (owner !== undefined) return owner;
    }
    return (await this.listOwners(transaction, { name, phone: null, email }))[0] ?? null;
  }

  /**
   * The clients with this number, otherwise those with the email, most likely first: a matching name, then the number
   * as the first one, then the latest activity.
   */
  async listOwners(
    transaction: Transaction,
    { name, phone, email }: Pick<Client, 'name' | 'phone' | 'email'>,
  ): Promise<Client[]> {
    const owners = phone === null ? [] : await ownersOf(transaction, phone, name === '' ? null : name);
    if (owners.length > 0) return owners.sort(likeliestFirst);
    const { by_email } = await listByContacts(transaction, { phones: [], email });
    if (by_email.length > 0) return by_email.sort(oldestFirst);
    const kept = email === null ? null : await findKeptByEmail(transaction, email);
    return kept === null ? [] : [kept];
  }

  /** The clients with this number; with a name, only those with exactly its words in any order. */
  async listIdsOfPhone(phone: string, name: string | null): Promise<string[]> {
    const owners = await ownersOf(this.clients.manager, phone, name);
    const fits = ({ name_key, called }: Owner) => called === null || nameFit(name_key, called) === 2;
    return owners.filter(fits).map(({ id }) => id);
  }

  /** Those who are called so, in any order of the words, without titles; the oldest first. */
  async listOfName(transaction: Transaction, name: string): Promise<Client[]> {
    const [folded] = await transaction.query<[{ called: string }]>('select sort_name($1) as called', [name]);
    const patterns = nameWords(folded.called).map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
    if (patterns.length === 0) return [];
    const alike = await transaction.query<Owner[]>(OF_NAME, [name, patterns]);
    return alike.filter(({ name_key }) => nameFit(name_key, folded.called) === 2).slice(0, MOST_OF_NAME);
  }

  /** A client by its id or by that of a client merged into it, whose activity this is; null if there is none. */
  async findActive(transaction: Transaction, id: string, at: Date): Promise<Client | null> {
    const client = (await transaction.findOneBy(Client, { id })) ?? (await findKeptClient(transaction, id));
    if (client !== null) await noteActivity(transaction, client.id, at);
    return client;
  }

  noteActivity(id: string, at: Date): Promise<void> {
    return noteActivity(this.clients.manager, id, at);
  }
}

export async function lockContacts(transaction: Transaction, { phones, email }: Contacts): Promise<void> {
  await runIn(transaction, LOCK_CONTACTS, [phones, email]);
}

function ownersOf(transaction: Transaction, phone: string, name: string | null): Promise<Owner[]> {
  return runIn<Owner>(transaction, OWNERS, [phone, name]);
}

/** All clients with one of the numbers or with the email. */
export async function listByContacts(
  transaction: Transaction,
  { phones, email }: Contacts,
): Promise<{ by_phone: Client[]; by_email: Client[] }> {
  const having = (condition: string, value: object) =>
    transaction.createQueryBuilder(Client, 'client').where(condition, value).getMany();
  const ofPhones =
    'client.id in (select owner.id from unnest(:phones::text[]) as given, clients_of_phone(given) as owner)';
  return {
    by_phone: phones.length === 0 ? [] : await having(ofPhones, { phones }),
    by_email: email === null ? [] : await having(HAS_EMAIL, { email }),
  };
}

function likeliestFirst(a: Owner, b: Owner): number {
  const fit = (one: Owner) => (one.called === null ? 0 : nameFit(one.name_key, one.called));
  const active = (one: Owner) => one.last_activity_at?.getTime() ?? -Infinity;
  return fit(b) - fit(a) || a.place - b.place || compare(active(b), active(a)) || oldestFirst(a, b);
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function oldestFirst(a: Pick<Client, 'id' | 'created_at'>, b: Pick<Client, 'id' | 'created_at'>): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1);
}

/** Only moves forward, because reports can arrive late. Not an edit, so the version stays. */
const MOVE_ACTIVITY = {
  name: 'move_activity_of_client',
  text: `
    update clients set last_activity_at = $2::timestamptz
    where id = $1::uuid and status <> 'archived' and coalesce(last_activity_at, '-infinity') < $2::timestamptz
    returning id`,
};

/**
 * An archived client who books or writes becomes active again. That is an edit, with an entry in the client's history.
 */
const REACTIVATE = {
  name: 'reactivate_client',
  text: `
    with archived as (
      -- Of two at once, the second waits here and finds nobody.
      select id, name, version from clients where id = $1::uuid and status = 'archived' for update
    ), noted as (
      insert into audit_events (id, at, action, object, object_name, details)
      select $3::uuid, $2::timestamptz, 'client.reactivated', 'client:' || id, name, '{}' from archived
    ), kept as (
      insert into client_changes (client_id, version, at, cause, changes)
      select id, version + 1, $2::timestamptz, 'reactivated',
             '[{"field": "status", "before": "archived", "after": "active"}]' from archived
      on conflict do nothing
    )
    update clients set
      last_activity_at = greatest(last_activity_at, $2::timestamptz),
      status = 'active',
      version = version + 1,
      updated_at = $2::timestamptz
    where id in (select id from archived)`,
};

async function noteActivity(transaction: Transaction, id: string, at: Date): Promise<void> {
  const moved = await runIn(transaction, MOVE_ACTIVITY, [id, at]);
  // Skips the second statement in the usual case: not archived, and no later activity.
  if (moved.length === 0) await runIn(transaction, REACTIVATE, [id, at, newId(at)]);
}
