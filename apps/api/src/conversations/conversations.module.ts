import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { ClientsModule } from '../clients/clients.module';
import { EventsModule } from '../events/events.module';
import { MemoryModule } from '../memory/memory.module';
import { SettingsModule } from '../settings/settings.module';
import { Conversation } from './conversation.entity';
import { ConversationsController } from './conversations.controller';
import { ConversationsRepository } from './conversations.repository';
import { ConversationsService } from './conversations.service';
import { MessagesService } from './messages.service';
import { PingReaderService } from './ping-reader.service';
import { PingsController, ShortPingsController } from './pings.controller';
import { PingsRepository } from './pings.repository';
import { PingsService } from './pings.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([Conversation]),
    AuditModule,
    ClientsModule,
    EventsModule,
    MemoryModule,
    SettingsModule,
  ],
  // Before the conversations, whose ids could otherwise be `ping`.
  controllers: [PingsController, ShortPingsController, ConversationsController],
  providers: [
    ConversationsRepository,
    PingsRepository,
    ConversationsService,
    MessagesService,
    PingReaderService,
    PingsService,
  ],
  exports: [ConversationsService],
})
export class ConversationsModule {}
