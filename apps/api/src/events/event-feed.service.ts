import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { EventDto } from '@groupless/shared-dto';
import { DATABASE_URLS } from '../database/database.module';
import type { DatabaseUrls } from '../database/data-source-options';
import { Clock } from '../shared/clock';
import { EventListener } from './event-listener';
import { decodeEvents } from './event-message';

export type EventReader = (event: EventDto) => void;

/**
 * What all replicas announce, this one's own events among them. Begins to listen with the first reader. After
 * every time without a connection it says `resync`.
 */
@Injectable()
export class EventFeedService implements OnApplicationShutdown {
  private readonly log = new Logger(EventFeedService.name);
  private readonly readers = new Set<EventReader>();
  private listener: EventListener | null = null;

  constructor(
    @Inject(DATABASE_URLS) private readonly urls: DatabaseUrls,
    private readonly clock: Clock,
  ) {}

  /** Hands the reader each event from now on. Resolves when nothing is missed any more. */
  async subscribe(reader: EventReader): Promise<void> {
    this.readers.add(reader);
    this.listener ??= new EventListener(this.urls.panel.direct_url, {
      onMessage: (message) => decodeEvents(message).forEach((event) => this.tell(event)),
      onGap: () => this.tell({ type: 'resync', id: null, at: this.clock.now().toISOString() }),
      onLost: (error) => this.log.warn('live events are interrupted', error),
    });
    await this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener?.stop();
  }

  private tell(event: EventDto): void {
    for (const reader of this.readers) reader(event);
  }
}
