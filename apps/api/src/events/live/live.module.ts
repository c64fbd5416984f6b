import { Module } from '@nestjs/common';
import { EventsModule } from '../events.module';
import { LiveController } from './live.controller';
import { LiveEventsService } from './live-events.service';

/** `GET /api/events`. Apart from `EventsModule`, which commands load too: it listens from the start. */
@Module({
  imports: [EventsModule],
  controllers: [LiveController],
  providers: [LiveEventsService],
  exports: [LiveEventsService],
})
export class LiveModule {}
