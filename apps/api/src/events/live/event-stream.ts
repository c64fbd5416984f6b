import { Readable } from 'node:stream';
import type { EventDto } from '@groupless/shared-dto';

/** Back-pressure: a reader that is so many bytes behind is disconnected. It reconnects and gets what it missed. */
const MOST_WAITING_BYTES = 256 * 1_024;

/** The body of one reader's answer: server-sent events (WHATWG HTML). */
export class EventStream extends Readable {
  override _read(): void {
    // Events are pushed when they happen.
  }

  /** @returns false if the reader was too slow and was disconnected */
  send(text: string): boolean {
    if (this.destroyed) return false;
    this.push(text);
    if (this.readableLength <= MOST_WAITING_BYTES) return true;
    this.destroy();
    return false;
  }

  /** Ends the answer without waiting for a slow reader. */
  finish(): void {
    if (this.readableLength > 0) this.destroy();
    else if (!this.destroyed) this.push(null);
  }
}

export function toFrame(event: EventDto, eventId: string | null): string {
  return `${eventId === null ? '' : `id: ${eventId}\n`}data: ${JSON.stringify(event)}\n\n`;
}

/** A frame with only an id, from which the reader can resume. Without data it is not an event. */
export function toPosition(eventId: string | null): string {
  return eventId === null ? '' : `id: ${eventId}\n\n`;
}

/** A comment line, so that proxies do not close an idle connection. */
export const HEARTBEAT = ':\n\n';
