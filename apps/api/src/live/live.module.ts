import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { EventsModule } from '../events/events.module';
import { LiveController } from './live.controller';
import { LiveEventsService } from './live-events.service';

/** `GET /api/events`. Separate from `events`, which all features use, because it depends on `auth`. */
@Module({
  imports: [AuthModule, EventsModule],
  controllers: [LiveController],
  providers: [LiveEventsService],
  exports: [LiveEventsService],
})
export class LiveModule {}
