import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Repository } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { ClientErasure } from '../clients/client-erasure.entity';
import { withLock } from '../database/advisory-locks';
import { MEMORY } from '../database/memory.data-source';
import type { Transaction } from '../database/transaction';
import { NAMED_ELSEWHERE, TABLES_OF_CLIENTS } from './personal-columns';
import { erasingStatement } from './personal-statements';
import { findPerson, valuesOf, type Person } from './person';

/** Without what triggers tell programs and clients of single changes. */
const QUIETLY = `select set_config('groupless.importing', 'on', true), set_config('groupless.swapping', $1, true)`;

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

  /** The oldest first. */
  listWaiting(): Promise<ClientErasure[]> {
    return this.erasures.find({ where: { finished_at: IsNull() }, order: { requested_at: 'ASC' } });
  }

  async listIds(): Promise<string[]> {
    return (await this.erasures.find({ select: { client_id: true } })).map(({ client_id }) => client_id);
  }

  /**
   * Notes that a client is to be erased; a repeat changes nothing.
   * @param begin adds the job in the same transaction
   */
  async request(
    erasure: Pick<ClientErasure, 'client_id' | 'requested_at' | 'requested_by' | 'requested_by_name'>,
    event: AuditEvent,
    begin: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.erasures.manager.transaction(async (transaction) => {
      const inserted = await transaction
        .createQueryBuilder()
        .insert()
        .into(ClientErasure)
        .values(erasure)
        .orIgnore()
        .returning('client_id')
        .execute();
      if ((inserted.raw as object[]).length === 0) return;
      await transaction.insert(AuditEvent, event);
      await begin(transaction);
    });
  }

  /**
   * Erases the client from the panel's database in one transaction, which notes the chats whose messages are left. A repeat, also
   * after a backup was restored, changes nothing.
   */
  eraseRows(client_id: string, now: Date): Promise<Person> {
    return this.erasures.manager.transaction(async (transaction) => {
      // A running relay would make deliveries of what is erased from the outbox.
      await withLock(transaction, 'hookRelay');
      await transaction.query(QUIETLY, ['on']);
      await transaction.query('select from clients where id = $1 for update', [client_id]);
      const person = await findPerson(transaction, client_id);
      const counts: Counts = {};
      for (const [table, rule] of [
        ...Object.entries(NAMED_ELSEWHERE),
        ...Object.entries(TABLES_OF_CLIENTS.panel),
      ])
        add(counts, table, await changed(transaction, erasingStatement(table, rule), valuesOf(person)));
      const [audit] = await transaction.query<[{ rows: number }]>(ERASE_FROM_AUDIT, [
        person.clients,
        person.objects,
      ]);
      add(counts, 'audit_events', audit.rows);
      await transaction.query(QUIETLY, ['']);
      await transaction.query(TOUCH, [person.appointments]);
      if (counts['clients'] !== undefined) await transaction.query(TELL, [client_id]);
      await transaction.query(NOTE_MERGED, [client_id, person.clients, now]);
      const { chats } = person;
      await transaction.update(ClientErasure, { client_id }, { chats, erased: counts, rows_erased_at: now });
      return person;
    });
  }

  /** Erases what the memory keeps of a chat beside its messages. */
  async eraseChat(chat_id: string): Promise<Counts> {
    const values = valuesOf({ ...NOBODY, chats: [chat_id] });
    return this.memory.transaction(async (transaction) => {
      const counts: Counts = {};
      for (const [table, rule] of Object.entries(TABLES_OF_CLIENTS.memory))
        add(counts, table, await changed(transaction, erasingStatement(table, rule), values));
      return counts;
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

async function changed(transaction: Transaction, statement: string, values: unknown[]): Promise<number> {
  const [, rows] = await transaction.query<[unknown, number]>(statement, values);
  return rows;
}

export function add(counts: Counts, table: string, rows: number): void {
  if (rows > 0) counts[table] = (counts[table] ?? 0) + rows;
}
