import type { EventDto, EventType } from '@groupless/shared-dto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Follows `GET /api/events` as the panel does, and keeps what it is told. */
export class EventReader {
  readonly events: EventDto[] = [];
  /** When each arrived, by `performance.now()`. */
  readonly arrivedAtMs: number[] = [];
  text = '';
  /** Of the newest event, or where the stream said that it stands. */
  lastEventId: string | null = null;
  hasEnded = false;
  private readonly unread: EventDto[] = [];

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    void this.read();
  }

  static async open(port: number, headers: Record<string, string>): Promise<EventReader> {
    const abort = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers, signal: abort.signal });
    if (response.status !== 200) throw new Error(`GET /api/events answered ${response.status}`);
    return new EventReader(response, abort);
  }

  /** Waits for an event that has not been waited for before. */
  async next(type: EventType, id?: string | null): Promise<EventDto> {
    for (;;) {
      const index = this.unread.findIndex((one) => one.type === type && (id === undefined || one.id === id));
      const [event] = index < 0 ? [] : this.unread.splice(index, 1);
      if (event !== undefined) return event;
      if (this.hasEnded) throw new Error(`The stream ended before ${type} came: ${this.text}`);
      await sleep(5);
    }
  }

  /** Waits until the server ends the stream. */
  async end(): Promise<void> {
    while (!this.hasEnded) await sleep(5);
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    try {
      const decoder = new TextDecoder();
      let rest = '';
      for await (const chunk of this.response.body ?? []) {
        const text = decoder.decode(chunk as Uint8Array, { stream: true });
        this.text += text;
        const frames = (rest + text).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) this.keep(frame);
      }
    } catch {
      // Cut off, by the server or by `close()`.
    }
    this.hasEnded = true;
  }

  private keep(frame: string): void {
    const { id, data } = fieldsOf(frame);
    this.lastEventId = id ?? this.lastEventId;
    if (data === undefined) return;
    const event = JSON.parse(data) as EventDto;
    this.events.push(event);
    this.unread.push(event);
    this.arrivedAtMs.push(performance.now());
  }
}

/** The fields of a frame; lines that begin with a colon are comments. */
function fieldsOf(frame: string): { id?: string; data?: string } {
  const fields = frame.split('\n').map((line) => line.split(/: (.*)/, 2) as [string, string]);
  return Object.fromEntries(fields);
}
