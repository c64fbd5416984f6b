import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type ClientSort } from '@groupless/shared-dto';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { PanelStatements } from '../database/database.module';
import { readFilteredPage } from '../database/read-filtered-page';
import { readPage, type PageInput } from '../database/read-page';
import { AppError } from '../shared/errors/app-error';
import type { VersionedRow } from '../shared/http/answer';
import type { ExpectedVersions } from '../shared/http/if-match';
import type { JsonText } from '../shared/http/json-text';
import { filterConditions, SEARCHED, type ClientFilter } from './client-filter';
import { CLIENT_JSON, CLIENT_TAG } from './client-json';
import { sortKeys } from './client-sorts';
import { Client } from './client.entity';

/** What people can change of a client. */
export type ClientEdit = Partial<
  Pick<Client, 'name' | 'phone' | 'email' | 'company' | 'status' | 'tags' | 'notes'>
>;
/** With the version that `CLIENT_TAG` makes. */
export type ClientRow = VersionedRow<string>;
export type NewClient = Omit<Client, 'version' | 'name_key' | 'search_text'>;

const FIND = {
  name: 'find_client',
  text: `select ${CLIENT_JSON} as row, ${CLIENT_TAG} as version from clients where id = $1`,
};
const LOCK_CONTACTS = 'select lock_client_contacts($1, $2)';
const FIND_OTHERS = `
  select distinct id from clients_with($1, $2) where id <> $3 order by id limit ${LIMITS.duplicates}`;
const FOREIGN_KEY_VIOLATION = '23503';

@Injectable()
export class ClientsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectDataSource() private readonly panel: DataSource,
  ) {}

  /** @throws AppError `invalid_cursor` */
  listClients(filter: ClientFilter, sort: ClientSort, page: PageInput): Promise<JsonText> {
    const conditions = filterConditions(filter);
    const list = { name: 'clients', row: CLIENT_JSON, from: 'clients', sort: sortKeys(sort), ...conditions };
    if (list.where.length === 0) return readPage(this.statements, list, page);
    const is_covered = sort.endsWith('name') && conditions.columns.every((name) => SEARCHED.includes(name));
    return readFilteredPage(this.statements, { ...list, is_covered }, page);
  }

  async findClient(id: string): Promise<ClientRow | null> {
    const [found] = await this.statements.run<ClientRow>(FIND, [id]);
    return found ?? null;
  }

  /**
   * @param only_one whether nobody else may have this phone or email
   * @throws AppError `duplicate_client`
   */
  insertClient(client: NewClient, only_one: boolean, event: AuditEvent): Promise<ClientRow> {
    return this.panel.transaction(async (transaction) => {
      await transaction.query(LOCK_CONTACTS, [client.phone, client.email]);
      if (only_one) await refuseDuplicates(transaction, client);
      await transaction.insert(Client, client);
      await transaction.insert(AuditEvent, event);
      return readRow(transaction, client.id);
    });
  }

  /**
   * Changes what is different from what is stored; nothing of that is no change.
   * @param only_one whether nobody else may have the phone or email that is new
   * @param eventOf the entry for the names of the changed fields
   * @throws AppError `version_mismatch`, `duplicate_client`
   * @returns null if nobody has the id
   */
  updateClient(
    id: string,
    edit: ClientEdit,
    { versions, only_one, now }: { versions: ExpectedVersions; only_one: boolean; now: Date },
    eventOf: (changed: string[]) => AuditEvent,
  ): Promise<(ClientRow & { changed: boolean }) | null> {
    return this.panel.transaction(async (transaction) => {
      await transaction.query(LOCK_CONTACTS, [edit.phone ?? null, edit.email ?? null]);
      const stored = await lockRow(transaction, id, versions);
      if (stored === null) return null;
      const changes = differences(stored, edit);
      const names = Object.keys(changes);
      if (names.length === 0) return { ...(await readRow(transaction, id)), changed: false };
      const { phone = null, email = null } = changes;
      if (only_one) await refuseDuplicates(transaction, { id, phone, email });
      const raised = { version: () => 'version + 1', updated_at: now };
      await transaction.update(Client, { id }, { ...changes, ...raised });
      await transaction.insert(AuditEvent, eventOf(names));
      return { ...(await readRow(transaction, id)), changed: true };
    });
  }

  /**
   * @throws AppError `version_mismatch`, `client_in_use`
   * @returns false if nobody has the id
   */
  async deleteClient(id: string, versions: ExpectedVersions, event: AuditEvent): Promise<boolean> {
    try {
      return await this.panel.transaction(async (transaction) => {
        if ((await lockRow(transaction, id, versions)) === null) return false;
        await transaction.delete(Client, { id });
        await transaction.insert(AuditEvent, event);
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

async function refuseDuplicates(
  transaction: EntityManager,
  { id, phone, email }: Pick<Client, 'id' | 'phone' | 'email'>,
): Promise<void> {
  const others = await transaction.query<{ id: string }[]>(FIND_OTHERS, [phone, email, id]);
  if (others.length === 0) return;
  throw new AppError('duplicate_client', 'Another client has this phone or email.', {
    members: { client_ids: others.map((other) => other.id) },
  });
}

async function readRow(transaction: EntityManager, id: string): Promise<ClientRow> {
  const [row] = await transaction.query<[ClientRow]>(FIND.text, [id]);
  return row;
}

function differences(stored: Client, edit: ClientEdit): ClientEdit {
  const changed = Object.entries(edit).filter(
    ([name, value]) => JSON.stringify(stored[name as keyof ClientEdit]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}
