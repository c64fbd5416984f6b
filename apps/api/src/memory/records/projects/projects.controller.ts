import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PageDto, ProjectRecordDto } from '@groupless/shared-dto';
import { createdOnce, MadeOnce, type RequestKey } from '../../../database/request-keys';
import { TellsMasked } from '../../../platform/http/masked-count';
import { RequiresMemoryRole } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import type { Answer } from '../../../platform/http/answer';
import { RowIdPipe } from '../../../platform/http/row-id.pipe';
import { ProjectsService } from './projects.service';
import { CreateProjectRequest, PatchProjectRequest, ProjectListRequest } from './project.request';
import { MarksHeld } from '../../fence/quarantine/marks-held';
import { AsOfPipe } from '../../history/as-of/as-of.request';

const PATH = 'api/memory/projects';

@ApiTags('Memory')
@Controller(PATH)
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Get()
  @MarksHeld('project')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({ summary: 'List the projects', problems: ['invalid_cursor'] })
  list(
    @Query(AsOfPipe) query: ProjectListRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<PageDto<ProjectRecordDto>> {
    return this.projects.list(query, actor);
  }

  @Post()
  @TellsMasked()
  @RequiresMemoryRole('operator', 'memory')
  @Describes({ summary: 'Add a project', problems: ['name_taken'], once: true })
  create(
    @Body() project: CreateProjectRequest,
    @MadeOnce('project') request: RequestKey | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ProjectRecordDto>> {
    const make = () => this.projects.create(project, actor, request);
    return createdOnce(`/${PATH}`, make, (id) => this.projects.get(Number(id), actor));
  }

  @Get(':id')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({ summary: 'Read a project', problems: ['not_found'] })
  get(@Param('id', RowIdPipe) id: number, @CurrentKnownActor() actor: KnownActor): Promise<ProjectRecordDto> {
    return this.projects.get(id, actor);
  }

  @Patch(':id')
  @TellsMasked()
  @RequiresMemoryRole('operator')
  @Describes({ summary: 'Change a project', problems: ['not_found', 'name_taken'] })
  patch(
    @Param('id', RowIdPipe) id: number,
    @Body() patch: PatchProjectRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ProjectRecordDto> {
    return this.projects.patch(id, patch, actor);
  }

  @Post(':id/share')
  @HttpCode(200)
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'Share a private project',
    description: 'Its owner alone does; with all that it has it is the team’s from then on.',
    problems: ['not_found'],
  })
  share(
    @Param('id', RowIdPipe) id: number,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ProjectRecordDto> {
    return this.projects.share(id, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresMemoryRole('operator')
  @Describes({ summary: 'Remove a project', problems: ['not_found'] })
  remove(@Param('id', RowIdPipe) id: number, @CurrentKnownActor() actor: KnownActor): Promise<void> {
    return this.projects.remove(id, actor);
  }
}
