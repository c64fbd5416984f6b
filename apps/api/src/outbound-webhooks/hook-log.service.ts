import { Injectable } from '@nestjs/common';
import type { HookDeliveriesQueryDto, HookDeliveryDto, PageDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import type { KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { found } from '../platform/errors/found';
import { newId } from '../shared/new-id';
import { HookDeliveriesRepository } from './delivery/hook-deliveries.repository';
import { HookDispatcherService } from './delivery/hook-dispatcher.service';
import type { Hook } from './hook.entity';
import { ownerOf } from './hook-owner';
import { HooksRepository } from './hooks.repository';

/** The log of outbound webhooks: their deliveries, retries and tests. */
@Injectable()
export class HookLogService {
  constructor(
    private readonly hooks: HooksRepository,
    private readonly deliveries: HookDeliveriesRepository,
    private readonly dispatcher: HookDispatcherService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found`, `invalid_cursor` */
  async list(
    id: string,
    { limit, cursor }: HookDeliveriesQueryDto,
    actor: KnownActor,
  ): Promise<PageDto<HookDeliveryDto>> {
    await this.getHook(id, actor);
    return this.deliveries.listDeliveries(id, { limit, cursor });
  }

  /**
   * Makes a delivery due again, with the same `webhook-id`. Earlier events of its object still go first.
   * @throws AppError `not_found`
   */
  async sendAgain(id: string, deliveryId: string, actor: KnownActor): Promise<HookDeliveryDto> {
    await this.getHook(id, actor);
    found((await this.deliveries.sendAgain(id, deliveryId, this.clock.now())) || null, 'delivery');
    await this.audit.record(actor, { action: 'hook.sent_again', object: `hook:${id}` });
    this.dispatcher.wake();
    return this.deliveries.getDelivery(deliveryId);
  }

  /**
   * Sends an event `test` now, also to an inactive webhook, and waits for the outcome.
   * @throws AppError `not_found`
   */
  async sendTest(id: string, actor: KnownActor): Promise<HookDeliveryDto> {
    const hook = await this.getHook(id, actor);
    const now = this.clock.now();
    const testId = newId(now);
    const body = JSON.stringify({ type: 'test', timestamp: now.toISOString(), data: { id: testId } });
    const subject = `test:${testId}`;
    const test = { hook_id: id, source: subject, event: 'test', object_id: testId, subject, body } as const;
    const delivery = await this.deliveries.insertClaimed({ ...test, created_at: now }, now);
    await this.dispatcher.sendNow(hook, delivery);
    await this.audit.record(actor, { action: 'hook.tested', object: `hook:${id}` });
    return this.deliveries.getDelivery(delivery.id);
  }

  /** @throws AppError `not_found` */
  private async getHook(id: string, { caller }: KnownActor): Promise<Hook> {
    return found(await this.hooks.findHook(id, ownerOf(caller)), 'webhook');
  }
}
