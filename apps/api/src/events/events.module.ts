import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EventFeedService } from './event-feed.service';
import { EventsRepository } from './events.repository';
import { EventsService } from './events.service';

@Module({
  imports: [DiscoveryModule],
  providers: [EventFeedService, EventsRepository, EventsService],
  exports: [EventFeedService, EventsService],
})
export class EventsModule {}
