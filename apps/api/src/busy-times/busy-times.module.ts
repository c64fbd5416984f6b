import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { SettingsModule } from '../settings/settings.module';
import { BlockFollower } from './blocks/block-follower.service';
import { BlockMovesRepository } from './blocks/block-moves.repository';
import { Block } from './blocks/block.entity';
import { BlocksController } from './blocks/blocks.controller';
import { BlocksRepository } from './blocks/blocks.repository';
import { BlocksService } from './blocks/blocks.service';
import { BusyTimesController } from './busy-times.controller';
import { BusyTimesRepository } from './busy-times.repository';
import { BusyTimesService } from './busy-times.service';
import { BusyCalendar } from './calendars/busy-calendar.entity';
import { CalendarEvent } from './calendars/calendar-event.entity';
import { CalendarFollower } from './calendars/calendar-follower.service';
import { CalendarReader } from './calendars/calendar-reader.service';
import { CalendarFilesService } from './calendars/calendar-files.service';
import { CalendarsController } from './calendars/calendars.controller';
import { CalendarsRepository } from './calendars/calendars.repository';
import { CalendarsService } from './calendars/calendars.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([Block, BusyCalendar, CalendarEvent]),
    AuditModule,
    EventsModule,
    SettingsModule,
  ],
  controllers: [BlocksController, BusyTimesController, CalendarsController],
  providers: [
    BlockFollower,
    BlockMovesRepository,
    BlocksRepository,
    BlocksService,
    BusyTimesRepository,
    BusyTimesService,
    CalendarFilesService,
    CalendarFollower,
    CalendarReader,
    CalendarsRepository,
    CalendarsService,
  ],
  exports: [BusyTimesService, CalendarFilesService],
})
export class BusyTimesModule {}
