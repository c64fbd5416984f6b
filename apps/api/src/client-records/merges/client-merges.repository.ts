import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto } from '@groupless/shared-dto';
import { In, Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { ClientMerge, type StoredClient } from '../../clients/client-merge.entity';
import { Client, contactsOf } from '../../clients/client.entity';
import { ClientChange, changeOf } from '../../clients/history/client-change.entity';
import type { SortKey } from '../../database/pages/page-statements';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { demandFirst, type RequestKey } from '../../database/request-keys';
import { AppError } from '../../platform/errors/app-error';
import { fieldsBack, fieldsFrom } from './merged-fields';
import {
  moveAppointments,
  moveConversations,
  moveMails,
  moveWaiting,
  sayWhoMerges,
  type MergedBy,
} from './moving';
import {
  contactsAfter,
  listLater,
  listLeftBehind,
  listSharing,
  listStaying,
  type Moved,
  type Parted,
} from './parting';

const NEWEST_FIRST: SortKey[] = [
  { sql: 'merge.merged_at', kind: 'time', descending: true },
  { sql: 'merge.id', kind: 'uuid', descending: true },
];

const TIE_AGAIN = 'select tie_conversations_of(number, $2) from unnest($1::text[]) as number order by number';

interface NewMerge {
  id: string;
  kept_id: string;
  merged_id: string;
  request: RequestKey | null;
}

@Injectable()
export class ClientMergesRepository {
  constructor(@InjectRepository(ClientMerge) private readonly merges: Repository<ClientMerge>) {}

  /** @throws AppError `invalid_cursor` */
  listMerges(client_id: string, page: PageInput): Promise<PageDto<ClientMerge>> {
    const query = this.merges
      .createQueryBuilder('merge')
      .where('merge.client_id = :client_id', { client_id });
    return readEntityPage(query, NEWEST_FIRST, page);
  }

  findMerge(id: string, client_id: string): Promise<ClientMerge | null> {
    return this.merges.findOneBy({ id, client_id });
  }

  /**
   * Moves everything of one client to another and deletes its row.
   * @param eventOf makes the audit entry
   * @returns which client is missing, if one is
   * @throws AppError `changed_since` where a merge from before would bring back a client of the same id
   */
  merge(
    { id, kept_id, merged_id, request }: NewMerge,
    by: MergedBy,
    eventOf: (moved: Moved) => AuditEvent,
  ): Promise<Moved | 'no_kept' | 'no_merged'> {
    return this.merges.manager.transaction(async (transaction) => {
      await demandFirst(transaction, request, id, by.at);
      const clients = await lockClients(transaction, [kept_id, merged_id]);
      const kept = clients.find((client) => client.id === kept_id);
      const merged = clients.find((client) => client.id === merged_id);
      if (kept === undefined) return 'no_kept';
      if (merged === undefined) return 'no_merged';
      if (await transaction.existsBy(ClientMerge, { merged_id })) throw clientExistsAgain();
      await sayWhoMerges(transaction, 'merge', by);
      const { before, after } = fieldsFrom(merged, kept);
      const appointment_ids = await moveAppointments(transaction, { from: merged, to: kept }, by);
      const conversation_ids = await moveConversations(transaction, { from: merged_id, to: kept_id }, by.at);
      await moveMails(transaction, { from: merged_id, to: kept_id });
      const waiting_ids = await moveWaiting(transaction, { from: merged_id, to: kept_id });
      const merge: ClientMerge = {
        id,
        client_id: kept_id,
        merged_id,
        merged: toStored(merged),
        before,
        after,
        phone: merged.phone,
        email: merged.email,
        appointment_ids,
        conversation_ids,
        waiting_ids,
        other_phones: merged.other_phones.map((other) => other.phone),
        merged_by_id: by.user_id,
        merged_by_name: by.name,
        merged_at: by.at,
      };
      await transaction.insert(ClientMerge, merge);
      await transaction.delete(Client, { id: merged_id });
      const active = latest(kept.last_activity_at, merged.last_activity_at);
      await changeClient(transaction, kept, { ...after, last_activity_at: active }, by.at);
      await keepChange(transaction, changeOf(kept, after, { ...who(by), cause: 'merged' }));
      // Chats of a number that both clients had were tied to neither; now the owner is clear.
      await transaction.query(TIE_AGAIN, [contactsOf(merged).phones, by.at]);
      const moved = { merge, appointment_ids, conversation_ids };
      await transaction.insert(AuditEvent, eventOf(moved));
      return moved;
    });
  }

  /**
   * Restores the merged client with everything that moved and still belongs to the kept one, and with what came by its
   * numbers since.
   * @throws AppError `changed_since` where a client of the same id is there already
   * @returns null if there is no such merge
   */
  undo(
    id: string,
    client_id: string,
    by: MergedBy,
    eventOf: (moved: Moved) => AuditEvent,
  ): Promise<(Moved & Parted) | null> {
    return this.merges.manager.transaction(async (transaction) => {
      const [kept] = await lockClients(transaction, [client_id]);
      const merge = await transaction.findOneBy(ClientMerge, { id, client_id });
      if (kept === undefined || merge === null) return null;
      const { merged_id } = merge;
      if (await transaction.existsBy(Client, { id: merged_id })) throw clientExistsAgain();
      const merged = fromStored(merge.merged);
      const fields = fieldsBack(kept, merge);
      const parts = { merged, own: contactsAfter(kept, fields) };
      const later = await listLater(transaction, merge, parts);
      const staying = await listStaying(transaction, merge, parts);
      await sayWhoMerges(transaction, 'unmerge', by);
      await transaction.delete(ClientMerge, { id });
      // First, so that nobody is told of two clients with one contact.
      await changeClient(transaction, kept, fields, by.at);
      // Inserting the client restores its number, and a trigger ties the chats of that number.
      await transaction.insert(Client, { ...merged, version: merged.version + 1, updated_at: by.at });
      const back = { from: client_id, to: merged_id };
      const moved_ids = await moveConversations(transaction, back, by.at, [
        ...merge.conversation_ids.filter((one) => !staying.includes(one)),
        ...later.conversation_ids,
      ]);
      const conversation_ids = [...new Set([...moved_ids, ...later.conversation_ids])];
      const appointment_ids = await moveAppointments(transaction, { from: kept, to: merged }, by, [
        ...merge.appointment_ids,
        ...later.appointment_ids,
      ]);
      await moveMails(transaction, back, appointment_ids);
      await moveWaiting(transaction, back, merge.waiting_ids);
      await keepChange(transaction, changeOf(kept, fields, { ...who(by), cause: 'unmerged' }));
      const moved = { merge, appointment_ids, conversation_ids };
      await transaction.insert(AuditEvent, eventOf(moved));
      const left_behind = await listLeftBehind(transaction, moved, { kept, fields });
      return { ...moved, left_behind, shared_numbers: await listSharing(transaction, merged) };
    });
  }
}

/**
 * Imports up to 1.0.0 could reuse the id of a merged client. Undoing that merge, or merging that client again, would need
 * the id twice.
 */
function clientExistsAgain(): AppError {
  return new AppError(
    'changed_since',
    'The client was merged before, and was added again under its id since. Delete the added one, then undo that merge.',
  );
}

/** Locked in the order of their ids, so that two merges cannot deadlock. */
async function lockClients(transaction: EntityManager, ids: string[]): Promise<Client[]> {
  return transaction.find(Client, {
    where: { id: In(ids) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

async function changeClient(
  transaction: EntityManager,
  { id }: Client,
  fields: Partial<Client>,
  updated_at: Date,
): Promise<void> {
  await transaction.update(Client, { id }, { ...fields, version: () => 'version + 1', updated_at });
}

async function keepChange(transaction: EntityManager, change: ClientChange | null): Promise<void> {
  if (change !== null) await transaction.insert(ClientChange, change);
}

function who({ at, user_id, key_name }: MergedBy): Pick<ClientChange, 'at' | 'user_id' | 'key_name'> {
  return { at, user_id, key_name };
}

function latest(a: Date | null, b: Date | null): Date | null {
  return a === null || (b !== null && b > a) ? b : a;
}

function toStored(client: Client): StoredClient {
  return JSON.parse(JSON.stringify(client)) as StoredClient;
}

type NewClient = Omit<Client, 'import_id' | 'name_key' | 'search_text'>;

/** Merges of earlier versions stored no value of these columns. */
const COLUMNS_ADDED_LATER = {
  phone_as_given: null,
  shared_phone: null,
  shared_email: null,
  extension: null,
  other_phones: [],
  email_refused: null,
  language: null,
  no_reminders: [],
  external_ids: {},
};

function fromStored({ last_activity_at, created_at, ...columns }: StoredClient): NewClient {
  return {
    ...COLUMNS_ADDED_LATER,
    ...columns,
    last_activity_at: last_activity_at === null ? null : new Date(last_activity_at),
    created_at: new Date(created_at),
    updated_at: new Date(columns.updated_at),
  };
}
