import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { BookingPageController } from './booking-page/booking-page.controller';
import { BookingPage } from './booking-page/booking-page.entity';
import { BookingPageRepository } from './booking-page/booking-page.repository';
import { BookingPageService } from './booking-page/booking-page.service';
import { ChatAgentSettings } from './chat-agent-settings.entity';
import { ChatAgentSettingsController } from './chat-agent-settings.controller';
import { ChatAgentSettingsRepository } from './chat-agent-settings.repository';
import { ChatAgentSettingsService } from './chat-agent-settings.service';
import { AgentPauseController } from './pause/agent-pause.controller';
import { AgentPauseService } from './pause/agent-pause.service';
import { ResourcesController } from './resources/resources.controller';
import { BookableChanges } from './resources/bookable-changes.service';
import { BookableRows } from './resources/bookable-rows.repository';
import { Resource } from './resources/resource.entity';
import { ResourcesService } from './resources/resources.service';
import { Service } from './resources/service.entity';
import { ServicesController } from './resources/services.controller';
import { ServicesService } from './resources/services.service';

@Module({
  imports: [
    AuditModule,
    EventsModule,
    TypeOrmModule.forFeature([BookingPage, ChatAgentSettings, Resource, Service]),
  ],
  controllers: [
    AgentPauseController,
    BookingPageController,
    ChatAgentSettingsController,
    ResourcesController,
    ServicesController,
  ],
  providers: [
    AgentPauseService,
    BookableChanges,
    BookableRows,
    BookingPageRepository,
    BookingPageService,
    ChatAgentSettingsRepository,
    ChatAgentSettingsService,
    ResourcesService,
    ServicesService,
  ],
  exports: [BookingPageService, ChatAgentSettingsService],
})
export class SettingsModule {}
