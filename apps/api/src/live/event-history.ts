import type { EventDto, EventType } from '@groupless/shared-dto';
import { toFrame } from './event-stream';
import type { NumberedEvent } from '../events/event-feed.service';

const MOST_EVENTS = 1_000;
const MOST_BYTES = 128 * 1_024;

export interface SentEvent {
  event_id: string | null;
  type: EventType;
  /** Of the row that it is about. */
  row_id: string | null;
  /** The event as the stream sends it. */
  frame: string;
}

/**
 * The newest events, for readers who come back. All replicas hear the same notifications in the same order, so an id
 * stands at the same place in the history of each.
 */
export class EventHistory {
  private events: SentEvent[] = [];
  private bytes = 0;

  add({ event, event_id }: NumberedEvent): SentEvent {
    // A reader who saw only older events has to load everything again.
    if (event.type === 'resync') this.clear();
    const sent = { event_id, type: event.type, row_id: event.id, frame: toFrame(event, event_id) };
    this.events.push(sent);
    this.bytes += sent.frame.length;
    while (this.events.length > MOST_EVENTS || this.bytes > MOST_BYTES)
      this.bytes -= this.events.shift()?.frame.length ?? 0;
    return sent;
  }

  /** What came after the event with this id; null if that is not known any more. */
  since(eventId: string): readonly SentEvent[] | null {
    const index = this.events.findLastIndex(({ event_id }) => event_id === eventId);
    return index < 0 ? null : this.events.slice(index + 1);
  }

  /** The id from which a reader who begins now can go on later. */
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
