import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS, type ClientChangeCause, type ClientField, type ClientSort } from '@groupless/shared-dto';
import { isDeepStrictEqual } from 'node:util';
import { Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { PanelStatements } from '../database/database.module';
import { clause } from '../database/pages/page-statements';
import { readFilteredPage } from '../database/pages/read-filtered-page';
import { readPage, type PageInput } from '../database/pages/read-page';
import { claimRequest, type RequestKey } from '../database/request-keys';
import { AppError } from '../platform/errors/app-error';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import type { JsonText } from '../platform/http/json-text';
import {
  filterConditions,
  SEARCHED,
  type ClientFilter,
  type CorrectedFilter,
  type NotedFilter,
  type OtherOrderFilter,
} from './client-filter';
import { listByContacts, lockContacts } from './contacts/client-contacts.repository';
import { CLIENT_JSON } from './client-json';
import { sortKeys } from './client-sorts';
import { changeOf } from './history/client-change.entity';
import { keepChange } from './history/client-history.repository';
import { deleteMergesOf, forgetNumbers } from './merged-clients.repository';
import { Client, contactsOf, type Contacts } from './client.entity';

/** What people can change of a client. */
export type ClientEdit = Partial<Pick<Client, ClientField>>;
/** What is changed by what is stored: not the contacts, which are locked before that is read. */
export type ClientEditor = (stored: Client) => Omit<ClientEdit, 'phone' | 'other_phones' | 'email'>;
export interface ClientChangeTerms {
  /** Null: whatever its version is. */
  versions: ExpectedVersions;
  only_one: boolean;
  cause: ClientChangeCause;
}
export type NewClient = Omit<Client, 'version' | 'name_key' | 'search_text'>;

const FOREIGN_KEY_VIOLATION = '23503';

const MOST_NOTED = 1_000;

/** As in the index `clients_by_email`. */
const EMAIL_KEY = `coalesce(lower(client.email), U&'\\+10FFFF') collate "C"`;

/** What conversations follow. */
const IN_CHATS = ['name', 'phone', 'other_phones'];

const COUNT_COMING = {
  name: 'count_coming_of_clients',
  text: `select count(*)::int as count from appointments
    where client_id = any($1::uuid[]) and starts_at > $2 and status in ('pending', 'confirmed')`,
};

const LAST_CHANGE = {
  name: 'last_change_of_client',
  text: `
    select clients.name, coalesce(users.name, event.user_name, event.key_name) as by from clients
    left join lateral (
      select user_id, user_name, key_name from audit_events where object = 'client:' || clients.id order by at desc, id desc limit 1
    ) as event on true
    left join users on users.id = event.user_id
    where clients.id = $1`,
};

@Injectable()
export class ClientsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectRepository(Client) private readonly clients: Repository<Client>,
  ) {}

  /**
   * Those who have the words in tags or notes: of very many some, which cost no more to sort.
   * @throws AppError `invalid_cursor`
   */
  listNoted(filter: NotedFilter, sort: ClientSort, page: PageInput): Promise<JsonText> {
    const { where, values } = filterConditions(filter);
    const from = `(select * from clients ${clause(where)} limit ${MOST_NOTED}) as clients`;
    const list = {
      name: 'clients by notes',
      row: CLIENT_JSON,
      from,
      where: [],
      values,
      sort: sortKeys(sort),
      is_short: true,
    };
    return readPage(this.statements, list, page);
  }

  /** @throws AppError `invalid_cursor` */
  listClients(
    filter: ClientFilter | CorrectedFilter | OtherOrderFilter,
    sort: ClientSort,
    page: PageInput,
  ): Promise<JsonText> {
    const conditions = filterConditions(filter);
    const list = { name: 'clients', row: CLIENT_JSON, from: 'clients', sort: sortKeys(sort), ...conditions };
    if (list.where.length === 0) return readPage(this.statements, { ...list, kept_count: 'clients' }, page);
    const isCovered = sort.endsWith('name') && conditions.columns.every((name) => SEARCHED.includes(name));
    return readFilteredPage(this.statements, { ...list, is_covered: isCovered }, page);
  }

  /** Appointments that are still to come. Read here: the appointments use the clients, not the other way round. */
  async countComing(ids: readonly string[], now: Date): Promise<number> {
    const { count } = await this.statements.readOne<{ count: number }>(COUNT_COMING, [ids, now]);
    return count;
  }

  /** Who changed a client last, and what it is called; null if there is no such client. */
  async findLastChange(id: string): Promise<{ name: string; by: string | null } | null> {
    const [found] = await this.statements.run<{ name: string; by: string | null }>(LAST_CHANGE, [id]);
    return found ?? null;
  }

  findClient(id: string): Promise<Client | null> {
    return this.clients.findOneBy({ id });
  }

  /** The clients with the same phone, email or name, the client itself among them; some of many. */
  async listSharing(client: Client): Promise<Record<'by_phone' | 'by_email' | 'by_name', Client[]>> {
    const { manager } = this.clients;
    const by_name = this.clients
      .createQueryBuilder('client')
      .where('client.name_key collate "C" = sort_name(:name)', { name: client.name })
      .limit(LIMITS.duplicates + 1)
      .getMany();
    return { ...(await listByContacts(manager, contactsOf(client))), by_name: await by_name };
  }

  /** Whose email is of the same mailbox: `jana+shop@example.com` and `jana@example.com`. Some of many. */
  listOfMailbox(email: string): Promise<Client[]> {
    const [, mailbox = '', domain = ''] = /^([^+@]+)(?:\+[^@]*)?@(.+)$/.exec(email.toLowerCase()) ?? [];
    if (mailbox === '') return Promise.resolve([]);
    return (
      this.clients
        .createQueryBuilder('client')
        // The comma is the character behind the plus.
        .where(`(${EMAIL_KEY} = :plain or ${EMAIL_KEY} >= :first and ${EMAIL_KEY} < :last)`, {
          ...{ plain: `${mailbox}@${domain}`, first: `${mailbox}+`, last: `${mailbox},` },
        })
        .andWhere('right(lower(client.email), :length) = :end', {
          ...{ length: domain.length + 1, end: `@${domain}` },
        })
        .limit(LIMITS.duplicates + 1)
        .getMany()
    );
  }

  /**
   * @param only_one whether no other client may have this phone or email
   * @param request its `Idempotency-Key`; null: it had none
   * @throws AppError `duplicate_client`, `idempotency_key_reused`
   */
  insertClient(
    client: NewClient,
    onlyOne: boolean,
    event: AuditEvent,
    request: RequestKey | null,
  ): Promise<{ client: Client; is_new: boolean }> {
    return this.clients.manager.transaction(async (transaction) => {
      const { id, created_at: now } = client;
      const first = request === null ? null : await claimRequest(transaction, request, id, now);
      if (first !== null) {
        return { client: await transaction.findOneByOrFail(Client, { id: first }), is_new: false };
      }
      await lockContacts(transaction, contactsOf(client));
      if (onlyOne) await refuseDuplicates(transaction, client.id, contactsOf(client));
      await transaction.insert(Client, client);
      await transaction.insert(AuditEvent, event);
      return { client: await transaction.findOneByOrFail(Client, { id }), is_new: true };
    });
  }

  /**
   * Changes what is different from what is stored; nothing of that is no change.
   * @param only_one whether no other client may have a new phone or email
   * @param cause what the history of the client says of it
   * @param eventOf the entry for the names of the changed fields
   * @throws AppError `version_mismatch`, `duplicate_client`, and what an editor throws
   * @returns null if there is no such client; `renames`: whether conversations may have changed with it
   */
  updateClient(
    id: string,
    edit: ClientEdit | ClientEditor,
    { versions, only_one, cause, now }: ClientChangeTerms & { now: Date },
    eventOf: (changed: string[]) => AuditEvent,
  ): Promise<{ client: Client; changed: boolean; renames: boolean } | null> {
    return this.clients.manager.transaction(async (transaction) => {
      const { phone = null, email = null, other_phones } = typeof edit === 'function' ? {} : edit;
      await lockContacts(transaction, contactsOf({ phone, email, other_phones }));
      const stored = await lockRow(transaction, id, versions);
      if (stored === null) return null;
      const changes = differences(
        stored,
        wholeEdit(stored, typeof edit === 'function' ? edit(stored) : edit),
      );
      const names = Object.keys(changes);
      if (names.length === 0) return { client: stored, changed: false, renames: false };
      if (only_one) await refuseDuplicates(transaction, id, newContacts(stored, changes));
      const raised = { version: () => 'version + 1', updated_at: now };
      // Before the change, with which the database ties chats anew.
      await forgetNumbers(transaction, id, removedNumbers(stored, changes));
      await transaction.update(Client, { id }, { ...changes, ...raised });
      const event = eventOf(names);
      const { at, user_id, key_name } = event;
      await keepChange(transaction, changeOf(stored, changes, { at, user_id, key_name, cause }));
      await transaction.insert(AuditEvent, event);
      const renames = IN_CHATS.some((name) => names.includes(name));
      return { client: await transaction.findOneByOrFail(Client, { id }), changed: true, renames };
    });
  }

  /**
   * @throws AppError `version_mismatch`, `client_in_use`
   * @returns false if there is no such client
   */
  async deleteClient(id: string, versions: ExpectedVersions, event: AuditEvent): Promise<boolean> {
    try {
      return await this.clients.manager.transaction(async (transaction) => {
        if ((await lockRow(transaction, id, versions)) === null) return false;
        // Before the end: the entry keeps the name.
        await transaction.insert(AuditEvent, event);
        await transaction.delete(Client, { id });
        await deleteMergesOf(transaction, id);
        return true;
      });
    } catch (error) {
      if ((error as { code?: unknown }).code !== FOREIGN_KEY_VIOLATION) throw error;
      throw new AppError('client_in_use', 'The client has appointments. Archive it instead.');
    }
  }
}

