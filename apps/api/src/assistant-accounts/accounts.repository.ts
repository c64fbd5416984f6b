import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PatchAccountDto } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { OneAtATime } from '../database/one-at-a-time';
import { demandFirst, type RequestKey } from '../database/request-keys';
import type { ShownAccount } from './account.mapper';
import { withLock } from '../database/advisory-locks';
import { isAnotherActive, lockActive } from './active-of-tool.statements';
import { AssistantAccount } from './assistant-account.entity';
import { lockAccount } from './lock-account.statements';

const PATCHED = ['name', 'type', 'description', 'tool'] as const satisfies (keyof PatchAccountDto)[];

export interface ChangedAccount {
  account: AssistantAccount;
  /** Whether it was not so before. */
  has_changed: boolean;
}

/** What became of an account that was to be removed. */
export type Removal = 'removed' | 'active' | 'unknown';

/** The accounts. Their sessions are changed by `AccountSessionsRepository`. */
@Injectable()
export class AccountsRepository {
  private readonly activations = new OneAtATime();

  constructor(@InjectRepository(AssistantAccount) private readonly accounts: Repository<AssistantAccount>) {}

  /** All, the oldest first. */
  listAccounts({ with_sessions }: { with_sessions: boolean }): Promise<AssistantAccount[]> {
    const all = this.accounts
      .createQueryBuilder('account')
      .orderBy({ 'account.created_at': 'ASC', 'account.id': 'ASC' });
    return (with_sessions ? all.addSelect('account.session_data') : all).getMany();
  }

  /** The active ones, the one that was activated last first. */
  listActive(): Promise<ShownAccount[]> {
    return this.accounts.find({
      where: { is_active: true },
      order: { activated_at: { direction: 'DESC', nulls: 'LAST' }, id: 'ASC' },
    });
  }

  /** With its session. */
  findAccount(id: string): Promise<AssistantAccount | null> {
    return this.accounts
      .createQueryBuilder('account')
      .addSelect('account.session_data')
      .where({ id })
      .getOne();
  }

  insertAccount(account: ShownAccount, event: AuditEvent, request: RequestKey | null): Promise<void> {
    return this.accounts.manager.transaction(async (transaction) => {
      await demandFirst(transaction, request, account.id, account.created_at);
      await transaction.insert(AssistantAccount, account);
      await transaction.insert(AuditEvent, event);
    });
  }

  /**
   * Changes what differs.
   * @param approve makes the entry of the audit from the account and the names of the fields that change; nothing
   * changes if it throws
   * @returns null if there is no such account; `another_active` if it is active, and so is one of the new tool
   */
  updateAccount(
    id: string,
    patch: PatchAccountDto,
    approve: (known: AssistantAccount, names: string[]) => AuditEvent,
  ): Promise<ChangedAccount | null | 'another_active'> {
    return this.accounts.manager.transaction(async (transaction) => {
      if (patch.tool !== undefined) await withLock(transaction, 'accountActivation');
      const known = await lockAccount(transaction, id);
      if (known === null) return null;
      const names = PATCHED.filter((name) => patch[name] !== undefined && patch[name] !== known[name]);
      if (names.length === 0) return { account: known, has_changed: false };
      const event = approve(known, names);
      const isActiveOfNewTool = known.is_active && names.includes('tool');
      if (isActiveOfNewTool && (await isAnotherActive(transaction, patch.tool ?? null, id)))
        return 'another_active';
      const columns = { ...patch, updated_at: event.at };
      await transaction.update(AssistantAccount, { id }, columns);
      await transaction.insert(AuditEvent, event);
      return { account: Object.assign(known, columns), has_changed: true };
    });
  }

  /** Removes an account with its sessions, unless it is an active one. */
  deleteAccount(id: string, event: AuditEvent): Promise<Removal> {
    return this.accounts.manager.transaction(async (transaction) => {
      const account = await lockAccount(transaction, id);
      if (account === null) return 'unknown';
      if (account.is_active) return 'active';
      // Before the end: the entry keeps the name.
      await transaction.insert(AuditEvent, event);
      await transaction.delete(AssistantAccount, { id });
      return 'removed';
    });
  }

  /**
   * Makes an account the active one of its tool in the place of whichever was. The advisory lock orders all processes
   * that do it at once: the index, which lets one account a tool be active, would refuse all but the first.
   * @returns null if there is no such account; then the active one stays
   */
  activate(id: string, event: AuditEvent): Promise<ChangedAccount | null> {
    return this.activations.run(() => this.activateNow(id, event));
  }

  private activateNow(id: string, event: AuditEvent): Promise<ChangedAccount | null> {
    return this.accounts.manager.transaction(async (transaction) => {
      await withLock(transaction, 'accountActivation');
      const known = await lockAccount(transaction, id);
      if (known === null) return null;
      if (known.is_active) return { account: known, has_changed: false };
      const updated_at = event.at;
      const before = await lockActive(transaction, known.tool);
      if (before !== null)
        await transaction.update(AssistantAccount, { id: before.id }, { is_active: false, updated_at });
      const columns = { is_active: true, activated_at: event.at, updated_at };
      await transaction.update(AssistantAccount, { id }, columns);
      await transaction.insert(AuditEvent, event);
      return { account: Object.assign(known, columns), has_changed: true };
    });
  }
}
