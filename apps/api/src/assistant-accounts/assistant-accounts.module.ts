import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { AccountsController } from './accounts.controller';
import { AccountsRepository } from './accounts.repository';
import { AccountsService } from './accounts.service';
import { AssistantAccount } from './assistant-account.entity';
import { AccountSession } from './sessions/account-session.entity';
import { AccountSessionsController } from './sessions/account-sessions.controller';
import { AccountSessionsRepository } from './sessions/account-sessions.repository';
import { AccountSessionsService } from './sessions/account-sessions.service';
import { SealedSessions } from './sessions/sealed-sessions';
import { SessionChanges } from './sessions/session-changes';
import { AccountUsageController } from './usage/account-usage.controller';
import { AccountUsage } from './usage/account-usage.entity';
import { AccountUsageRepository } from './usage/account-usage.repository';
import { AccountUsageService } from './usage/account-usage.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([AssistantAccount, AccountSession, AccountUsage]),
    AuditModule,
    EventsModule,
  ],
  controllers: [AccountSessionsController, AccountUsageController, AccountsController],
  providers: [
    AccountsRepository,
    AccountsService,
    AccountSessionsRepository,
    AccountSessionsService,
    AccountUsageRepository,
    AccountUsageService,
    SealedSessions,
    SessionChanges,
  ],
  exports: [AccountsService],
})
export class AssistantAccountsModule {}
