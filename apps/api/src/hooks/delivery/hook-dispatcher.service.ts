import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import { Clock } from '../../shared/clock';
import { SealedTexts } from '../../shared/crypto/sealed-text';
import { describeError } from '../../shared/log/describe-error';
import type { Hook } from '../hook.entity';
import { DOWN_AFTER } from './back-off';
import { HookDeliveriesRepository, type ClaimedDelivery } from './hook-deliveries.repository';
import { HookRelayRepository } from './hook-relay.repository';
import { HookSender } from './hook-sender.service';

/** Between two looks for something to send, with and without an active webhook. */
const LOOK_MS = 500;
const IDLE_LOOK_MS = 10_000;
/** Deliveries to one webhook that a process sends at a time. */
const AT_ONCE = 8;
/** So many events of one object in a row, before others have their turn. */
const IN_A_ROW = 10;
const RETENTION_MS = 14 * 86_400_000;
const CLEAN_MS = 3_600_000;

type Target = Pick<Hook, 'id' | 'url' | 'secret'>;

/** Sends what the outboxes hold. Several processes share the work: each takes what no other one has taken. */
@Injectable()
export class HookDispatcherService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(HookDispatcherService.name);
  private readonly sending = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;
  private isStopping = false;
  private isWoken = false;
  private hasSynced = false;
  private cleanedAtMs = 0;

  constructor(
    private readonly deliveries: HookDeliveriesRepository,
    private readonly relay: HookRelayRepository,
    private readonly sender: HookSender,
    private readonly texts: SealedTexts,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.looking;
    await Promise.all(this.sending.values());
  }

  /** Looks at once, or once more after the present look. */
  wake(): void {
    this.isWoken = true;
    clearTimeout(this.timer);
    if (!this.isStopping && this.looking === null) this.timer = setTimeout(() => this.begin(), 0).unref();
  }

  /** Sends one delivery now. @returns whether it was delivered; `stop`: no further one for the time being */
  async attempt(hook: Target, delivery: ClaimedDelivery): Promise<'delivered' | 'failed' | 'stop'> {
    const startedMs = performance.now();
    const at = this.clock.now();
    const outcome = await this.send(hook, delivery, at);
    const attempt = { ...outcome, at, duration_ms: Math.round(performance.now() - startedMs) };
    if (attempt.error === null) {
      await this.deliveries.noteDelivered(hook.id, delivery.id, attempt);
      return 'delivered';
    }
    const entry = {
      action: 'hook.switched_off',
      object: `hook:${hook.id}`,
      details: { error: attempt.error },
    };
    const offEvent = () => this.audit.eventOf({ caller: null, ip: null }, entry);
    return (await this.deliveries.noteFailed(hook.id, delivery, attempt, offEvent)) ? 'stop' : 'failed';
  }

  private begin(): void {
    this.isWoken = false;
    this.looking = this.look().then((pauseMs) => {
      this.looking = null;
      if (this.isStopping) return;
      this.timer = setTimeout(() => this.begin(), this.isWoken ? 0 : pauseMs).unref();
    });
  }

  /** @returns the pause until the next look */
  private async look(): Promise<number> {
    try {
      await this.syncOnce();
      const hooks = await this.deliveries.listActive();
      await this.clean();
      for (const source of ['panel', 'memory'] as const)
        while (!this.isStopping && (await this.relay.relay(source, this.clock.now())));
      for (const hook of hooks) if (!this.sending.has(hook.id)) this.beginToSend(hook);
      return hooks.length === 0 ? IDLE_LOOK_MS : LOOK_MS;
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'outbound webhooks wait for the database');
      return IDLE_LOOK_MS;
    }
  }

  /** One of the databases may have been restored alone since the last start. */
  private async syncOnce(): Promise<void> {
    if (!this.hasSynced) await this.relay.wantOnlyNeeded();
    this.hasSynced = true;
  }

  private beginToSend(hook: Hook): void {
    const sending = this.sendAll(hook)
      .catch((error: unknown) =>
        this.log.warn({ err: describeError(error) }, 'outbound webhooks wait for the database'),
      )
      .finally(() => this.sending.delete(hook.id));
    this.sending.set(hook.id, sending);
  }

  private async sendAll(begun: Hook): Promise<void> {
    for (let hook: Hook | null = begun; !this.isStopping;) {
      const now = this.clock.now();
      if (hook === null || !hook.active || (hook.retry_at !== null && hook.retry_at > now)) return;
      const most = hook.failures >= DOWN_AFTER ? 1 : AT_ONCE;
      const claimed = await this.deliveries.claim(hook.id, now, most, null);
      if (claimed.length === 0) return;
      const target = hook;
      await Promise.all(claimed.map((delivery) => this.sendInOrder(target, delivery)));
      hook = await this.deliveries.findHook(hook.id);
    }
  }

  /** A delivery and those that follow it about the same object. */
  private async sendInOrder(hook: Hook, first: ClaimedDelivery): Promise<void> {
    let next: ClaimedDelivery | undefined = first;
    for (let count = 0; next !== undefined; count++) {
      if (this.isStopping) return this.deliveries.release(next.id);
      if ((await this.attempt(hook, next)) !== 'delivered' || count === IN_A_ROW) return;
      [next] = await this.deliveries.claim(hook.id, this.clock.now(), 1, first.subject);
    }
  }

  private async send({ id, url, secret }: Target, { id: deliveryId, body }: ClaimedDelivery, at: Date) {
    try {
      const status = await this.sender.send({
        url,
        secret: this.texts.open(secret, sealedPlace('hooks.secret', id)),
        webhook_id: `msg_${deliveryId}`,
        sent_at: at,
        body,
      });
      return { response_status: status, error: faultOf(status) };
    } catch (error) {
      return { response_status: null, error: String(error instanceof Error ? error.message : error) };
    }
  }

  /** Removes old entries of the log, once an hour. */
  private async clean(): Promise<void> {
    const nowMs = this.clock.now().getTime();
    if (nowMs - this.cleanedAtMs < CLEAN_MS) return;
    this.cleanedAtMs = nowMs;
    await this.deliveries.removeBefore(new Date(nowMs - RETENTION_MS));
  }
}

/** Null: the message has arrived. */
function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const redirects = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return `The answer was ${status}.${redirects}`;
}
