import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { AuditModule } from '../../audit/audit.module';
import { EventsModule } from '../../events/events.module';
import { FenceModule } from '../fence/fence.module';
import { ReadersModule } from '../readers/readers.module';
import { SearchIndexModule } from '../search/index/search-index.module';
import { AssistantDecision } from './decisions/assistant-decision.entity';
import { AssistantPerson } from './people/assistant-person.entity';
import { AssistantProject } from './projects/assistant-project.entity';
import { AssistantSession } from './sessions/assistant-session.entity';
import { AssistantState } from './state/assistant-state.entity';
import { AssistantTask } from './tasks/assistant-task.entity';
import { ProjectIdentity } from './projects/identities/project-identity.entity';
import { ProjectMerge } from './projects/merges/project-merge.entity';
import { ProjectIdentitiesController } from './projects/identities/project-identities.controller';
import { ProjectsController } from './projects/projects.controller';
import { PeopleController } from './people/people.controller';
import { StateController } from './state/state.controller';
import { TasksController } from './tasks/tasks.controller';
import { SessionsController } from './sessions/sessions.controller';
import { DecisionsController } from './decisions/decisions.controller';
import { RowMovesController } from './moves/row-moves.controller';
import { RowMovesRepository } from './moves/row-moves.repository';
import { RowMovesService } from './moves/row-moves.service';
import { MemoryCountsService } from './counts/memory-counts.service';
import { SessionsService } from './sessions/sessions.service';
import { DecisionsService } from './decisions/decisions.service';
import { StateService } from './state/state.service';
import { TasksService } from './tasks/tasks.service';
import { ProjectAtHandService } from './projects/project-at-hand.service';
import { ProjectScopeService } from './projects/project-scope.service';
import { ProjectFoldersService } from './projects/identities/project-folders.service';
import { ProjectMergesService } from './projects/merges/project-merges.service';
import { ProjectsService } from './projects/projects.service';
import { PeopleService } from './people/people.service';
import { MemoryCountsRepository } from './counts/memory-counts.repository';
import { SessionsRepository } from './sessions/sessions.repository';
import { DecisionsRepository } from './decisions/decisions.repository';
import { SessionSummariesRepository } from './sessions/session-summaries.repository';
import { StateRepository } from './state/state.repository';
import { StateChangesRepository } from './state/state-changes.repository';
import { TasksRepository } from './tasks/tasks.repository';
import { TaskChangesRepository } from './tasks/task-changes.repository';
import { ProjectTasksRepository } from './tasks/project-tasks.repository';
import { TaskActionsService } from './tasks/task-actions.service';
import { ProjectsRepository } from './projects/projects.repository';
import { ProjectIdentitiesRepository } from './projects/identities/project-identities.repository';
import { ProjectMergesRepository } from './projects/merges/project-merges.repository';
import { PeopleRepository } from './people/people.repository';

@Module({
  imports: [
    TypeOrmModule.forFeature(
      [
        AssistantDecision,
        AssistantPerson,
        AssistantProject,
        AssistantSession,
        AssistantState,
        AssistantTask,
        ProjectIdentity,
        ProjectMerge,
      ],
      MEMORY,
    ),
    AuditModule,
    EventsModule,
    FenceModule,
    ReadersModule,
    SearchIndexModule,
  ],
  controllers: [
    ProjectIdentitiesController,
    ProjectsController,
    PeopleController,
    StateController,
    TasksController,
    SessionsController,
    DecisionsController,
    RowMovesController,
  ],
  providers: [
    RowMovesService,
    RowMovesRepository,
    MemoryCountsService,
    SessionsService,
    DecisionsService,
    StateService,
    TasksService,
    ProjectAtHandService,
    ProjectScopeService,
    ProjectFoldersService,
    ProjectMergesService,
    ProjectsService,
    PeopleService,
    MemoryCountsRepository,
    SessionsRepository,
    DecisionsRepository,
    SessionSummariesRepository,
    StateRepository,
    StateChangesRepository,
    TasksRepository,
    TaskChangesRepository,
    ProjectTasksRepository,
    TaskActionsService,
    ProjectsRepository,
    ProjectIdentitiesRepository,
    ProjectMergesRepository,
    PeopleRepository,
  ],
  exports: [
    MemoryCountsService,
    SessionsService,
    DecisionsService,
    StateService,
    TasksService,
    ProjectAtHandService,
    ProjectScopeService,
    ProjectFoldersService,
    ProjectMergesService,
    ProjectsService,
    PeopleService,
    ProjectMergesRepository,
  ],
})
export class RecordsModule {}
