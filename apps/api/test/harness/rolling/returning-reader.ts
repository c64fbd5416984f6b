import { setTimeout as sleep } from 'node:timers/promises';
import type { AppointmentDto, PageDto } from '@groupless/shared-dto';
import { EventReader } from '../http/event-reader';
import type { Traffic } from './traffic';

const PAUSE_MS = 100;

/** A panel that knows the appointments: it hears of new ones, comes back when cut off, and reads again on `resync`. */
export class ReturningReader {
  readonly known = new Set<string>();
  returns = 0;
  resyncs = 0;
  readonly failures: string[] = [];
  private read = 0;
  private stopped = false;
  private running: Promise<void> | null = null;
  private reader: EventReader | null = null;

  constructor(
    private readonly base_url: string,
    private readonly traffic: Traffic,
  ) {}

  /** Resolves when it hears the first events. */
  async start(): Promise<this> {
    this.reader = await this.open({});
    this.running = this.run();
    return this;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.reader?.close();
    await this.running;
  }

  private open(headers: Record<string, string>): Promise<EventReader> {
    this.read = 0;
    return EventReader.open(Number(new URL(this.base_url).port), { ...this.traffic.bearer, ...headers });
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      await this.hear();
      if (this.reader?.hasEnded) {
        await sleep(PAUSE_MS);
        if (this.stopped) return;
        this.returns++;
        this.reader = await this.open({ 'last-event-id': this.reader.lastEventId ?? '1' }).catch(
          (error: unknown) => {
            this.failures.push(String(error));
            return this.reader;
          },
        );
      }
      await sleep(10);
    }
  }

  private async hear(): Promise<void> {
    const { events = [] } = this.reader ?? {};
    for (; this.read < events.length; this.read++) {
      const { type, id } = events[this.read]!;
      if (type === 'appointment.created' && id !== null) this.known.add(id);
      if (type !== 'resync') continue;
      this.resyncs++;
      await this.readAgain().catch((error: unknown) => this.failures.push(String(error)));
    }
  }

  private async readAgain(): Promise<void> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: PageDto<AppointmentDto> = await this.readPage(cursor);
      for (const { id } of page.items) this.known.add(id);
      cursor = page.next_cursor;
    }
  }

  private async readPage(cursor: string): Promise<PageDto<AppointmentDto>> {
    const query = `limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const answer = await fetch(`${this.base_url}/api/appointments?${query}`, {
      headers: this.traffic.bearer,
    });
    if (answer.status !== 200) throw new Error(`GET /api/appointments answered ${answer.status}`);
    return (await answer.json()) as PageDto<AppointmentDto>;
  }
}
