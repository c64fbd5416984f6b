import { Readable } from 'node:stream';
import type { EventDto } from '@groupless/shared-dto';

/** A reader this many bytes behind is disconnected: it reconnects, and reads what it missed. */
const MOST_WAITING_BYTES = 256 * 1_024;

/** The body of one reader's answer: server-sent events as WHATWG HTML describes them. */
export class EventStream extends Readable {
  override _read(): void {
    // Events are pushed when they happen.
  }

  /** @returns false if the reader was too slow and has been cut */
  send(text: string): boolean {
    if (this.destroyed) return false;
    this.push(text);
    if (this.readableLength <= MOST_WAITING_BYTES) return true;
    this.destroy();
    return false;
  }

  /** Ends the answer, without waiting for a slow reader. */
  finish(): void {
    if (this.readableLength > 0) this.destroy();
    else if (!this.destroyed) this.push(null);
  }
}

export function toFrame(event: EventDto, eventId: string | null): string {
  return `${eventId === null ? '' : `id: ${eventId}\n`}data: ${JSON.stringify(event)}\n\n`;
}

/** Tells a reader the id from which it can go on later. Without data it is no event. */
export function toPosition(eventId: string | null): string {
  return eventId === null ? '' : `id: ${eventId}\n\n`;
}

/** Lines that begin with a colon are comments; they keep proxies from closing an idle connection. */
export const HEARTBEAT = ':\n\n';
