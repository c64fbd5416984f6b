import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { DataSource, IsNull, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { AppError } from '../platform/errors/app-error';
import { HookRelayRepository, lockHooks } from './delivery/hook-relay.repository';
import { Hook, OlderHookSecret } from './hook.entity';

/** An owner filter: the webhooks ownedBy one key, or all for admins. */
export type HookOwner = { key_id: string } | 'admins';

@Injectable()
export class HooksRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    private readonly relay: HookRelayRepository,
  ) {}

  /** The newest first. */
  listHooks(owner: HookOwner): Promise<Hook[]> {
    const order = { created_at: 'DESC', id: 'DESC' } as const;
    return this.panel.getRepository(Hook).find({ where: ownedBy(owner), order });
  }

  findHook(id: string, owner: HookOwner): Promise<Hook | null> {
    return this.panel.getRepository(Hook).findOneBy({ id, ...ownedBy(owner) });
  }

  /** @throws AppError `too_many_hooks` */
  async insertHook(hook: Hook, event: AuditEvent): Promise<void> {
    await this.panel.transaction(async (transaction) => {
      await lockHooks(transaction);
      await refuseTooMany(transaction, hook.key_id);
      await transaction.insert(Hook, hook);
      await transaction.insert(AuditEvent, event);
      await this.relay.startRecording(transaction);
    });
  }

  /** @returns the changed webhook; null if there is none */
  async changeHook(
    id: string,
    owner: HookOwner,
    set: Partial<Hook>,
    event: AuditEvent,
  ): Promise<Hook | null> {
    const changed = await this.panel.transaction(async (transaction) => {
      await lockHooks(transaction);
      const { affected } = await transaction.update(Hook, { id, ...ownedBy(owner) }, set);
      if (affected === 0) return null;
      await transaction.insert(AuditEvent, event);
      await this.relay.startRecording(transaction);
      return transaction.findOneByOrFail(Hook, { id });
    });
    if (changed !== null) await this.relay.syncRecording();
    return changed;
  }

  /**
   * Replaces the secret. The current one signs too until `until`, and each one before it until its own day is over.
   * @param olderOf the one before the current one, as it is kept from now on; null: it no longer signs
   * @returns the changed webhook; null if there is none
   */
  rotateSecret(
    id: string,
    owner: HookOwner,
    { secret, until, now }: { secret: string; until: Date; now: Date },
    olderOf: (hook: Hook) => Omit<OlderHookSecret, 'hook'> | null,
    event: AuditEvent,
  ): Promise<Hook | null> {
    return this.panel.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const hook = await transaction.findOne(Hook, { where: { id, ...ownedBy(owner) }, lock });
      if (hook === null) return null;
      const older = olderOf(hook);
      if (older !== null) await transaction.insert(OlderHookSecret, older);
      const rotated = { previous_secret: hook.secret, previous_secret_until: until, secret, updated_at: now };
      await transaction.update(Hook, { id }, rotated);
      await transaction.insert(AuditEvent, event);
      return Object.assign(hook, rotated);
    });
  }

  async deleteHook(id: string, owner: HookOwner, event: AuditEvent): Promise<boolean> {
    const isDeleted = await this.panel.transaction(async (transaction) => {
      await lockHooks(transaction);
      if (!(await transaction.existsBy(Hook, { id, ...ownedBy(owner) }))) return false;
      // Before the delete, so that the audit entry keeps the webhook's name.
      await transaction.insert(AuditEvent, event);
      await transaction.delete(Hook, { id });
      return true;
    });
    if (isDeleted) await this.relay.syncRecording();
    return isDeleted;
  }
}

function ownedBy(owner: HookOwner): FindOptionsWhere<Hook> {
  return owner === 'admins' ? {} : owner;
}

/** Keys have their own limits, so that they cannot use up the admins'. */
async function refuseTooMany(transaction: EntityManager, key_id: string | null): Promise<void> {
  const most = LIMITS.hooks_max;
  const own = await transaction.countBy(Hook, { key_id: key_id ?? IsNull() });
  if (own >= most && key_id === null) throw tooMany(`At most ${most} outbound webhooks.`);
  if (own >= most) throw tooMany(`At most ${most} outbound webhooks for each key.`);
  if (key_id === null) return;
  const all = await transaction.countBy(Hook, { key_id: Not(IsNull()) });
  const { hooks_of_keys_max } = LIMITS;
  if (all >= hooks_of_keys_max)
    throw tooMany(`At most ${hooks_of_keys_max} outbound webhooks for all keys together.`);
}

function tooMany(limit: string): AppError {
  return new AppError('too_many_hooks', `${limit} Remove one first.`);
}
