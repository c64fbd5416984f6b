import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Repository } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { ClientErasure } from '../clients/client-erasure.entity';
import { withLock } from '../database/advisory-locks';
import { MEMORY } from '../database/memory.data-source';
import type { Transaction } from '../database/transaction';
import { LOCK_CHATS } from '../memory/chats/public';
import { NAMED_ELSEWHERE, TABLES_OF_CLIENTS, type TableOfClients } from './personal-columns';
import { erasingStatement } from './personal-statements';
import { findPerson, valuesOf, type Person } from './person';
import { CHAT_IS_QUIET, CLIENT_IS_QUIET } from './quiet/quiet';

/** Without what triggers tell programs and clients of single changes. */
const QUIETLY = `select set_config('groupless.importing', 'on', true), set_config('groupless.swapping', $1, true)`;

/** Lets this transaction empty and remove the rows of histories, which are only ever added otherwise. */
const ERASING = `select set_config('groupless.erasing', $1, true)`;

const ERASE_FROM_AUDIT = 'select erase_from_audit($1, $2)::int as rows';

/** Tells of what is left of appointments. */
const TOUCH = 'update appointments set version = version + 1, updated_at = now() where id = any ($1::uuid[])';

const TELL = `
  insert into hook_outbox (type, object_id, object)
  select 'client.deleted', $1::uuid, '{"erased": true}' where exists (select from hook_events where type = 'client.deleted')`;

/** After a restore from before the merge they are clients again. */
const NOTE_MERGED = `
  insert into client_erasures (client_id, requested_at, requested_by, requested_by_name, rows_erased_at, finished_at)
  select merged_id, requested_at, requested_by, requested_by_name, $3, $3
  from client_erasures, unnest($2::uuid[]) as merged_id where client_id = $1
  on conflict (client_id) do nothing`;

const LOCK_WAITING = `
  select client_id, erased from client_erasures
  where finished_at is null and $1 = any (chats) order by client_id for update`;

const NOTE_CHAT = `
  update client_erasures set chats = array_remove(chats, $2), erased = $3 where client_id = $1`;

const LOCK_CLIENT = 'select from clients where id = $1 for update';

/** Of who was deleted, the last one that the audit has. */
const FIND_NAME = `
  select name from clients where id = $1
  union all (
    select object_name from audit_events
    where object = 'client:' || $1::uuid and object_name is not null and not exists (select from clients where id = $1)
      and not exists (select from client_merges where merged_id = $1)
    order by at desc limit 1)`;

const IS_QUIET_CLIENT = `select from clients as client where id = $2 and ${CLIENT_IS_QUIET}`;

/** In the order of their ids, as whoever locks several does. */
const LOCK_QUIET_CHATS = `
  select id, chat_id from conversations as chat where id = any ($2::uuid[]) and ${CHAT_IS_QUIET} order by id for update`;

/** Without a message, also one that the conversation does not have yet, and without words that wait to be erased elsewhere. */
const LIST_EMPTY_CHATS = `
  select chat_id from unnest($1::text[]) as chat (chat_id)
  where not exists (select from chat_history where chat_id = chat.chat_id)
    and not exists (select from taken_back_replies where chat_id = chat.chat_id)
    and not exists (select from chat_erasures where chat_id = chat.chat_id)`;

type Requested = Pick<ClientErasure, 'client_id' | 'requested_at' | 'requested_by' | 'requested_by_name'>;
export type Counts = Record<string, number>;

@Injectable()
export class ErasuresRepository {
  constructor(
    @InjectRepository(ClientErasure) private readonly erasures: Repository<ClientErasure>,
    @InjectDataSource(MEMORY) private readonly memory: DataSource,
  ) {}

  find(client_id: string): Promise<ClientErasure | null> {
    return this.erasures.findOneBy({ client_id });
  }

  /** The name of a client, also of one who was deleted. */
  async findName(client_id: string): Promise<string | null> {
    const [named] = await this.erasures.query<{ name: string }[]>(FIND_NAME, [client_id]);
    return named?.name ?? null;
  }

