import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import type { FoundClient } from '../clients/client.entity';
import type { SortKey } from '../database/pages/page-statements';
import { readEntityPage } from '../database/pages/read-entity-page';
import type { PageInput } from '../database/pages/read-page';
import { demandFirst, RequestedBefore, type RequestKey } from '../database/request-keys';
import type { Transaction } from '../database/transaction';
import { giveUp } from './offers/give-up.statements';
import { WaitingEntry } from './waiting-entry.entity';

const IN_ORDER: SortKey[] = [
  { sql: 'entry.created_at', kind: 'time', descending: false },
  { sql: 'entry.id', kind: 'uuid', descending: false },
];

export interface WaitingFilters {
  status: readonly string[] | null;
  client_id: string | null;
  resource_id: readonly string[] | null;
}

/** Who waits for what, before its client is found. */
export type NewEntry = Pick<
  WaitingEntry,
  'id' | 'service_ids' | 'resource_id' | 'from' | 'to' | 'hours' | 'notes' | 'chat_id' | 'created_at'
>;

/** The same wish of the same client, which waits already, to be told at the same address. */
const SAME = `
  entry.client_id = :client_id and entry.status in ('waiting', 'offered') and entry.service_ids = :service_ids::uuid[]
  and entry.resource_id is not distinct from :resource_id::uuid and entry.from = :from and entry.to = :to
  and entry.hours is not distinct from :hours::jsonb
  and lower(entry.attendee_name) is not distinct from lower(:attendee_name)
  and lower(entry.mailed_to ->> 'email') is not distinct from lower(:email)`;

@Injectable()
export class WaitingListRepository {
  constructor(@InjectRepository(WaitingEntry) private readonly entries: Repository<WaitingEntry>) {}

  /** @throws AppError `invalid_cursor` */
  listEntries(
    { status, client_id, resource_id }: WaitingFilters,
    page: PageInput,
  ): Promise<PageDto<WaitingEntry>> {
    const query = this.entries.createQueryBuilder('entry');
    if (status !== null) query.andWhere('entry.status = any(:status)', { status });
    if (client_id !== null) query.andWhere('entry.client_id = :client_id', { client_id });
    if (resource_id !== null)
      query.andWhere('(entry.resource_id is null or entry.resource_id = any(:resource_id::uuid[]))', {
        resource_id,
      });
    return readEntityPage(query, IN_ORDER, page);
  }

  findEntry(id: string): Promise<WaitingEntry | null> {
    return this.entries.findOneBy({ id });
  }

  /**
   * The row of the client, which is found first, is locked.
   * @throws RequestedBefore also where the client waits for the same already; AppError `idempotency_key_reused`, what `findClient()` throws
   */
  insertEntry(
    entry: NewEntry,
    request: RequestKey | null,
    findClient: (
      transaction: Transaction,
    ) => Promise<FoundClient & Pick<WaitingEntry, 'mailed_to' | 'attendee_name'>>,
    eventsOf: (found: FoundClient) => AuditEvent[],
  ): Promise<FoundClient> {
    return this.entries.manager.transaction(async (transaction) => {
      await demandFirst(transaction, request, entry.id, entry.created_at);
      const client = await findClient(transaction);
      const { mailed_to, attendee_name } = client;
      const { id: client_id } = client.client;
      const hours = entry.hours === null ? null : JSON.stringify(entry.hours);
      const known = await transaction
        .createQueryBuilder(WaitingEntry, 'entry')
        .where(SAME, { ...entry, client_id, hours, email: mailed_to?.email ?? null, attendee_name })
        .getOne();
      if (known !== null) throw new RequestedBefore(known.id);
      await transaction.insert(WaitingEntry, {
        ...entry,
        client_id,
        mailed_to,
        attendee_name,
        status: 'waiting',
        updated_at: entry.created_at,
      });
      await transaction.insert(AuditEvent, eventsOf(client));
      return client;
    });
  }

  /**
   * Takes an entry from the list; what was held for it is free again.
   * @returns the entry as it was; null: there is none
   */
  removeEntry(
    id: string,
    now: Date,
    eventOf: (entry: WaitingEntry) => AuditEvent,
  ): Promise<WaitingEntry | null> {
    return this.entries.manager.transaction(async (transaction) => {
      const entry = await transaction.findOneBy(WaitingEntry, { id });
      if (entry === null || !(await giveUp(transaction, entry, 'removed', now))) return entry;
      await transaction.insert(AuditEvent, eventOf(entry));
      return entry;
    });
  }
}
