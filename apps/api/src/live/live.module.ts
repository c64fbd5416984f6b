import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { EventsModule } from '../events/events.module';
import { LiveController } from './live.controller';
import { LiveEventsService } from './live-events.service';

/** `GET /api/events`: apart from `events`, which everybody uses, because it asks `auth` who may still read. */
@Module({
  imports: [AuthModule, EventsModule],
  controllers: [LiveController],
  providers: [LiveEventsService],
  exports: [LiveEventsService],
})
export class LiveModule {}
