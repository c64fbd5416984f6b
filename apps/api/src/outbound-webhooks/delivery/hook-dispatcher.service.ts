import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import pLimit from 'p-limit';
import { AuditService } from '../../audit/audit.service';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import { OnEvents } from '../../events/public';
import { Clock } from '../../platform/clock';
import { SealedTextError, SealedTexts } from '../../platform/crypto/sealed-text';
import { describeError } from '../../platform/log/describe-error';
import { recorded } from '../../platform/telemetry/recorder';
import type { Hook } from '../hook.entity';
import { DOWN_AFTER } from './back-off';
import { DeliveryBatch } from './delivery-batch';
import { pauseAfterWork } from './delivery-pace';
import { HookDeliveriesRepository, type Attempt, type ClaimedDelivery } from './hook-deliveries.repository';
import { HookRelayRepository } from './hook-relay.repository';
import { HookSender } from './hook-sender.service';

/** The poll interval, with and without an active webhook. */
const POLL_MS = 500;
const IDLE_POLL_MS = 10_000;
/** Concurrent deliveries to one webhook a process. */
const CONCURRENT = 8;
/** The size of a claimed batch, and the most of one object in it. */
const BATCH = 50;
const PER_SUBJECT = 10;
/** No attempt starts later after the claim, because the lease would end during it. */
const START_WITHIN_MS = 8_000;
const RETENTION_MS = 14 * 86_400_000;
const CLEAN_MS = 3_600_000;

/**
 * Polls the outboxes, relays their events and sends the deliveries. Processes share the work by claims with a lease.
 */
