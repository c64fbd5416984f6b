import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS, type ClientChangeCause } from '@groupless/shared-dto';
import { Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { claimRequest, type RequestKey } from '../../database/request-keys';
import { AppError } from '../../platform/errors/app-error';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { Client, contactsOf, type Contacts } from '../client.entity';
import { listByContacts, lockContacts } from '../contacts/client-contacts.repository';
import { changeOf } from '../history/client-change.entity';
import { keepChange } from '../history/client-history.repository';
import { deleteMergesOf, forgetNumbers } from '../merged-clients.statements';
import {
  differences,
  newContacts,
  removedNumbers,
  wholeEdit,
  type ClientEdit,
  type ClientEditor,
} from './client-edit';

export interface ClientChangeTerms {
  /** Null: any version. */
  versions: ExpectedVersions;
  only_one: boolean;
  cause: ClientChangeCause;
}
type NewClient = Omit<Client, 'version' | 'import_id' | 'name_key' | 'search_text'>;

const FOREIGN_KEY_VIOLATION = '23503';

/** The fields that conversations copy. */
const IN_CHATS = ['name', 'phone', 'other_phones'];

/** Creates, changes and deletes single clients. */
@Injectable()
export class ClientWritesRepository {
  constructor(@InjectRepository(Client) private readonly clients: Repository<Client>) {}

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
   * Stores the fields that differ; if none does, nothing changes.
   * @param only_one whether a new phone or email must be unique
   * @param cause the cause in the client's history
   * @param eventOf makes the audit entry from the names of the changed fields
   * @returns null if there is no such client; `renames`: whether conversations may have changed with it
   * @throws AppError `version_mismatch`, `duplicate_client`, and what an editor throws
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
      // Not FOR UPDATE: who gives the client an appointment holds that, and must not wait for who renames the client in it.
      const stored = await lockRow(transaction, id, versions, 'for_no_key_update');
      if (stored === null) return null;
      const changes = differences(
        stored,
        wholeEdit(stored, typeof edit === 'function' ? edit(stored) : edit),
      );
      const names = Object.keys(changes);
      if (names.length === 0) return { client: stored, changed: false, renames: false };
      if (only_one) await refuseDuplicates(transaction, id, newContacts(stored, changes));
      const raised = { version: () => 'version + 1', updated_at: now };
      // Before the update, because its trigger ties chats by the numbers.
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
        if ((await lockRow(transaction, id, versions, 'pessimistic_write')) === null) return false;
        // Before the deletion, because the entry has the name.
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
  mode: 'for_no_key_update' | 'pessimistic_write',
): Promise<Client | null> {
  const stored = await transaction.findOne(Client, { where: { id }, lock: { mode } });
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
