import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { EventsModule } from '../events/events.module';
import { MemoryModule } from '../memory/memory.module';
import { SettingsModule } from '../settings/settings.module';
import { ChatsListController } from './chats/chats-list.controller';
import { ChatNumber } from './counts/chat-number.entity';
import { ChatNumbersRepository } from './counts/chat-numbers.repository';
import { ConversationCountsRepository } from './counts/conversation-counts.repository';
import { ConversationCountsService } from './counts/conversation-counts.service';
import { AgentAbsenceRepository } from './agent-absence/agent-absence.repository';
import { AgentAbsenceService } from './agent-absence/agent-absence.service';
import { Conversation } from './conversation.entity';
import { ErasedWordsCheck } from './erasing/erased-words-check.entity';
import { ErasedWordsRepository } from './erasing/erased-words.repository';
import { ErasedWordsService } from './erasing/erased-words.service';
import { OldMessagesService } from './erasing/old-messages.service';
import { ConversationsController } from './conversations.controller';
import { ConversationsRepository } from './conversations.repository';
import { MessageTools } from './pings/message.tools';
import { ConversationTools } from './conversation.tools';
import { ConversationsService } from './conversations.service';
import { DeliveriesController } from './message-deliveries/deliveries.controller';
import { MessageDeliveriesService } from './message-deliveries/message-deliveries.service';
import { MessageSearchController } from './search/message-search.controller';
import { MessageSearchService } from './search/message-search.service';
import { ConversationNote } from './notes/conversation-note.entity';
import { NotesController } from './notes/notes.controller';
import { NotesRepository } from './notes/notes.repository';
import { NotesService } from './notes/notes.service';
import { ConversationEvent } from './thread-events/conversation-event.entity';
import { ConversationEventsRepository } from './thread-events/conversation-events.repository';
import { ConversationRead } from './reads/conversation-read.entity';
import { ReadsRepository } from './reads/reads.repository';
import { ReadsService } from './reads/reads.service';
import { SharingRepository } from './sharing/sharing.repository';
import { SharingService } from './sharing/sharing.service';
import { SavedRepliesController } from './saved-replies/saved-replies.controller';
import { SavedRepliesRepository } from './saved-replies/saved-replies.repository';
import { SavedRepliesService } from './saved-replies/saved-replies.service';
import { SavedReply } from './saved-replies/saved-reply.entity';
import { UsersModule } from '../users/users.module';
import { HandedOutRepliesService } from './reminders/handed-out-replies.service';
import { ReminderMessagesService } from './reminders/reminder-messages.service';
import { MessagesService } from './messages.service';
import { PingReaderService } from './pings/ping-reader.service';
import { PingsController } from './pings/pings.controller';
import { PingsRepository } from './pings/pings.repository';
import { PingsService } from './pings/pings.service';
import { TeamHoursService } from './pings/team-hours.service';
import { ConversationSettingsController } from './waiting/conversation-settings.controller';
import { ConversationSettings } from './waiting/conversation-settings.entity';
import { ConversationSettingsRepository } from './waiting/conversation-settings.repository';
import { ConversationSettingsService } from './waiting/conversation-settings.service';
import { WaitingRulesRepository } from './waiting/waiting-rules.repository';
import { WaitingRulesService } from './waiting/waiting-rules.service';
import { WaysBackService } from './pings/ways-back.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ChatNumber,
      Conversation,
      ConversationEvent,
      ConversationNote,
      ConversationRead,
      ConversationSettings,
      ErasedWordsCheck,
      SavedReply,
    ]),
    AuditModule,
    AuthModule,
    ClientsModule,
    EventsModule,
    MemoryModule,
    SettingsModule,
    UsersModule,
  ],
  controllers: [
    PingsController,
    DeliveriesController,
    MessageSearchController,
    NotesController,
    SavedRepliesController,
    ConversationsController,
    ChatsListController,
    ConversationSettingsController,
  ],
  providers: [
    AgentAbsenceRepository,
    AgentAbsenceService,
    ChatNumbersRepository,
    ConversationCountsRepository,
    ConversationCountsService,
    ReadsRepository,
    ReadsService,
    SharingRepository,
    SharingService,
    ConversationsRepository,
    ConversationEventsRepository,
    ErasedWordsRepository,
    ErasedWordsService,
    PingsRepository,
    ConversationsService,
    ConversationTools,
    MessageTools,
    HandedOutRepliesService,
    ReminderMessagesService,
    MessageDeliveriesService,
    MessagesService,
    MessageSearchService,
    NotesRepository,
    NotesService,
    OldMessagesService,
    SavedRepliesRepository,
    SavedRepliesService,
    PingReaderService,
    PingsService,
    TeamHoursService,
    ConversationSettingsRepository,
    ConversationSettingsService,
    WaitingRulesRepository,
    WaitingRulesService,
    WaysBackService,
  ],
  exports: [ReminderMessagesService, ConversationCountsService, ConversationsService],
})
export class ConversationsModule {}
