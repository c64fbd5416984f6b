import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { EventType } from '@groupless/shared-dto';
import { Clock } from '../platform/clock';
import type { Transaction } from '../database/transaction';
import { EventIds } from './event-ids';
import { encodeEvents } from './event-message';
import { EventOutbox } from './event-outbox';
import { EventsRepository } from './events.repository';

/** The pause between retries while notifications fail. */
const RETRY_MS = 1_000;

/** Announces changes to all replicas, and so to all open panels. */
@Injectable()
export class EventsService implements OnApplicationShutdown {
  private readonly log = new Logger(EventsService.name);
  private readonly outbox = new EventOutbox();
  private readonly ids = new EventIds();
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> | null = null;
  /** Whether events were lost since the last notification. The next one begins with `resync`. */
  private hasGap = false;

  constructor(
    private readonly events: EventsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Announces a committed change. It is asynchronous and never fails.
   * @param id of the row; null if the event is not about one row
   * @param owner_id the only user who is told; null: all who may read such rows
   */
  announce(type: EventType, id: string | number | null, owner_id: string | null = null): void {
    const event = { type, id: id === null ? null : String(id), at: this.clock.now().toISOString() };
    this.outbox.add(owner_id === null ? event : { ...event, owner_id });
    this.schedule();
  }

  /**
   * Announces changes with the commit of their transaction, so they are sent even if this process dies. The commit then
   * locks the whole database cluster, so use it only if somebody waits for the event.
   */
  async announceIn(transaction: Transaction, types: readonly EventType[], id: string | null): Promise<void> {
    const at = this.clock.now().toISOString();
    const events = types.map((type) => ({ event: { type, id, at }, event_id: this.ids.next() }));
    await this.events.notifyIn(transaction, encodeEvents(events));
  }

  /** Sends the remaining events before the database connections close. */
  async onApplicationShutdown(): Promise<void> {
    await this.sending;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.send(Infinity);
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private schedule(): void {
    const { dueAtMs } = this.outbox;
    if (this.timer !== null || this.sending !== null || (dueAtMs === null && !this.hasGap)) return;
    const waitMs = this.hasGap ? RETRY_MS : Math.max(0, (dueAtMs ?? 0) - performance.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.sending = this.send(performance.now()).finally(() => {
        this.sending = null;
        this.schedule();
      });
    }, waitMs).unref();
  }

  /** Events that cannot be sent are dropped; a `resync` replaces them. */
  private async send(nowMs: number): Promise<void> {
    const events = this.outbox.take(nowMs);
    if (this.hasGap) events.unshift({ type: 'resync', id: null, at: this.clock.now().toISOString() });
    if (events.length === 0) return;
    try {
      await this.events.notify(encodeEvents(events.map((event) => ({ event, event_id: this.ids.next() }))));
      this.hasGap = false;
    } catch (error) {
      if (!this.hasGap) this.log.error('events could not be sent; readers will be told to read again', error);
      this.hasGap = true;
    }
  }
}