  /** The oldest first. */
  listWaiting(): Promise<ClientErasure[]> {
    return this.erasures.find({ where: { finished_at: IsNull() }, order: { requested_at: 'ASC' } });
  }

  async listIds(): Promise<string[]> {
    return (await this.erasures.find({ select: { client_id: true } })).map(({ client_id }) => client_id);
  }

  /**
   * Erases a client from the panel's database, as `eraseRows()`; of one who was deleted, what that left.
   * @param begin adds the job for what is left, in the same transaction
   * @returns null if there is no such client, or no more
   */
  request(
    erasure: Requested,
    event: AuditEvent,
    begin: (transaction: Transaction) => Promise<void>,
  ): Promise<Person | null> {
    return this.eraseFound([FIND_NAME, [erasure.client_id]], erasure, async (transaction) => {
      await transaction.insert(AuditEvent, event);
      await begin(transaction);
    });
  }

  /**
   * Erases the client from the panel's database in one transaction, which notes the chats whose messages are left. A repeat, also
   * after a backup was restored, changes nothing.
   */
  eraseRows(client_id: string, now: Date): Promise<Person> {
    return this.erasures.manager.transaction((transaction) => eraseClientIn(transaction, client_id, now));
  }

  /**
   * Erases a client in the same way, if there was no sign of it since a time.
   * @returns false if there was one
   */
  async eraseQuietClient(client_id: string, before: Date, now: Date): Promise<boolean> {
    const requested = { client_id, requested_at: now, requested_by: null, requested_by_name: null };
    return (await this.eraseFound([IS_QUIET_CLIENT, [before, client_id]], requested)) !== null;
  }

