import type { EventDto, EventType } from '@groupless/shared-dto';

/** How long a kind of event waits after it was last sent. */
const PAUSE_MS = 50;
/**
 * The same for what assistants write by the webhooks, which is often: a notification takes a lock of the whole
 * database cluster.
 */
const WEBHOOK_PAUSE_MS = 1_000;
const BY_WEBHOOKS: ReadonlySet<EventType> = new Set(['session.created', 'state.updated', 'task.updated']);
/** Beyond, one event without an id stands for all of its kind. */
const MOST_IDS = 50;

interface Kind {
  /** By row: when it was last announced. */
  waiting: Map<string | null, string>;
  pause_ms: number;
  due_at_ms: number;
}

/**
 * Events that wait to be sent: the first of a kind at once, further ones together after a pause, each row named
 * once. However many come, what waits stays small. Times are milliseconds of a clock that never goes back.
 */
export class EventOutbox {
  private readonly kinds = new Map<EventType, Kind>();

  add({ type, id, at }: EventDto): void {
    const { waiting } = this.kindOf(type);
    if (waiting.has(null)) waiting.set(null, at);
    else if (waiting.size < MOST_IDS || waiting.has(id)) waiting.set(id, at);
    else {
      waiting.clear();
      waiting.set(null, at);
    }
  }

  /** When something is next due; null if nothing waits. */
  get due_at_ms(): number | null {
    const due = [...this.kinds.values()].filter(({ waiting }) => waiting.size > 0);
    return due.length === 0 ? null : Math.min(...due.map(({ due_at_ms }) => due_at_ms));
  }

  /** Hands over what is due. */
  take(now_ms: number): EventDto[] {
    const events: EventDto[] = [];
    for (const [type, kind] of this.kinds) {
      if (kind.waiting.size === 0 || kind.due_at_ms > now_ms) continue;
      for (const [id, at] of kind.waiting) events.push({ type, id, at });
      kind.waiting.clear();
      kind.due_at_ms = now_ms + kind.pause_ms;
    }
    return events;
  }

  private kindOf(type: EventType): Kind {
    let kind = this.kinds.get(type);
    if (kind === undefined) {
      const pause_ms = BY_WEBHOOKS.has(type) ? WEBHOOK_PAUSE_MS : PAUSE_MS;
      kind = { waiting: new Map(), pause_ms, due_at_ms: -Infinity };
      this.kinds.set(type, kind);
    }
    return kind;
  }
}
