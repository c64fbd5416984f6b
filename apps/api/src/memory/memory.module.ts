import { Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { AuditModule } from '../audit/audit.module';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { MEMORY } from '../database/memory.data-source';
import { EventsModule } from '../events/events.module';
import { AssistantRun } from './assistants/assistant-run.entity';
import { AssistantRunsRepository } from './assistants/assistant-runs.repository';
import { AssistantRunsService } from './assistants/assistant-runs.service';
import { AssistantsController } from './assistants/assistants.controller';
import { RetentionService } from '../shared/retention.service';
import { MemoryExportService } from './files/memory-export.service';
import { MemoryFilesController } from './files/memory-files.controller';
import { MemoryFilesRepository } from './files/memory-files.repository';
import { MemoryImportService } from './files/memory-import.service';
import { AssistantDecision } from './records/decisions/assistant-decision.entity';
import { DecisionsController } from './records/decisions/decisions.controller';
import { DecisionsRepository } from './records/decisions/decisions.repository';
import { DecisionsService } from './records/decisions/decisions.service';
import { AssistantPerson } from './records/people/assistant-person.entity';
import { AssistantProject } from './records/projects/assistant-project.entity';
import { AssistantSession } from './records/sessions/assistant-session.entity';
import { AssistantState } from './records/state/assistant-state.entity';
import { AssistantTask } from './records/tasks/assistant-task.entity';
import { ChatWritesRepository } from './chats/chat-writes.repository';
import { ChatMessage } from './chats/chat-message.entity';
import { Chat } from './chats/chat.entity';
import { ChatsRepository } from './chats/chats.repository';
import { ChatsService } from './chats/chats.service';
import { QuarantineController } from './fence/quarantine/quarantine.controller';
import { QuarantineEntry } from './fence/quarantine/quarantine-entry.entity';
import { QuarantineRepository } from './fence/quarantine/quarantine.repository';
import { QuarantineService } from './fence/quarantine/quarantine.service';
import { ContextRepository } from './context/context.repository';
import { ContextService } from './context/context.service';
import { WaitingRepliesRepository } from './chats/waiting-replies.repository';
import { ChatsController } from './chats/chats.controller';
import { ContextController } from './context/context.controller';
import { PeopleController } from './records/people/people.controller';
import { ProjectAtHandService } from './records/projects/project-at-hand.service';
import { ProjectScopeService } from './records/projects/project-scope.service';
import { ProjectFoldersService } from './records/projects/project-folders.service';
import { ProjectIdentitiesController } from './records/projects/project-identities.controller';
import { ProjectIdentitiesRepository } from './records/projects/project-identities.repository';
import { ProjectIdentity } from './records/projects/project-identity.entity';
import { ProjectMerge } from './records/projects/project-merge.entity';
import { ProjectMergesRepository } from './records/projects/project-merges.repository';
import { ProjectMergesService } from './records/projects/project-merges.service';
import { ProjectsController } from './records/projects/projects.controller';
import { MemoryRowsRepository } from './reading/memory-rows.repository';
import { MemoryRowsService } from './reading/memory-rows.service';
import { MemoryRowsTools } from './reading/memory-rows.tools';
import { SearchController } from './search/search.controller';
import { SessionsController } from './records/sessions/sessions.controller';
import { ProjectStateRepository } from './records/state/project-state.repository';
import { StateController } from './records/state/state.controller';
import { TasksController } from './records/tasks/tasks.controller';
import { MemoryCountsRepository } from './counts/memory-counts.repository';
import { MemoryCountsService } from './counts/memory-counts.service';
import { PeopleRepository } from './records/people/people.repository';
import { PeopleService } from './records/people/people.service';
import { ProjectsRepository } from './records/projects/projects.repository';
import { ProjectsService } from './records/projects/projects.service';
import { SearchIndexRepository } from './search/search-index.repository';
import { SearchIndexService } from './search/search-index.service';
import { SearchRepository } from './search/search.repository';
import { SearchService } from './search/search.service';
import { SearchTools } from './search/search.tools';
import { SessionSummariesRepository } from './records/sessions/session-summaries.repository';
import { SessionsRepository } from './records/sessions/sessions.repository';
import { SessionsService } from './records/sessions/sessions.service';
import { StateChangesRepository } from './records/state/state-changes.repository';
import { StateRepository } from './records/state/state.repository';
import { StateService } from './records/state/state.service';
import { TaskChangesRepository } from './records/tasks/task-changes.repository';
import { ProjectTasksRepository } from './records/tasks/project-tasks.repository';
import { TaskActionsService } from './records/tasks/task-actions.service';
import { TasksRepository } from './records/tasks/tasks.repository';
import { TasksService } from './records/tasks/tasks.service';
import { ChatMessagesRepository } from './chats/chat-messages.repository';
import { ProjectTurnsRepository } from './chats/project-turns.repository';
import { ProjectTurnsService } from './chats/project-turns.service';
import { ChatMessagesService } from './chats/chat-messages.service';
import { CorrectionsRepository } from './versions/corrections.repository';
import { ErasingService } from './versions/erasing.service';
import { HistoryController } from './versions/history.controller';
import { HistoryService } from './versions/history.service';
import { MemoryVersion } from './versions/memory-version.entity';
import { VersionsRepository } from './versions/versions.repository';

const ENTITIES = [
  AssistantDecision,
  AssistantPerson,
  AssistantProject,
  AssistantRun,
  AssistantSession,
  AssistantState,
  AssistantTask,
  ChatMessage,
  Chat,
  MemoryVersion,
  QuarantineEntry,
  ProjectIdentity,
  ProjectMerge,
];

const SERVICES = [
  MemoryCountsService,
  ContextService,
  SessionsService,
  DecisionsService,
  StateService,
  TasksService,
  ChatsService,
  ChatMessagesService,
  ProjectTurnsService,
  ProjectAtHandService,
  ProjectScopeService,
  ProjectFoldersService,
  ProjectMergesService,
  ProjectsService,
  PeopleService,
  SearchService,
  HistoryService,
  AssistantRunsService,
  SearchIndexService,
];

const CONTROLLERS = [
  ProjectIdentitiesController,
  ProjectsController,
  PeopleController,
  StateController,
  TasksController,
  SessionsController,
  DecisionsController,
  MemoryFilesController,
  ChatsController,
  ContextController,
  SearchController,
  HistoryController,
  QuarantineController,
  AssistantsController,
];

/** The memory's tables and the questions that webhooks and panel ask of them. */
@Module({
  imports: [TypeOrmModule.forFeature(ENTITIES, MEMORY), AuditModule, EventsModule],
  controllers: CONTROLLERS,
  providers: [
    ...SERVICES,
    AssistantRunsRepository,
    ContextRepository,
    MemoryCountsRepository,
    QuarantineRepository,
    QuarantineService,
    SessionsRepository,
    DecisionsRepository,
    SessionSummariesRepository,
    MemoryFilesRepository,
    MemoryExportService,
    MemoryImportService,
    StateRepository,
    StateChangesRepository,
    ProjectStateRepository,
    TasksRepository,
    TaskChangesRepository,
    ProjectTasksRepository,
    TaskActionsService,
    ProjectsRepository,
    ProjectIdentitiesRepository,
    ProjectMergesRepository,
    PeopleRepository,
    ChatsRepository,
    ChatMessagesRepository,
    ProjectTurnsRepository,
    ChatWritesRepository,
    WaitingRepliesRepository,
    SearchRepository,
    SearchTools,
    MemoryRowsRepository,
    MemoryRowsService,
    MemoryRowsTools,
    SearchIndexRepository,
    VersionsRepository,
    CorrectionsRepository,
    ErasingService,
  ],
  exports: SERVICES,
})
export class MemoryModule {
  constructor(
    retention: RetentionService,
    versions: VersionsRepository,
    chats: ChatMessagesRepository,
    merges: ProjectMergesRepository,
    @Inject(SETTINGS) { memory_versions_days, chat_retention_days }: Settings,
  ) {
    retention.add({
      what: 'versions of the memory',
      days: memory_versions_days,
      removeBefore: (before) => versions.removeBefore(before),
    });
    retention.add({
      what: 'messages of chats',
      days: chat_retention_days,
      removeBefore: (before) => chats.removeBefore(before),
    });
    retention.add({
      what: 'merges of projects',
      days: LIMITS.merge_undo_days,
      removeBefore: (before) => merges.removeBefore(before),
    });
  }
}
