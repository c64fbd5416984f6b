import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { EventType } from '@groupless/shared-dto';
import { Clock } from '../shared/clock';
import type { Transaction } from '../database/transaction';
import { EventIds } from './event-ids';
import { encodeEvents } from './event-message';
import { EventOutbox } from './event-outbox';
import { EventsRepository } from './events.repository';

/** Between attempts while the database takes no notification. */
const RETRY_MS = 1_000;

type Eraser = (kind: string, id: number) => Promise<void>;

/** Announces what has just changed to all open panels, on every replica. */
@Injectable()
export class EventsService implements OnApplicationShutdown {
  private readonly log = new Logger(EventsService.name);
  private readonly outbox = new EventOutbox();
  private readonly ids = new EventIds();
  private readonly erasers: Eraser[] = [];
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> | null = null;
  /** Whether events were lost since the last notification: readers have to be told of the gap. */
  private hasGap = false;

  constructor(
    private readonly events: EventsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Announces a change that is already committed. Costs the caller nothing: it neither waits nor fails.
   * @param id of the row; null where it is not about one row
   */
  announce(type: EventType, id: string | number | null): void {
    this.outbox.add({ type, id: id === null ? null : String(id), at: this.clock.now().toISOString() });
    this.schedule();
  }

  /**
   * Announces changes with the commit of their transaction, so that they are heard even if this process dies right
   * after it. The commit then takes a lock of the whole database cluster: only for what somebody waits for.
   */
  async announceIn(transaction: Transaction, types: readonly EventType[], id: string | null): Promise<void> {
    const at = this.clock.now().toISOString();
    const events = types.map((type) => ({ event: { type, id, at }, event_id: this.ids.next() }));
    await this.events.notifyIn(transaction, encodeEvents(events));
  }

  /** Registers a function that removes what is kept of an object's events when the object is erased. */
  onErase(eraser: Eraser): void {
    this.erasers.push(eraser);
  }

  /** Call this before an object is erased, so that it can be done again if it fails. */
  async eraseTold(kind: string, id: number): Promise<void> {
    for (const erase of this.erasers) await erase(kind, id);
  }

  /** Sends what is left, before the connections to the database close. */
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

  /** What cannot be sent is not kept: `resync` stands for it, whatever it was. */
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
