import { DestroyRef, effect, inject, Injectable, signal, untracked } from '@angular/core';
import type { EventDto, EventType } from '@groupless/shared-dto';
import { Session } from '../session/session';
import { readEventStream } from './event-stream';

export type LiveState = 'connecting' | 'live' | 'away';
type Handler = (event: EventDto) => void;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * The events of `GET /api/events`, as long as somebody is signed in. After every gap, whoever listens gets a `resync`:
 * what is shown has to be read again.
 */
@Injectable({ providedIn: 'root' })
export class LiveEvents {
  private readonly session = inject(Session);
  private readonly handlers = new Set<{ types: readonly EventType[]; handler: Handler }>();
  private readonly current = signal<LiveState>('connecting');
  private stop = new AbortController();
  readonly state = this.current.asReadonly();

  constructor() {
    effect(() => {
      const signed_in = this.session.user_id() !== null;
      untracked(() => {
        this.stop.abort();
        this.stop = new AbortController();
        if (signed_in) void this.stayConnected(this.stop.signal);
      });
    });
  }

  /** Calls the handler with each event of these types and with each `resync`. Ends with the caller's life. */
  onEvent(types: readonly EventType[], handler: Handler, until = inject(DestroyRef)): void {
    const listener = { types, handler };
    this.handlers.add(listener);
    until.onDestroy(() => this.handlers.delete(listener));
  }

  private async stayConnected(signal: AbortSignal): Promise<void> {
    let pause_ms = FIRST_PAUSE_MS;
    let was_connected = false;
    while (!signal.aborted) {
      this.current.set('connecting');
      const connected = await this.listen(signal, was_connected);
      if (signal.aborted) return;
      was_connected ||= connected;
      pause_ms = connected ? FIRST_PAUSE_MS : Math.min(pause_ms * 2, LONGEST_PAUSE_MS);
      this.current.set('away');
      // A little by chance, so that not all panels come back in the same moment.
      await pause(pause_ms * (0.75 + Math.random() / 2), signal);
    }
  }

  /** Listens until the connection ends; answers whether there was one. */
  private async listen(signal: AbortSignal, after_gap: boolean): Promise<boolean> {
    let connected = false;
    try {
      const token = await this.session.freshToken();
      const response = await fetch('/api/events', {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
        cache: 'no-store',
        signal,
      });
      if (!response.ok || response.body === null) return false;
      connected = true;
      this.current.set('live');
      if (after_gap) this.tell({ type: 'resync', id: null, at: new Date().toISOString() });
      for await (const { data } of readEventStream(response.body)) this.tell(JSON.parse(data) as EventDto);
    } catch {
      // Reported by `state`; the next attempt follows.
    }
    return connected;
  }

  private tell(event: EventDto): void {
    for (const { types, handler } of this.handlers) {
      if (event.type === 'resync' || types.includes(event.type)) handler(event);
    }
  }
}

function pause(length_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, length_ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    // Coming back to the tab or to the network is a good moment.
    addEventListener('online', end, { once: true, signal });
  });
}
