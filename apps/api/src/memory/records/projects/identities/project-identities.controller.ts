import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type {
  FolderProjectDto,
  MergePreviewDto,
  ProjectIdentitiesDto,
  ProjectMergesDto,
  ProjectRecordDto,
} from '@groupless/shared-dto';
import { RequiresMemoryRole, RequiresMemoryKey } from '../../../../platform/access/access.decorators';
import type { KnownActor } from '../../../../platform/access/caller';
import { CurrentKnownActor } from '../../../../platform/access/current-caller';
import { Describes } from '../../../../platform/docs/describes';
import { TellsMasked } from '../../../../platform/http/masked-count';
import { RowIdPipe } from '../../../../platform/http/row-id.pipe';
import { ProjectFoldersService } from './project-folders.service';
import {
  FolderProjectRequest,
  MergePreviewRequest,
  MergeProjectRequest,
  ProjectIdentitiesRequest,
  RemovedIdentityRequest,
} from './project-identities.request';
import { ProjectMergesService } from '../merges/project-merges.service';

/** By what projects are found, and merging those that turn out to be one. */
@ApiTags('Memory')
@Controller('api/memory/projects')
export class ProjectIdentitiesController {
  constructor(
    private readonly folders: ProjectFoldersService,
    private readonly merges: ProjectMergesService,
  ) {}

  @Post('of-folder')
  @TellsMasked()
  @HttpCode(200)
  @RequiresMemoryKey('viewer')
  @Describes({
    summary: 'Find the project of a folder',
    description:
      'By any of its identities; the project gets the others, and is made where none is known. A place on a machine is an ' +
      'identity for the same user alone.',
  })
  ofFolder(
    @Body() folder: FolderProjectRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<FolderProjectDto> {
    return this.folders.projectFor(folder, actor);
  }

  @Get(':id/identities')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'List the identities of a project',
    problems: ['not_found'],
  })
  list(
    @Param('id', RowIdPipe) id: number,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ProjectIdentitiesDto> {
    return this.folders.listIdentities(id, actor);
  }

  @Post(':id/identities')
  @TellsMasked()
  @HttpCode(200)
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'Add identities to a project',
    description: 'One that another project has stays there.',
    problems: ['not_found'],
  })
  add(
    @Param('id', RowIdPipe) id: number,
    @Body() { identities }: ProjectIdentitiesRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ProjectIdentitiesDto> {
    return this.folders.addIdentities(id, identities, actor);
  }

  @Delete(':id/identities')
  @HttpCode(204)
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'Remove an identity of a project',
    description:
      'A folder that has it is no longer found by it. It comes back with the next session of a folder that is found by another one.',
    problems: ['not_found'],
  })
  remove(
    @Param('id', RowIdPipe) id: number,
    @Query() { identity }: RemovedIdentityRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<void> {
    return this.folders.removeIdentity(id, identity, actor);
  }

  @Get(':id/merge')
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'Preview a merge',
    description: 'How much would move, and how much of it the other project has already. Nothing is changed.',
    problems: ['not_found'],
  })
  preview(
    @Param('id', RowIdPipe) id: number,
    @Query() { into }: MergePreviewRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<MergePreviewDto> {
    return this.merges.preview(id, into, actor);
  }

  @Get(':id/merges')
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'List what was merged into a project',
    description: 'As far as it can still be undone: for 30 days.',
    problems: ['not_found'],
  })
  listMerges(
    @Param('id', RowIdPipe) id: number,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ProjectMergesDto> {
    return this.merges.list(id, actor);
  }

  @Post(':id/merge')
  @HttpCode(200)
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'Merge a project into another',
    description:
      'Its sessions, tasks, state, decisions and identities move; of equal ones that of the other stays. Sessions that are not for the ' +
      'caller keep its name. Undone for 30 days.',
    problems: ['not_found'],
  })
  merge(
    @Param('id', RowIdPipe) id: number,
    @Body() { into }: MergeProjectRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ProjectRecordDto> {
    return this.merges.merge(id, into, actor);
  }

  @Post(':id/merge/undo')
  @HttpCode(200)
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'Take the merge of a project back',
    description: 'By the id of the project that went; what was changed or moved since stays as it is.',
    problems: ['not_found', 'changed_since'],
  })
  undo(
    @Param('id', RowIdPipe) id: number,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ProjectRecordDto> {
    return this.merges.undo(id, actor);
  }
}
