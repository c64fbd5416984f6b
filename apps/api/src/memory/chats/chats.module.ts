import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { SearchIndexModule } from '../search/index/search-index.module';
import { AssistantsModule } from '../assistants/assistants.module';
import { ReadersModule } from '../readers/readers.module';
import { ChatMessage } from './chat-message.entity';
import { SealedValuesModule } from '../../database/sealed/sealed-values.module';
import { ChatErasingRepository } from './erasing/chat-erasing.repository';
import { ChatErasuresRepository } from './erasing/chat-erasures.repository';
import { ChatErasingService } from './erasing/chat-erasing.service';
import { ChatErasure } from './erasing/chat-erasure.entity';
import { ErasedMessageId } from './erasing/erased-message-id.entity';
import { ErasedReply } from './erasing/erased-reply.entity';
import { TakenBackReply } from './erasing/taken-back-reply.entity';
import { Chat } from './chat.entity';
import { ChatsController } from './chats.controller';
import { ChatsService } from './chats.service';
import { ChatMessagesService } from './chat-messages.service';
import { ProjectTurnsService } from './turns/project-turns.service';
import { ChatsRepository } from './chats.repository';
import { ChatMessagesRepository } from './chat-messages.repository';
import { OwnedMessagesRepository } from './turns/owned-messages.repository';
import { ProjectTurnsRepository } from './turns/project-turns.repository';
import { ChatCatchUpRepository } from './chat-catch-up.repository';
import { ChatRepliesRepository } from './replies/chat-replies.repository';
import { ChatWritesRepository } from './chat-writes.repository';
import { TurnWritesRepository } from './turns/turn-writes.repository';
import { WaitingRepliesRepository } from './replies/waiting-replies.repository';

@Module({
  imports: [
    TypeOrmModule.forFeature(
      [ChatMessage, Chat, ChatErasure, ErasedMessageId, ErasedReply, TakenBackReply],
      MEMORY,
    ),
    SealedValuesModule,
    SearchIndexModule,
    AssistantsModule,
    ReadersModule,
  ],
  controllers: [ChatsController],
  providers: [
    ChatsService,
    ChatMessagesService,
    ProjectTurnsService,
    ChatsRepository,
    ChatMessagesRepository,
    OwnedMessagesRepository,
    ProjectTurnsRepository,
    ChatWritesRepository,
    ChatRepliesRepository,
    ChatCatchUpRepository,
    TurnWritesRepository,
    WaitingRepliesRepository,
    ChatErasingRepository,
    ChatErasuresRepository,
    ChatErasingService,
  ],
  exports: [
    ChatErasingService,
    ChatsService,
    ChatMessagesService,
    ProjectTurnsService,
    ChatMessagesRepository,
  ],
})
export class ChatsModule {}
