import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { PatchAccountDto } from '@groupless/shared-dto';
import { ADVISORY_LOCKS } from '../database/advisory-locks';
import { AuditEvent } from '../audit/audit-event.entity';
import { OneAtATime } from '../database/one-at-a-time';
import { AppError } from '../shared/errors/app-error';
import type { ShownAccount } from './account.mapper';
import { AssistantAccount } from './assistant-account.entity';

const ACTIVATION_LOCK = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.accountActivation}, 0)`;

/** All but the session. */
export const SHOWN = [
  'id',
  'name',
  'type',
  'description',
  'is_active',
  'session_version',
  'session_updated_at',
  'session_expires_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof ShownAccount)[];

const PATCHED = ['name', 'type', 'description'] as const satisfies (keyof PatchAccountDto)[];

export interface ChangedAccount {
  account: ShownAccount;
  /** Whether it was not so before. */
  has_changed: boolean;
}

/** What became of an account that was to be removed. */
export type Removal = 'removed' | 'active' | 'unknown';

/** The accounts, without their sessions. */
@Injectable()
export class AccountsRepository {
  private readonly activations = new OneAtATime();

  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /** All, the oldest first. */
  listAccounts(): Promise<ShownAccount[]> {
    return this.panel.manager.find(AssistantAccount, { order: { created_at: 'ASC', id: 'ASC' } });
  }

  findAccount(id: string): Promise<ShownAccount | null> {
    return this.panel.manager.findOneBy(AssistantAccount, { id });
  }

  insertAccount(account: ShownAccount, event: AuditEvent): Promise<void> {
    return this.panel.transaction(async (transaction) => {
      await transaction.insert(AssistantAccount, account);
      await transaction.insert(AuditEvent, event);
    });
  }

  /**
   * Changes what differs.
   * @param eventOf makes the entry of the audit from the names of the changed fields
   * @returns null if there is no such account
   */
  updateAccount(
    id: string,
    patch: PatchAccountDto,
    eventOf: (names: string[]) => AuditEvent,
  ): Promise<ChangedAccount | null> {
    return this.panel.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const known = await transaction.findOne(AssistantAccount, { where: { id }, lock });
      if (known === null) return null;
      const names = PATCHED.filter((name) => patch[name] !== undefined && patch[name] !== known[name]);
      if (names.length === 0) return { account: known, has_changed: false };
      const event = eventOf(names);
      const account = await change(transaction, id, { ...patch, updated_at: event.at });
      if (account === null) return null;
      await transaction.insert(AuditEvent, event);
      return { account, has_changed: true };
    });
  }

  /** Removes an account with its session, unless it is the active one. */
  deleteAccount(id: string, event: AuditEvent): Promise<Removal> {
    return this.panel.transaction(async (transaction) => {
      const { affected } = await transaction.delete(AssistantAccount, { id, is_active: false });
      if (affected === 0) {
        return (await transaction.existsBy(AssistantAccount, { id })) ? 'active' : 'unknown';
      }
      await transaction.insert(AuditEvent, event);
      return 'removed';
    });
  }

  /**
   * Makes an account the active one in the place of whichever was. The lock puts all processes that do it at
   * once in a row: the index, which lets one be active, would refuse all but the first.
   * @throws AppError `not_found`; then the active one stays
   */
  activate(id: string, event: AuditEvent): Promise<ChangedAccount> {
    return this.activations.run(() => this.activateNow(id, event));
  }

  private activateNow(id: string, event: AuditEvent): Promise<ChangedAccount> {
    return this.panel.transaction(async (transaction) => {
      await transaction.query(ACTIVATION_LOCK);
      const known = await transaction.findOneBy(AssistantAccount, { id });
      if (known?.is_active) return { account: known, has_changed: false };
      const updated_at = event.at;
      await transaction.update(AssistantAccount, { is_active: true }, { is_active: false, updated_at });
      const account = await change(transaction, id, { is_active: true, updated_at });
      if (account === null) throw new AppError('not_found', 'There is no such assistant account.');
      await transaction.insert(AuditEvent, event);
      return { account, has_changed: true };
    });
  }
}

/** @returns the changed account; null if there is none with this id */
async function change(
  transaction: EntityManager,
  id: string,
  columns: Partial<AssistantAccount>,
): Promise<ShownAccount | null> {
  const changed = await transaction
    .createQueryBuilder()
    .update(AssistantAccount)
    .set(columns)
    .where('id = :id', { id })
    .returning([...SHOWN])
    .execute();
  return (changed.raw as ShownAccount[])[0] ?? null;
}
