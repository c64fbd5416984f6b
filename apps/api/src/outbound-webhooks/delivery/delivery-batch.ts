import type { AuditEvent } from '../../audit/audit-event.entity';
import { OneAtATime } from '../../database/one-at-a-time';
import { ThrottledWarnings } from '../../platform/log/throttled-warnings';
import type { Hook } from '../hook.entity';
import type {
  Attempt,
  ClaimedDelivery,
  Delivered,
  HookDeliveriesRepository,
} from './hook-deliveries.repository';

const WARNINGS = new ThrottledWarnings('DeliveryBatch');

/**
 * Successes are stored in batches, after this time at the latest. A killed process sends those again that it has not
 * stored.
 */
const FLUSH_WITHIN_MS = 200;

/** Deliveries that were claimed together. Stores their outcomes in order, successes in batches. */
export class DeliveryBatch {
  /** Whether to stop sending: the receiver is down, the webhook is off, or the database is unavailable. */
  isOver = false;
  private readonly open: Set<string>;
  private readonly queue = new OneAtATime();
  private delivered: Delivered[] = [];
  private hasFailures: boolean;
  private timer: NodeJS.Timeout | undefined;

  /** @param offEvent the audit entry if the webhook is switched off for this error */
  constructor(
    private readonly hook: Hook,
    claimed: readonly ClaimedDelivery[],
    private readonly deliveries: HookDeliveriesRepository,
    private readonly offEvent: (error: string | null) => AuditEvent,
  ) {
    this.open = new Set(claimed.map(({ id }) => id));
    this.hasFailures = hook.failures > 0;
  }

  /**
   * @param isLast of its object in this batch. If not, it waits until the success is stored, so that a killed process
   * cannot send an older event after a newer one.
   * @returns whether the next delivery of the same object may follow
   */
  async store(delivery: ClaimedDelivery, { error, ...attempt }: Attempt, isLast: boolean): Promise<boolean> {
    this.open.delete(delivery.id);
    if (error === null) {
      this.delivered.push({ id: delivery.id, ...attempt });
      this.timer ??= setTimeout(() => void this.flushLater(), FLUSH_WITHIN_MS);
      if (!isLast) await this.flush();
      return true;
    }
    await this.flush();
    await this.queue.run(async () => {
      const failed = { error, ...attempt };
      const off = () => this.offEvent(error);
      if (await this.deliveries.storeFailure(this.hook.id, delivery, failed, off)) this.isOver = true;
      this.hasFailures = true;
    });
    return false;
  }

  /** Stores the successes, and releases what was not tried. */
  async end(): Promise<void> {
    await this.flush();
    if (this.open.size > 0) await this.deliveries.release([...this.open]);
  }

  private async flushLater(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      this.isOver = true;
      WARNINGS.warn(error, 'what was delivered could not be noted: it is sent once more');
    }
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.queue.run(async () => {
      const delivered = this.delivered.splice(0);
      const last = delivered.at(-1);
      if (last === undefined) return;
      await this.deliveries.storeDelivered(delivered);
      if (this.hasFailures) await this.deliveries.storeReachable(this.hook.id, last.at);
      this.hasFailures = false;
    });
  }
}
