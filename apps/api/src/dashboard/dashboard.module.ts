import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppointmentsModule } from '../appointments/appointments.module';
import { AssistantAccountsModule } from '../assistant-accounts/assistant-accounts.module';
import { AuditModule } from '../audit/audit.module';
import { ClientsModule } from '../clients/clients.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { EventsModule } from '../events/events.module';
import { MemoryModule } from '../memory/memory.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { AttentionService } from './attention.service';
import { DashboardController } from './dashboard.controller';
import { DashboardService } from './dashboard.service';
import { FirstStepsController } from './first-steps/first-steps.controller';
import { FirstStepsRepository } from './first-steps/first-steps.repository';
import { FirstStepsService } from './first-steps/first-steps.service';
import { SkippedFirstStep } from './first-steps/skipped-first-step.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([SkippedFirstStep]),
    AppointmentsModule,
    AssistantAccountsModule,
    AuditModule,
    ClientsModule,
    ConversationsModule,
    EventsModule,
    MemoryModule,
    SettingsModule,
    UsersModule,
  ],
  controllers: [DashboardController, FirstStepsController],
  providers: [AttentionService, DashboardService, FirstStepsRepository, FirstStepsService],
  exports: [AttentionService],
})
export class DashboardModule {}
