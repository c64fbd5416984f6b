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
import { DatabaseReportController } from './database-report/database-report.controller';
import { DatabaseReportRepository } from './database-report/database-report.repository';
import { DatabaseReportService } from './database-report/database-report.service';
import { FirstStepsController } from './first-steps/first-steps.controller';
import { FirstStepsRepository } from './first-steps/first-steps.repository';
import { FirstStepsService } from './first-steps/first-steps.service';
import { ResourcesController } from './resources/resources.controller';
import { BookableChanges } from './resources/bookable-changes.service';
import { BookableRows } from './resources/bookable-rows.repository';
import { Resource } from './resources/resource.entity';
import { ResourcesService } from './resources/resources.service';
import { Service } from './resources/service.entity';
import { ServicesController } from './resources/services.controller';
import { ServicesService } from './resources/services.service';
import { SkippedFirstStep } from './first-steps/skipped-first-step.entity';

@Module({
  imports: [
    AuditModule,
    EventsModule,
    TypeOrmModule.forFeature([BookingPage, ChatAgentSettings, Resource, Service, SkippedFirstStep]),
  ],
  controllers: [
    AgentPauseController,
    BookingPageController,
    ChatAgentSettingsController,
    DatabaseReportController,
    FirstStepsController,
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
    DatabaseReportRepository,
    DatabaseReportService,
    FirstStepsRepository,
    FirstStepsService,
    ResourcesService,
    ServicesService,
  ],
  exports: [BookingPageService, ChatAgentSettingsService, FirstStepsService],
})
export class SettingsModule {}
