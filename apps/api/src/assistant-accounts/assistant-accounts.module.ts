import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { AccountSessionsController } from './account-sessions.controller';
import { AccountSessionsRepository } from './account-sessions.repository';
import { AccountSessionsService } from './account-sessions.service';
import { AccountsController } from './accounts.controller';
import { AccountsRepository } from './accounts.repository';
import { AccountsService } from './accounts.service';

@Module({
  imports: [AuditModule, EventsModule],
  controllers: [AccountSessionsController, AccountsController],
  providers: [AccountSessionsRepository, AccountSessionsService, AccountsRepository, AccountsService],
  exports: [AccountsService],
})
export class AssistantAccountsModule {}
