import type { EventDto, EventType } from '@groupless/shared-dto';

/** How long the panel's events wait after some were last sent. */
const PAUSE_MS = 50;
/**
 * The same for what assistants write by the webhooks, which is often: a notification takes a lock of the whole
 * database cluster.
 */
const WEBHOOK_PAUSE_MS = 1_000;
const BY_WEBHOOKS: EventType[] = ['session.created', 'state.updated', 'task.updated'];
/** Beyond, one event without an id stands for all of its kind. */
const MOST_IDS = 50;

interface Waiting {
  at: string;
  /** Its place among all that was ever added. */
  place: number;
}

/** Kinds of events that are sent together, so that they arrive in the order in which they happened. */
class Lane {
  dueAtMs = -Infinity;
  private readonly kinds = new Map<EventType, Map<string | null, Waiting>>();

  constructor(readonly pause_ms: number) {}

  get isEmpty(): boolean {
    return this.kinds.size === 0;
  }

  add({ type, id, at }: EventDto, place: number): void {
    const rows = this.kinds.get(type) ?? new Map<string | null, Waiting>();
    this.kinds.set(type, rows);
    const isNamed = !rows.has(null) && (rows.size < MOST_IDS || rows.has(id));
    if (!isNamed) rows.clear();
    rows.set(isNamed ? id : null, { at, place });
  }

  take(): EventDto[] {
    const events = [...this.kinds].flatMap(([type, rows]) =>
      [...rows].map(([id, { at, place }]) => ({ place, event: { type, id, at } })),
    );
    this.kinds.clear();
    return events.sort((a, b) => a.place - b.place).map(({ event }) => event);
  }
}

/**
 * Events that wait to be sent: the first at once, further ones together after a pause, each row named once. However
 * many come, what waits stays small. Times are milliseconds of a clock that never goes back.
 */
export class EventOutbox {
  private readonly panel = new Lane(PAUSE_MS);
  /** Rows of one kind have nothing to do with those of another. */
  private readonly webhooks = new Map(BY_WEBHOOKS.map((type) => [type, new Lane(WEBHOOK_PAUSE_MS)]));
  private readonly lanes = [this.panel, ...this.webhooks.values()];
  private added = 0;

  add(event: EventDto): void {
    const lane = this.webhooks.get(event.type) ?? this.panel;
    lane.add(event, this.added++);
  }

  /** When something is next due; null if nothing waits. */
  get dueAtMs(): number | null {
    const due = this.lanes.filter((lane) => !lane.isEmpty).map(({ dueAtMs }) => dueAtMs);
    return due.length === 0 ? null : Math.min(...due);
  }

  /** Hands over what is due. */
  take(nowMs: number): EventDto[] {
    return this.lanes.flatMap((lane) => {
      if (lane.isEmpty || lane.dueAtMs > nowMs) return [];
      lane.dueAtMs = nowMs + lane.pause_ms;
      return lane.take();
    });
  }
}
