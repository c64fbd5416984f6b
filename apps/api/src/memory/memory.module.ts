import { Module } from '@nestjs/common';
import { ChatsRepository } from './chats.repository';
import { ChatsService } from './chats.service';
import { ContextRepository } from './context.repository';
import { ContextService } from './context.service';
import { ProjectsRepository } from './projects.repository';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';
import { StateRepository } from './state.repository';
import { StateService } from './state.service';
import { TasksRepository } from './tasks.repository';
import { TasksService } from './tasks.service';

const SERVICES = [ContextService, SessionsService, StateService, TasksService, ChatsService];

/** The memory's tables and the questions that webhooks and panel ask of them. */
@Module({
  providers: [
    ...SERVICES,
    ContextRepository,
    SessionsRepository,
    StateRepository,
    TasksRepository,
    ProjectsRepository,
    ChatsRepository,
  ],
  exports: SERVICES,
})
export class MemoryModule {}
