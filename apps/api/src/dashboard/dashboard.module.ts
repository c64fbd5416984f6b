import { Module } from '@nestjs/common';
import { AppointmentsModule } from '../appointments/appointments.module';
import { AssistantAccountsModule } from '../assistant-accounts/assistant-accounts.module';
import { ClientsModule } from '../clients/clients.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { MemoryModule } from '../memory/memory.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { AttentionService } from './attention.service';
import { DashboardController } from './dashboard.controller';
import { DashboardService } from './dashboard.service';

@Module({
  imports: [
    AppointmentsModule,
    AssistantAccountsModule,
    ClientsModule,
    ConversationsModule,
    MemoryModule,
    SettingsModule,
    UsersModule,
  ],
  controllers: [DashboardController],
  providers: [AttentionService, DashboardService],
  exports: [AttentionService],
})
export class DashboardModule {}
