import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { DataSource } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { AppError } from '../shared/errors/app-error';
import { HookRelayRepository, lockHooks } from './delivery/hook-relay.repository';
import { Hook } from './hook.entity';

@Injectable()
export class HooksRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    private readonly relay: HookRelayRepository,
  ) {}

  /** The newest first. */
  listHooks(): Promise<Hook[]> {
    return this.panel.getRepository(Hook).find({ order: { created_at: 'DESC', id: 'DESC' } });
  }

  findHook(id: string): Promise<Hook | null> {
    return this.panel.getRepository(Hook).findOneBy({ id });
  }

  /** @throws AppError `too_many_hooks` */
  async insertHook(hook: Hook, event: AuditEvent): Promise<void> {
    await this.panel.transaction(async (transaction) => {
      await lockHooks(transaction);
      if ((await transaction.count(Hook)) >= LIMITS.hooks_max) throw tooMany();
      await transaction.insert(Hook, hook);
      await transaction.insert(AuditEvent, event);
      await this.relay.wantMore(transaction);
    });
  }

  /** @returns the changed webhook; null if there is none */
  async changeHook(id: string, set: Partial<Hook>, event: AuditEvent): Promise<Hook | null> {
    const changed = await this.panel.transaction(async (transaction) => {
      await lockHooks(transaction);
      const { affected } = await transaction.update(Hook, { id }, set);
      if (affected === 0) return null;
      await transaction.insert(AuditEvent, event);
      await this.relay.wantMore(transaction);
      return transaction.findOneByOrFail(Hook, { id });
    });
    if (changed !== null) await this.relay.wantOnlyNeeded();
    return changed;
  }

  async deleteHook(id: string, event: AuditEvent): Promise<boolean> {
    const isDeleted = await this.panel.transaction(async (transaction) => {
      await lockHooks(transaction);
      if (!(await transaction.existsBy(Hook, { id }))) return false;
      // Before the end: the entry keeps the address.
      await transaction.insert(AuditEvent, event);
      await transaction.delete(Hook, { id });
      return true;
    });
    if (isDeleted) await this.relay.wantOnlyNeeded();
    return isDeleted;
  }
}

function tooMany(): AppError {
  return new AppError('too_many_hooks', `At most ${LIMITS.hooks_max} outbound webhooks. Remove one first.`);
}
