import { Injectable } from '@nestjs/common';
import type { AccountDto, AccountTool, CreateAccountDto, PatchAccountDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import type { RequestKey } from '../database/request-keys';
import { EventsService } from '../events/events.service';
import type { Actor, KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { AppError } from '../platform/errors/app-error';
import { newId } from '../shared/new-id';
import type { MachineUser } from './account-holder';
import { toAccountDto, type ShownAccount } from './account.mapper';
import { AccountsRepository } from './accounts.repository';
import type { AssistantAccount } from './assistant-account.entity';
import { SealedSessions } from './sessions/sealed-sessions';
import { demandComplete } from './sessions/session-rules';

/** The accounts of the assistants, of which one a tool is active, without their sessions. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly sealed: SealedSessions,
  ) {}

  async list(user: MachineUser): Promise<AccountDto[]> {
    const with_sessions = this.sealed.showsOwner(user.caller);
    const accounts = await this.accounts.listAccounts({ with_sessions });
    return accounts.map((account) => this.shownTo(user, account));
  }

  /** The active ones, one a tool, the one that was activated last first. */
  async listActive(): Promise<AccountDto[]> {
    const now = this.clock.now();
    return (await this.accounts.listActive()).map((account) => toAccountDto(account, now));
  }

  /** @throws AppError `not_found` */
  async get(id: string, user: MachineUser | null = null): Promise<AccountDto> {
    const account = foundAccount(await this.accounts.findAccount(id));
    return user === null ? toAccountDto(account, this.clock.now()) : this.shownTo(user, account);
  }

  async create(
    { name, type, description = '', tool = null }: CreateAccountDto,
    actor: Actor,
    request: RequestKey | null,
  ): Promise<AccountDto> {
    const now = this.clock.now();
    const account: ShownAccount = {
      id: newId(now),
      name,
      type,
      description,
      tool,
      is_active: false,
      activated_at: null,
      usage: null,
      session_version: null,
      session_updated_at: null,
      session_expires_at: null,
      session_refresh_expires_at: null,
      identity: null,
      held_by: null,
      created_at: now,
      updated_at: now,
    };
    const object = objectOf(account.id);
    await this.accounts.insertAccount(
      account,
      this.audit.eventOf(actor, { action: 'account.created', object }),
      request,
    );
    this.events.announce('account.created', account.id);
    return toAccountDto(account, now);
  }

  /**
   * @throws AppError `not_found`, `incomplete_session` if the stored session is not one of the new tool: whoever
   * activated the account could not use it; `account_active` if it is active, and so is another one of the new tool
   */
  async patch(id: string, patch: PatchAccountDto, actor: KnownActor): Promise<AccountDto> {
    const object = objectOf(id);
    const updated = await this.accounts.updateAccount(id, patch, (known, names) => {
      if (names.includes('tool')) this.demandSessionOf(patch.tool ?? null, known);
      return this.audit.eventOf(actor, {
        action: 'account.updated',
        object,
        details: { fields: names.join(', ') },
      });
    });
    if (updated === 'another_active')
      throw new AppError(
        'account_active',
        'Another account of that tool is active: activate another one of it first.',
      );
    const { account, has_changed } = foundAccount(updated);
    if (has_changed) this.events.announce('account.updated', id);
    return this.shownTo({ caller: actor.caller, machine: null }, account);
  }

  /** @throws AppError `not_found`, `account_active` */
  async remove(id: string, actor: Actor): Promise<void> {
    const event = this.audit.eventOf(actor, { action: 'account.deleted', object: objectOf(id) });
    switch (await this.accounts.deleteAccount(id, event)) {
      case 'unknown':
        throw noSuchAccount();
      case 'active':
        throw new AppError(
          'account_active',
          'An active account stays: activate another one of its tool first.',
        );
      case 'removed':
        this.events.announce('account.deleted', id);
    }
  }

  /** @throws AppError `not_found` */
  async activate(id: string, actor: KnownActor): Promise<AccountDto> {
    const event = this.audit.eventOf(actor, { action: 'account.activated', object: objectOf(id) });
    const { account, has_changed } = foundAccount(await this.accounts.activate(id, event));
    if (has_changed) this.events.announce('account.activated', id);
    return this.shownTo({ caller: actor.caller, machine: null }, account);
  }

  private shownTo(user: MachineUser, account: AssistantAccount): AccountDto {
    const owner = this.sealed.ownerFor(user.caller, account);
    return toAccountDto(account, this.clock.now(), { owner, user });
  }

  private demandSessionOf(tool: AccountTool | null, account: AssistantAccount): void {
    const present = this.sealed.openPresent(account);
    if (tool !== null && present !== null) demandComplete(tool, present.document);
  }
}

/** How the audit names an account. */
export function objectOf(id: string): string {
  return `account:${id}`;
}

function foundAccount<T>(account: T | null): T {
  if (account === null) throw noSuchAccount();
  return account;
}

function noSuchAccount(): AppError {
  return new AppError('not_found', 'There is no such assistant account.');
}
