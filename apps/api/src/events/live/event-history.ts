import type { EventDto, EventType } from '@groupless/shared-dto';
import { toFrame } from './event-stream';
import type { NumberedEvent } from '../event-feed.service';

const MOST_EVENTS = 1_000;
const MOST_BYTES = 128 * 1_024;

export interface SentEvent {
  event_id: string | null;
  type: EventType;
  /** The id of the event's row. */
  row_id: string | null;
  /** The only user who is told. */
  owner_id?: string;
  /** The event as a frame of the stream. */
  frame: string;
}

/**
 * A buffer of the newest events, for readers that reconnect. All replicas receive the same notifications in the same
 * order, so an id has the same position on each.
 */
export class EventHistory {
  private events: SentEvent[] = [];
  private bytes = 0;

  add({ event: { owner_id, ...event }, event_id }: NumberedEvent): SentEvent {
    // Older readers have to reload everything.
    if (event.type === 'resync') this.clear();
    const told = { event_id, type: event.type, row_id: event.id, frame: toFrame(event, event_id) };
    const sent = owner_id === undefined ? told : { ...told, owner_id };
    this.events.push(sent);
    this.bytes += sent.frame.length;
    while (this.events.length > MOST_EVENTS || this.bytes > MOST_BYTES)
      this.bytes -= this.events.shift()?.frame.length ?? 0;
    return sent;
  }

  /** The events after an id; null if the id is no longer buffered. */
  since(eventId: string): readonly SentEvent[] | null {
    const index = this.events.findLastIndex(({ event_id }) => event_id === eventId);
    return index < 0 ? null : this.events.slice(index + 1);
  }

  /** The id from which a new reader can resume later. */
  get newestId(): string | null {
    return this.events.findLast(({ event_id }) => event_id !== null)?.event_id ?? null;
  }

  private clear(): void {
    this.events = [];
    this.bytes = 0;
  }
}

export function resyncAt(now: Date): EventDto {
  return { type: 'resync', id: null, at: now.toISOString() };
}
