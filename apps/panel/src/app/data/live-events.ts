import { DestroyRef, effect, ErrorHandler, inject, Injectable, signal, untracked } from '@angular/core';
import type { EventDto, EventType } from '@groupless/shared-dto';
import { Session } from '../session/session';

export type LiveState = 'connecting' | 'live' | 'away';
type Handler = (event: EventDto) => void;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The server sends a heartbeat every 15 seconds: after two that did not come the connection counts as lost. */
const LONGEST_SILENCE_MS = 35_000;

/**
 * The events of `GET /api/events`, as long as somebody is signed in. After a break the server tells what was missed,
 * or `resync` if it does not know that any more: what is shown has to be read again.
 */
@Injectable({ providedIn: 'root' })
export class LiveEvents {
  private readonly session = inject(Session);
  private readonly errors = inject(ErrorHandler);
  private readonly handlers = new Set<{ types: readonly EventType[] | 'all'; handler: Handler }>();
  private readonly current = signal<LiveState>('connecting');
  private stop = new AbortController();
  /** Where the stream stands, for coming back. */
  private lastEventId: string | null = null;
  readonly state = this.current.asReadonly();

  constructor() {
    effect(() => {
      const signedIn = this.session.user_id() !== null;
      untracked(() => {
        this.stop.abort();
        this.stop = new AbortController();
        this.lastEventId = this.session.lastEventId;
        if (signedIn) void this.stayConnected(this.stop.signal);
      });
    });
    inject(DestroyRef).onDestroy(() => this.stop.abort());
  }

  /** Calls the handler with each event of these types and with each `resync`. Ends with the caller's life. */
  onEvent(types: readonly EventType[] | 'all', handler: Handler, until = inject(DestroyRef)): void {
    const listener = { types, handler };
    this.handlers.add(listener);
    until.onDestroy(() => this.handlers.delete(listener));
  }

  private async stayConnected(signal: AbortSignal): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    // What a screen has read before an attempt that failed may be out of date by the time of the next one.
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      this.current.set('connecting');
      const connected = await this.listen(signal, !isFirst);
      if (signal.aborted) return;
      pauseMs = connected ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      this.current.set('away');
      // With jitter, so that not all panels reconnect at the same moment.
      await pause(pauseMs * (0.75 + Math.random() / 2), signal);
    }
  }

  /** Listens until the connection ends or falls silent; answers whether there was one. */
  private async listen(signal: AbortSignal, afterGap: boolean): Promise<boolean> {
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener('abort', end, { once: true });
    let watchdog = setTimeout(end, LONGEST_SILENCE_MS);
    const onBytes = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(end, LONGEST_SILENCE_MS);
    };
    let connected = false;
    try {
      const token = await this.session.freshToken();
      const response = await fetch('/api/events', {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          ...(this.lastEventId === null ? {} : { 'last-event-id': this.lastEventId }),
        },
        cache: 'no-store',
        signal: connection.signal,
      });
      if (!response.ok || response.body === null) return false;
      connected = true;
      this.current.set('live');
      if (afterGap && this.lastEventId === null)
        this.tell({ type: 'resync', id: null, at: new Date().toISOString() });
      await this.readEvents(response.body, onBytes);
    } catch {
      // Reported by `state`; the next attempt follows.
    } finally {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', end);
      end();
    }
    return connected;
  }

  private async readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void): Promise<void> {
    // Not in what the first screen waits for.
    const { createParser } = await import('eventsource-parser');
    const parser = createParser({
      onEvent: ({ data }) => this.tell(JSON.parse(data) as EventDto),
      onId: (id) => (this.lastEventId = id),
    });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  /** A handler that throws is reported, and keeps the event from no other. */
  private tell(event: EventDto): void {
    for (const { types, handler } of this.handlers) {
      if (event.type !== 'resync' && types !== 'all' && !types.includes(event.type)) continue;
      try {
        handler(event);
      } catch (error) {
        this.errors.handleError(error);
      }
    }
  }
}

function pause(lengthMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, lengthMs);
    const once = { once: true, signal: over.signal };
    signal.addEventListener('abort', end, once);
    // Ends the pause early when the network comes back.
    addEventListener('online', end, once);
  });
}
