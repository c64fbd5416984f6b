import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { ChatsRepository } from './chats.repository';
import { ChatsService } from './chats.service';
import { ContextRepository } from './context.repository';
import { ContextService } from './context.service';
import { ChatsController } from './controllers/chats.controller';
import { ContextController } from './controllers/context.controller';
import { PeopleController } from './controllers/people.controller';
import { ProjectsController } from './controllers/projects.controller';
import { SearchController } from './controllers/search.controller';
import { SessionsController } from './controllers/sessions.controller';
import { StateController } from './controllers/state.controller';
import { TasksController } from './controllers/tasks.controller';
import { PeopleRepository } from './people.repository';
import { PeopleService } from './people.service';
import { ProjectsRepository } from './projects.repository';
import { ProjectsService } from './projects.service';
import { SearchIndexRepository } from './search/search-index.repository';
import { SearchIndexService } from './search/search-index.service';
import { SearchRepository } from './search/search.repository';
import { SearchService } from './search/search.service';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';
import { StateRepository } from './state.repository';
import { StateService } from './state.service';
import { TasksRepository } from './tasks.repository';
import { TasksService } from './tasks.service';
import { ThreadsRepository } from './threads.repository';
import { ThreadsService } from './threads.service';

const SERVICES = [
  ContextService,
  SessionsService,
  StateService,
  TasksService,
  ChatsService,
  ThreadsService,
  ProjectsService,
  PeopleService,
  SearchService,
];

const CONTROLLERS = [
  ProjectsController,
  PeopleController,
  StateController,
  TasksController,
  SessionsController,
  ChatsController,
  ContextController,
  SearchController,
];

/** The memory's tables and the questions that webhooks and panel ask of them. */
@Module({
  imports: [AuditModule, EventsModule],
  controllers: CONTROLLERS,
  providers: [
    ...SERVICES,
    ContextRepository,
    SessionsRepository,
    StateRepository,
    TasksRepository,
    ProjectsRepository,
    PeopleRepository,
    ChatsRepository,
    ThreadsRepository,
    SearchRepository,
    SearchIndexRepository,
    SearchIndexService,
  ],
  exports: SERVICES,
})
export class MemoryModule {}