  /**
   * Request and rows are one transaction: in between, a merge or a deletion would take rows to where nothing erases them.
   * @param find the client, if it is to be erased
   * @param finish of the same transaction
   */
  private eraseFound(
    find: [statement: string, values: unknown[]],
    requested: Requested,
    finish: (transaction: Transaction) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Person | null> {
    const { client_id, requested_at } = requested;
    return this.erasures.manager.transaction(async (transaction) => {
      await withLock(transaction, 'hookRelay');
      await transaction.query(LOCK_CLIENT, [client_id]);
      if ((await transaction.query<object[]>(...find)).length === 0) return null;
      await transaction.upsert(ClientErasure, requested, ['client_id']);
      const person = await eraseClientIn(transaction, client_id, requested_at);
      await finish(transaction);
      return person;
    });
  }

  /**
   * Erases conversations without messages of which there was no sign since a time.
   * @returns how many
   */
  eraseQuietConversations(ids: readonly string[], before: Date): Promise<number> {
    return this.erasures.manager.transaction(async (transaction) => {
      await withLock(transaction, 'hookRelay');
      const quiet = await transaction.query<{ id: string; chat_id: string }[]>(LOCK_QUIET_CHATS, [
        before,
        ids,
      ]);
      // A ping that has stored a message waits for the conversation, and makes another one.
      const empty = await this.eraseEmptyChats(quiet.map(({ chat_id }) => chat_id));
      const erased = quiet.filter(({ chat_id }) => empty.has(chat_id));
      if (erased.length === 0) return 0;
      await eraseRowsOf(transaction, Object.entries(TABLES_OF_CLIENTS.panel), {
        ...NOBODY,
        conversations: erased.map(({ id }) => id),
        chats: erased.map(({ chat_id }) => chat_id),
        objects: erased.flatMap(({ id, chat_id }) => [`conversation:${id}`, `chat:${chat_id}`]),
      });
      return erased.length;
    });
  }

  /**
   * Erases a chat whose messages are still to be erased; once: who comes meanwhile waits, and finds it done.
   * @param eraseMessages answers how many there were
   */
  async eraseWaitingChat(chat_id: string, eraseMessages: () => Promise<number>): Promise<void> {
    await this.erasures.manager.transaction(async (transaction) => {
      const waiting = await transaction.query<Pick<ClientErasure, 'client_id' | 'erased'>[]>(LOCK_WAITING, [
        chat_id,
      ]);
      for (const { client_id, erased } of waiting) {
        add(erased, 'chat_history', await eraseMessages());
        for (const [table, rows] of Object.entries(await this.eraseChat(chat_id))) add(erased, table, rows);
        await transaction.query(NOTE_CHAT, [client_id, chat_id, erased]);
      }
    });
  }

  /** Erases what the memory keeps of a chat. */
  async eraseChat(chat_id: string): Promise<Counts> {
    return this.memory.transaction((transaction) => eraseChatsIn(transaction, [chat_id]));
  }

  /** @returns those of the chats that had no message, of which nothing is left */
  private eraseEmptyChats(chat_ids: readonly string[]): Promise<Set<string>> {
    return this.memory.transaction(async (transaction) => {
      await transaction.query(LOCK_CHATS, [chat_ids]);
      const empty = await transaction.query<{ chat_id: string }[]>(LIST_EMPTY_CHATS, [chat_ids]);
      const chats = empty.map(({ chat_id }) => chat_id);
      await eraseChatsIn(transaction, chats);
      return new Set(chats);
    });
  }

  async update({
    client_id,
    ...changes
  }: Pick<ClientErasure, 'client_id'> & Partial<ClientErasure>): Promise<void> {
    await this.erasures.update({ client_id }, changes);
  }
}

const NOBODY: Person = {
  clients: [],
  appointments: [],
  conversations: [],
  chats: [],
  numbers: [],
  objects: [],
};

async function eraseClientIn(transaction: Transaction, client_id: string, now: Date): Promise<Person> {
  // A running relay would make deliveries of what is erased from the outbox.
  await withLock(transaction, 'hookRelay');
  await transaction.query(QUIETLY, ['on']);
  await transaction.query(LOCK_CLIENT, [client_id]);
  const person = await findPerson(transaction, client_id);
  const tables = [...Object.entries(NAMED_ELSEWHERE), ...Object.entries(TABLES_OF_CLIENTS.panel)];
  const counts = await eraseRowsOf(transaction, tables, person);
  await transaction.query(QUIETLY, ['']);
  await transaction.query(TOUCH, [person.appointments]);
  if (counts['clients'] !== undefined) await transaction.query(TELL, [client_id]);
  await transaction.query(NOTE_MERGED, [client_id, person.clients, now]);
  const { chats } = person;
  await transaction.update(ClientErasure, { client_id }, { chats, erased: counts, rows_erased_at: now });
  return person;
}

/** Erases rows of the panel's database, and the names of what they were about in the audit. */
async function eraseRowsOf(
  transaction: Transaction,
  tables: [string, Pick<TableOfClients, 'of' | 'erase'>][],
  person: Person,
): Promise<Counts> {
  const counts: Counts = {};
  await transaction.query(ERASING, ['on']);
  for (const [table, rule] of tables)
    add(counts, table, await changed(transaction, erasingStatement(table, rule), valuesOf(person)));
  await transaction.query(ERASING, ['']);
  const [audit] = await transaction.query<[{ rows: number }]>(ERASE_FROM_AUDIT, [
    person.clients,
    person.objects,
  ]);
  add(counts, 'audit_events', audit.rows);
  return counts;
}

async function eraseChatsIn(transaction: Transaction, chats: string[]): Promise<Counts> {
  const values = valuesOf({ ...NOBODY, chats });
  const counts: Counts = {};
  for (const [table, rule] of Object.entries(TABLES_OF_CLIENTS.memory))
    add(counts, table, await changed(transaction, erasingStatement(table, rule), values));
  return counts;
}

async function changed(transaction: Transaction, statement: string, values: unknown[]): Promise<number> {
  const [, rows] = await transaction.query<[unknown, number]>(statement, values);
  return rows;
}

export function add(counts: Counts, table: string, rows: number): void {
  if (rows > 0) counts[table] = (counts[table] ?? 0) + rows;
}