/** @throws AppError `version_mismatch` */
async function lockRow(
  transaction: EntityManager,
  id: string,
  versions: ExpectedVersions,
): Promise<Client | null> {
  const stored = await transaction.findOne(Client, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (stored !== null && versions !== null && !versions.includes(stored.version))
    throw new AppError('version_mismatch', 'The client was changed since it was read. Read it again.');
  return stored;
}

async function refuseDuplicates(transaction: EntityManager, id: string, contacts: Contacts): Promise<void> {
  const { by_phone, by_email } = await listByContacts(transaction, contacts);
  const ids = new Set([...by_phone, ...by_email].map((client) => client.id));
  ids.delete(id);
  if (ids.size === 0) return;
  throw new AppError('duplicate_client', 'Another client has this phone or email.', {
    members: { client_ids: [...ids].sort().slice(0, LIMITS.duplicates) },
  });
}

function differences(stored: Client, edit: ClientEdit): ClientEdit {
  const changed = Object.entries(edit).filter(
    ([name, value]) => !isDeepStrictEqual(stored[name as keyof ClientEdit], value),
  );
  return Object.fromEntries(changed);
}

/** With a new phone its old extension goes, and the phone is never among the others. */
function wholeEdit(stored: Client, edit: ClientEdit): ClientEdit {
  const { phone = stored.phone, extension, other_phones = stored.other_phones } = edit;
  const others = other_phones.filter((other) => other.phone !== phone);
  return { ...edit, other_phones: others, ...(phone !== stored.phone && { extension: extension ?? null }) };
}

/** What nobody else may have: the numbers that the client does not have yet, and a new email. */
function newContacts(stored: Client, { phone = null, other_phones, email = null }: ClientEdit): Contacts {
  const known = contactsOf(stored).phones;
  const { phones } = contactsOf({ phone, other_phones, email });
  return { phones: phones.filter((number) => !known.includes(number)), email };
}

/** The numbers that the client has no longer. */
function removedNumbers(stored: Client, changes: ClientEdit): string[] {
  const { phone = stored.phone, other_phones = stored.other_phones } = changes;
  const { phones } = contactsOf({ phone, other_phones, email: null });
  return contactsOf(stored).phones.filter((number) => !phones.includes(number));
}
