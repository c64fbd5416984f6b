import type { EventDto } from '@groupless/shared-dto';
import { EVENT_TYPES } from '@groupless/shared-dto/event-types';

/** An event between replicas. */
export interface SharedEvent extends EventDto {
  /** The only user who is told of it: the row is not for others. */
  owner_id?: string;
}

/** An event with its id, `<sender>-<n>`, the same on every replica. Null from a sender of an older version. */
export interface NumberedEvent {
  event: SharedEvent;
  event_id: string | null;
}

/** PostgreSQL's limit for a notification is 8,000 bytes. */
const MOST_BYTES = 7_500;
/** An id is written into a line of the stream, so it may not contain a line break. */
const EVENT_ID = /^[\w-]{1,100}$/;

/** Encodes events into as few notifications as possible. */
export function encodeEvents(events: readonly NumberedEvent[]): string[] {
  const messages: string[] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const { event, event_id } of events) {
    const text = JSON.stringify([event.type, event.id, event.at, event_id, event.owner_id]);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > MOST_BYTES) {
      messages.push(`[${batch.join(',')}]`);
      batch = [];
      bytes = 0;
    }
    batch.push(text);
    bytes += size;
  }
  if (batch.length > 0) messages.push(`[${batch.join(',')}]`);
  return messages;
}

/** Decodes a notification. Any database user can send one, so what is not an event is ignored. */
export function decodeEvents(message: string): NumberedEvent[] {
  try {
    const rows: unknown = JSON.parse(message);
    return Array.isArray(rows) ? rows.flatMap(decodeEvent) : [];
  } catch {
    return [];
  }
}

function decodeEvent(row: unknown): NumberedEvent[] {
  if (!Array.isArray(row)) return [];
  const [name, id, at, event_id, owner_id] = row as unknown[];
  const type = EVENT_TYPES.find((one) => one === name);
  const isEvent = type !== undefined && (typeof id === 'string' || id === null) && typeof at === 'string';
  if (!isEvent) return [];
  const isId = typeof event_id === 'string' && EVENT_ID.test(event_id);
  const owner = typeof owner_id === 'string' ? { owner_id } : {};
  return [{ event: { type, id, at, ...owner }, event_id: isId ? event_id : null }];
}
