import { EVENT_TYPES, type EventDto } from '@groupless/shared-dto';

/** PostgreSQL refuses a notification of 8,000 bytes. */
const MOST_BYTES = 7_500;

/** Events as the texts of notifications, as few as they fit in. */
export function encodeEvents(events: readonly EventDto[]): string[] {
  const messages: string[] = [];
  let present: string[] = [];
  let bytes = 0;
  for (const { type, id, at } of events) {
    const text = JSON.stringify([type, id, at]);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > MOST_BYTES) {
      messages.push(`[${present.join(',')}]`);
      present = [];
      bytes = 0;
    }
    present.push(text);
    bytes += size;
  }
  if (present.length > 0) messages.push(`[${present.join(',')}]`);
  return messages;
}

/** The events of a notification. Whoever may connect to the database can send one: what is no event is left out. */
export function decodeEvents(message: string): EventDto[] {
  try {
    const rows: unknown = JSON.parse(message);
    return Array.isArray(rows) ? rows.flatMap(decodeEvent) : [];
  } catch {
    return [];
  }
}

function decodeEvent(row: unknown): EventDto[] {
  if (!Array.isArray(row)) return [];
  const [name, id, at] = row as unknown[];
  const type = EVENT_TYPES.find((one) => one === name);
  const isEvent = type !== undefined && (typeof id === 'string' || id === null) && typeof at === 'string';
  return isEvent ? [{ type, id, at }] : [];
}