@Injectable()
export class HookDispatcherService implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly log = new Logger(HookDispatcherService.name);
  private readonly sending = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | null = null;
  private readonly stopping = new AbortController();
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

  onModuleDestroy(): void {
    this.stopping.abort();
    clearTimeout(this.timer);
  }

  /** Waits only after the server has stopped accepting connections, because a receiver may be slow. */
  async onApplicationShutdown(): Promise<void> {
    await this.polling;
    await Promise.all(this.sending.values());
  }

  /** Polls now, or again right after the current poll. A replica that changes a webhook announces `settings.updated`. */
  @OnEvents({ types: ['settings.updated', 'resync'], after_ms: 0 })
  wake(): void {
    this.isWoken = true;
    clearTimeout(this.timer);
    if (!this.isStopping && this.polling === null) this.timer = setTimeout(() => this.startPoll(), 0).unref();
  }

  /** Sends one delivery now and stores the outcome. */
  async sendNow(hook: Hook, delivery: ClaimedDelivery): Promise<void> {
    const batch = this.batchOf(hook, [delivery]);
    await batch.store(delivery, await this.attempt(hook, delivery), true);
    await batch.end();
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private startPoll(): void {
    this.isWoken = false;
    this.polling = this.poll().then((pauseMs) => {
      this.polling = null;
      if (this.isStopping) return;
      this.timer = setTimeout(() => this.startPoll(), this.isWoken ? 0 : pauseMs).unref();
    });
  }

  /** @returns the pause until the next poll */
  private async poll(): Promise<number> {
    try {
      await this.syncOnce();
      const hooks = await this.deliveries.listActive(this.clock.now());
      await this.clean();
      const startedMs = performance.now();
      let hasMore = false;
      for (const source of ['panel', 'memory'] as const)
        if (await this.relay.relay(source, this.clock.now())) hasMore = true;
      for (const hook of hooks) if (!this.sending.has(hook.id)) this.startSending(hook);
      if (hasMore) await pauseAfterWork(startedMs, this.stopping.signal);
      if (hasMore) return 0;
      return hooks.length === 0 ? IDLE_POLL_MS : POLL_MS;
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'outbound webhooks wait for the database');
      return IDLE_POLL_MS;
    }
  }

  /** Needed because one of the databases may have been restored alone since the last start. */
  private async syncOnce(): Promise<void> {
    if (!this.hasSynced) await this.relay.syncRecording();
    this.hasSynced = true;
  }

  private startSending(hook: Hook): void {
    const sending = this.sendAll(hook)
      .catch((error: unknown) =>
        this.log.warn({ err: describeError(error) }, 'outbound webhooks wait for the database'),
      )
      .finally(() => this.sending.delete(hook.id));
    this.sending.set(hook.id, sending);
  }

  private async sendAll(started: Hook): Promise<void> {
    for (let hook: Hook | null = started; !this.isStopping;) {
      const startedMs = performance.now();
      const now = this.clock.now();
      if (hook === null || !hook.active || (hook.retry_at !== null && hook.retry_at > now)) return;
      const isDown = hook.failures >= DOWN_AFTER;
      const claimed = await this.deliveries.claim(hook.id, now, isDown ? 1 : BATCH, PER_SUBJECT);
      if (claimed.length === 0) return;
      await this.sendBatch(hook, claimed);
      await pauseAfterWork(startedMs, this.stopping.signal);
      hook = await this.deliveries.findHook(hook.id);
    }
  }

  private async sendBatch(hook: Hook, claimed: readonly ClaimedDelivery[]): Promise<void> {
    const batch = this.batchOf(hook, claimed);
    const untilMs = performance.now() + START_WITHIN_MS;
    const limit = pLimit(CONCURRENT);
    const bySubject = Map.groupBy(claimed, ({ subject }) => subject);
    await limit.map(bySubject.values(), async (deliveries) => {
      for (const delivery of deliveries) {
        if (this.isStopping || batch.isOver || performance.now() > untilMs) return;
        const attempt = await this.attempt(hook, delivery);
        if (!(await batch.store(delivery, attempt, delivery === deliveries.at(-1)))) return;
      }
    });
    await batch.end();
  }

  private async attempt(hook: Hook, { id, body }: ClaimedDelivery): Promise<Attempt> {
    const startedMs = performance.now();
    const at = this.clock.now();
    const message = { url: hook.url, webhook_id: `msg_${id}`, sent_at: at, body };
    // A secret that no key opens fails the attempt, so the webhook is switched off in the end.
    const send = async () => this.sender.send({ ...message, secrets: await this.secretsOf(hook, at) });
    const outcome = await recorded('delivery', 'outbound webhook', send).then(
      ({ status, body: text }) => ({ response_status: status, response_body: text, error: faultOf(status) }),
      (error: unknown) => ({
        response_status: null,
        response_body: null,
        error: String(error instanceof Error ? error.message : error),
      }),
    );
    return { ...outcome, at, duration_ms: Math.round(performance.now() - startedMs) };
  }

  /** @throws Error, for the log of the webhook */
  private async secretsOf({ id, secret, ...before }: Hook, at: Date): Promise<string[]> {
    const { previous_secret, previous_secret_until } = before;
    const isOverlap = previous_secret_until !== null && at < previous_secret_until;
    const sealed = isOverlap && previous_secret !== null ? [secret, previous_secret] : [secret];
    // They are kept while one of a later rotation signs too.
    const older = isOverlap ? await this.deliveries.listOlderSecrets(id, at) : [];
    try {
      return [
        ...sealed.map((one) => this.texts.open(one, sealedPlace('hooks.secret', id))),
        ...older.map((one) => this.texts.open(one.secret, sealedPlace('hook_older_secrets.secret', one.id))),
      ];
    } catch (error) {
      if (!(error instanceof SealedTextError)) throw error;
      throw new Error(`The secret of this webhook cannot be read. ${error.message}`, { cause: error });
    }
  }

  private batchOf(hook: Hook, claimed: readonly ClaimedDelivery[]): DeliveryBatch {
    return new DeliveryBatch(hook, claimed, this.deliveries, (error) =>
      this.audit.eventOf(
        { caller: null, ip: null },
        { action: 'hook.switched_off', object: `hook:${hook.id}`, details: { error } },
      ),
    );
  }

  /**
   * Once an hour, removes old log entries and expired previous secrets, and stops recording events for webhooks whose
   * key was revoked.
   */
  private async clean(): Promise<void> {
    const nowMs = this.clock.now().getTime();
    if (nowMs - this.cleanedAtMs < CLEAN_MS) return;
    this.cleanedAtMs = nowMs;
    await this.deliveries.removeBefore(new Date(nowMs - RETENTION_MS));
    await this.deliveries.forgetSecrets(new Date(nowMs));
    await this.relay.syncRecording();
  }
}

/** Null: it was delivered. */
function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const redirects = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return `The answer was ${status}.${redirects}`;
}
