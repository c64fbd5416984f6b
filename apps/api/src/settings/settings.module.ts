import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { ChatAgentSettings } from './chat-agent-settings.entity';
import { ChatAgentSettingsController } from './chat-agent-settings.controller';
import { ChatAgentSettingsRepository } from './chat-agent-settings.repository';
import { ChatAgentSettingsService } from './chat-agent-settings.service';
import { DatabaseReportController } from './database-report.controller';
import { DatabaseReportRepository } from './database-report.repository';
import { DatabaseReportService } from './database-report.service';

@Module({
  imports: [AuditModule, EventsModule, TypeOrmModule.forFeature([ChatAgentSettings])],
  controllers: [ChatAgentSettingsController, DatabaseReportController],
  providers: [
    ChatAgentSettingsRepository,
    ChatAgentSettingsService,
    DatabaseReportRepository,
    DatabaseReportService,
  ],
  exports: [ChatAgentSettingsService],
})
export class SettingsModule {}
