import { Module } from '@nestjs/common';
import { EventFeedService } from './event-feed.service';
import { EventsRepository } from './events.repository';
import { EventsService } from './events.service';

@Module({
  providers: [EventFeedService, EventsRepository, EventsService],
  exports: [EventFeedService, EventsService],
})
export class EventsModule {}
