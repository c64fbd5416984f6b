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
import { EventFeedService } from '../../events/event-feed.service';
import { Clock } from '../../shared/clock';
import { SealedTextError, SealedTexts } from '../../shared/crypto/sealed-text';
import { describeError } from '../../shared/log/describe-error';
import { recorded } from '../../shared/telemetry/recorder';
import type { Hook } from '../hook.entity';
import { DOWN_AFTER } from './back-off';
import { DeliveryBatch } from './delivery-batch';
import { pauseAfterWork } from './delivery-pace';
import { HookDeliveriesRepository, type Attempt, type ClaimedDelivery } from './hook-deliveries.repository';
import { HookRelayRepository } from './hook-relay.repository';
import { HookSender } from './hook-sender.service';

/** How often it looks for deliveries, with and without an active webhook. */
const LOOK_MS = 500;
const IDLE_LOOK_MS = 10_000;
/** Deliveries to one webhook that a process sends at a time. */
const AT_ONCE = 8;
/** Deliveries that are claimed together, and how many of them may be of one object. */
const BATCH = 50;
const IN_A_ROW = 10;
/** None is begun later after the claim: with its attempt the lease would be over. */
const BEGIN_WITHIN_MS = 8_000;
const RETENTION_MS = 14 * 86_400_000;
const CLEAN_MS = 3_600_000;

/** Sends what the outboxes hold. Several processes share the work: each takes what no other one has taken. */
@Injectable()
export class HookDispatcherService implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly log = new Logger(HookDispatcherService.name);
  private readonly sending = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;
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
    private readonly feed: EventFeedService,
  ) {}

  /** Another replica may make or change a webhook: it announces that as a change of the settings. */
  onApplicationBootstrap(): void {
    this.wake();
    void this.feed.subscribe(({ event: { type } }) => {
      if (type === 'settings.updated' || type === 'resync') this.wake();
    });
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    clearTimeout(this.timer);
  }

  /** Not before the server has stopped taking connections: a receiver may be slow, and a row locked. */
  async onApplicationShutdown(): Promise<void> {
    await this.looking;
    await Promise.all(this.sending.values());
  }

  /** Looks at once, or once more after the present look. */
  wake(): void {
    this.isWoken = true;
    clearTimeout(this.timer);
    if (!this.isStopping && this.looking === null) this.timer = setTimeout(() => this.begin(), 0).unref();
  }

  /** Sends one delivery now, and notes what came of it. */
  async sendNow(hook: Hook, delivery: ClaimedDelivery): Promise<void> {
    const batch = this.batchOf(hook, [delivery]);
    await batch.note(delivery, await this.attempt(hook, delivery), true);
    await batch.end();
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
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
      const hooks = await this.deliveries.listActive(this.clock.now());
      await this.clean();
      const startedMs = performance.now();
      let hasMore = false;
      for (const source of ['panel', 'memory'] as const)
        if (await this.relay.relay(source, this.clock.now())) hasMore = true;
      for (const hook of hooks) if (!this.sending.has(hook.id)) this.beginToSend(hook);
      if (hasMore) await pauseAfterWork(startedMs, this.stopping.signal);
      if (hasMore) return 0;
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
      const startedMs = performance.now();
      const now = this.clock.now();
      if (hook === null || !hook.active || (hook.retry_at !== null && hook.retry_at > now)) return;
      const isDown = hook.failures >= DOWN_AFTER;
      const claimed = await this.deliveries.claim(hook.id, now, isDown ? 1 : BATCH, IN_A_ROW);
      if (claimed.length === 0) return;
      await this.sendBatch(hook, claimed);
      await pauseAfterWork(startedMs, this.stopping.signal);
      hook = await this.deliveries.findHook(hook.id);
    }
  }

  private async sendBatch(hook: Hook, claimed: readonly ClaimedDelivery[]): Promise<void> {
    const batch = this.batchOf(hook, claimed);
    const untilMs = performance.now() + BEGIN_WITHIN_MS;
    const limit = pLimit(AT_ONCE);
    const bySubject = Map.groupBy(claimed, ({ subject }) => subject);
    await limit.map(bySubject.values(), async (deliveries) => {
      for (const delivery of deliveries) {
        if (this.isStopping || batch.isOver || performance.now() > untilMs) return;
        const attempt = await this.attempt(hook, delivery);
        if (!(await batch.note(delivery, attempt, delivery === deliveries.at(-1)))) return;
      }
    });
    await batch.end();
  }

  private async attempt(hook: Hook, { id, body }: ClaimedDelivery): Promise<Attempt> {
    const startedMs = performance.now();
    const at = this.clock.now();
    const message = { url: hook.url, webhook_id: `msg_${id}`, sent_at: at, body };
    // A secret that no key opens is a failure of the attempt, so that the webhook is switched off in the end.
    const send = async () => this.sender.send({ ...message, secrets: this.secretsOf(hook, at) });
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

  /** @throws Error, with what the log of the webhook says */
  private secretsOf({ id, secret, ...before }: Hook, at: Date): string[] {
    const { previous_secret, previous_secret_until } = before;
    const isOverlap = previous_secret_until !== null && at < previous_secret_until;
    const sealed = isOverlap && previous_secret !== null ? [secret, previous_secret] : [secret];
    try {
      return sealed.map((one) => this.texts.open(one, sealedPlace('hooks.secret', id)));
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
   * Removes old entries of the log and secrets that sign no longer, once an hour. A key that was revoked took its webhooks
   * along: nothing is noted for these any more.
   */
  private async clean(): Promise<void> {
    const nowMs = this.clock.now().getTime();
    if (nowMs - this.cleanedAtMs < CLEAN_MS) return;
    this.cleanedAtMs = nowMs;
    await this.deliveries.removeBefore(new Date(nowMs - RETENTION_MS));
    await this.deliveries.forgetSecrets(new Date(nowMs));
    await this.relay.wantOnlyNeeded();
  }
}

/** Null: the message has arrived. */
function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const redirects = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return `The answer was ${status}.${redirects}`;
}
