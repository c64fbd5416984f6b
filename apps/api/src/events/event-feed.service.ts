import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DATABASE_URLS } from '../database/database.module';
import type { DatabaseUrls } from '../database/data-source-options';
import { Clock } from '../platform/clock';
import { decoratedMethods } from '../platform/decorated-methods';
import { EventListener } from './event-listener';
import { EventIds } from './event-ids';
import { decodeEvents, type NumberedEvent } from './event-message';
import { OnEvents } from './on-events';

export type { NumberedEvent };

export type EventReader = (event: NumberedEvent) => void;

/**
 * The event feed: receives the events of all replicas, including this one. It starts listening with the first reader.
 * After each connect it emits `resync` with an id that only this replica knows.
 */
@Injectable()
export class EventFeedService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(EventFeedService.name);
  private readonly ids = new EventIds();
  private readonly readers = new Set<EventReader>();
  private listener: EventListener | null = null;
  private newest: string | null = null;

  constructor(
    @Inject(DATABASE_URLS) private readonly urls: DatabaseUrls,
    private readonly clock: Clock,
    private readonly discovery: DiscoveryService,
  ) {}

  onApplicationBootstrap(): void {
    for (const { declared, run } of decoratedMethods(this.discovery, OnEvents)) {
      const { types, after_ms } = declared;
      let timer: NodeJS.Timeout | null = null;
      void this.subscribe(({ event: { type } }) => {
        if (!types.includes(type)) return;
        timer ??= setTimeout(() => {
          timer = null;
          void this.run(run as () => unknown);
        }, after_ms).unref();
      });
    }
  }

  /** Calls the reader for each event. Resolves once it is listening. */
  async subscribe(reader: EventReader): Promise<void> {
    this.readers.add(reader);
    this.listener ??= new EventListener(this.urls.panel.direct_url, {
      onMessage: (message) => decodeEvents(message).forEach((event) => this.emit(event)),
      onListening: () => this.emit(this.resync()),
      onLost: (error) => this.log.warn('live events are interrupted', error),
    });
    await this.listener.start();
  }

  /** The newest event id, from which a reader can resume later. Null before the first. */
  get newestId(): string | null {
    return this.newest;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener?.stop();
  }

  private async run(follow: () => unknown): Promise<void> {
    try {
      await follow();
    } catch (error) {
      this.log.warn({ err: error }, 'what follows an event is looked for later');
    }
  }

  private resync(): NumberedEvent {
    const event = { type: 'resync', id: null, at: this.clock.now().toISOString() } as const;
    return { event, event_id: this.ids.next() };
  }

  private emit(event: NumberedEvent): void {
    this.newest = event.event_id ?? this.newest;
    for (const reader of this.readers) reader(event);
  }
}
