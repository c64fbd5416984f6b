import type { EventType } from '@groupless/shared-dto';
import type { SharedEvent } from './event-message';

/** The debounce interval of the panel's events. */
const PAUSE_MS = 50;
/**
 * The debounce interval of events from the memory webhooks, which are frequent: a notification locks the whole database
 * cluster.
 */
const WEBHOOK_PAUSE_MS = 1_000;
const BY_WEBHOOKS: EventType[] = ['session.created', 'decision.updated', 'state.updated', 'task.updated'];
/** With more rows of one kind, a single event without an id replaces them. */
const MOST_IDS = 50;

/** What waits of one kind, and is for one owner or for all. */
interface Waiting {
  kind: Pick<SharedEvent, 'type' | 'owner_id'>;
  rows: Map<string | null, Change>;
}

interface Change {
  at: string;
  /** The order in which it was added. */
  place: number;
}

/** A debounced queue. Its events are sent together, in order. */
class Lane {
  dueAtMs = -Infinity;
  private readonly kinds = new Map<string, Waiting>();

  constructor(readonly pause_ms: number) {}

  get isEmpty(): boolean {
    return this.kinds.size === 0;
  }

  add({ id, at, ...kind }: SharedEvent, place: number): void {
    const name = `${kind.type} ${kind.owner_id ?? ''}`;
    const waiting = this.kinds.get(name) ?? { kind, rows: new Map<string | null, Change>() };
    this.kinds.set(name, waiting);
    const { rows } = waiting;
    const isNamed = !rows.has(null) && (rows.size < MOST_IDS || rows.has(id));
    if (!isNamed) rows.clear();
    rows.set(isNamed ? id : null, { at, place });
  }

  take(): SharedEvent[] {
    const events = [...this.kinds.values()].flatMap(({ kind, rows }) =>
      [...rows].map(([id, { at, place }]) => ({ place, event: { ...kind, id, at } })),
    );
    this.kinds.clear();
    return events.sort((a, b) => a.place - b.place).map(({ event }) => event);
  }
}

/**
 * Debounces and deduplicates events: the first is due at once, later ones together after a pause, each row once. Its
 * size is bounded. Times are of a monotonic clock, in milliseconds.
 */
export class EventOutbox {
  private readonly panel = new Lane(PAUSE_MS);
  /** One queue for each kind, because their order does not matter. */
  private readonly webhooks = new Map(BY_WEBHOOKS.map((type) => [type, new Lane(WEBHOOK_PAUSE_MS)]));
  private readonly lanes = [this.panel, ...this.webhooks.values()];
  private added = 0;

  add(event: SharedEvent): void {
    const lane = this.webhooks.get(event.type) ?? this.panel;
    lane.add(event, this.added++);
  }

  /** When the next events are due; null if there are none. */
  get dueAtMs(): number | null {
    const due = this.lanes.filter((lane) => !lane.isEmpty).map(({ dueAtMs }) => dueAtMs);
    return due.length === 0 ? null : Math.min(...due);
  }

  /** Removes and returns the due events. */
  take(nowMs: number): SharedEvent[] {
    return this.lanes.flatMap((lane) => {
      if (lane.isEmpty || lane.dueAtMs > nowMs) return [];
      lane.dueAtMs = nowMs + lane.pause_ms;
      return lane.take();
    });
  }
}
