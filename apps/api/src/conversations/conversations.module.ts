import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { EventsModule } from '../events/events.module';
import { MemoryModule } from '../memory/memory.module';
import { SettingsModule } from '../settings/settings.module';
import { ConversationCountsRepository } from './conversation-counts.repository';
import { ConversationCountsService } from './conversation-counts.service';
import { Conversation } from './conversation.entity';
import { ConversationsController } from './conversations.controller';
import { ConversationsRepository } from './conversations.repository';
import { ConversationTools } from './conversation.tools';
import { ConversationsService } from './conversations.service';
import { DeliveriesController } from './deliveries.controller';
import { DeliveriesService } from './deliveries.service';
import { MessageSearchController } from './search/message-search.controller';
import { MessageSearchService } from './search/message-search.service';
import { ConversationNote } from './notes/conversation-note.entity';
import { NotesController } from './notes/notes.controller';
import { NotesRepository } from './notes/notes.repository';
import { NotesService } from './notes/notes.service';
import { UsersModule } from '../users/users.module';
import { MessagesService } from './messages.service';
import { PingReaderService } from './ping-reader.service';
import { PingsController, ShortPingsController } from './pings.controller';
import { PingsRepository } from './pings.repository';
import { PingsService } from './pings.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([Conversation, ConversationNote]),
    AuditModule,
    AuthModule,
    ClientsModule,
    EventsModule,
    MemoryModule,
    SettingsModule,
    UsersModule,
  ],
  // Before the conversations, whose ids could otherwise be `ping` or `deliveries`.
  controllers: [
    PingsController,
    ShortPingsController,
    DeliveriesController,
    MessageSearchController,
    NotesController,
    ConversationsController,
  ],
  providers: [
    ConversationCountsRepository,
    ConversationCountsService,
    ConversationsRepository,
    PingsRepository,
    ConversationsService,
    ConversationTools,
    DeliveriesService,
    MessagesService,
    MessageSearchService,
    NotesRepository,
    NotesService,
    PingReaderService,
    PingsService,
  ],
  exports: [ConversationCountsService, ConversationsService],
})
export class ConversationsModule {}
