import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ChatAgentSettingsDto, ResourceDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { createdOnce, MadeOnce, type RequestKey } from '../../database/request-keys';
import { Describes } from '../../platform/docs/describes';
import type { Answer, Versioned } from '../../platform/http/answer';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { CreateResourceRequest, PatchResourceRequest, RemoveResourceQuery } from './resource.requests';
import { ResourcesService } from './resources.service';
import { RenameResourceRequest } from './rename-resource.request';

@ApiTags('Settings')
@Controller('api')
export class ResourcesController {
  constructor(private readonly resources: ResourcesService) {}

  @Get('resources')
  @RequiresRole('viewer', 'agent')
  @Describes({
    summary: 'List what is booked: persons, rooms',
    description:
      'By their places, the archived ones last. An agent gets those that can be booked, without `user_id`.',
  })
  list(@CurrentKnownActor() actor: KnownActor): Promise<ResourceDto[]> {
    return this.resources.list(actor);
  }

  @Post('resources')
  @RequiresRole('admin')
  @Describes({
    summary: 'Add a resource',
    description:
      'It can be booked from now on, also where its name is a former name of another one. The settings of the chat agent show ' +
      'it, and get another version.',
    once: true,
    problems: ['name_taken'],
  })
  create(
    @Body() resource: CreateResourceRequest,
    @MadeOnce('resource') request: RequestKey | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ResourceDto>> {
    const make = () => this.resources.create(resource, actor, request);
    return createdOnce('/api/resources', make, (id) => this.resources.get(id));
  }

  @Get('resources/:id')
  @RequiresRole('admin')
  @Describes({ summary: 'Read a resource', problems: ['not_found'] })
  get(@Param('id', UuidPipe) id: string): Promise<ResourceDto> {
    return this.resources.get(id);
  }

  @Patch('resources/:id')
  @RequiresRole('admin')
  @Describes({
    summary: 'Change a resource, rename it, or bring it back',
    description:
      'Fields that are left out stay as they are. With another `name` all that names it follows, as in `POST ' +
      '/api/settings/resources/rename`. `archived_at: null` brings back one that is archived.',
    problems: ['not_found', 'name_taken', 'resource_in_use'],
  })
  patch(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchResourceRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ResourceDto> {
    return this.resources.patch(id, patch, actor);
  }

  @Delete('resources/:id')
  @HttpCode(204)
  @RequiresRole('admin')
  @Describes({
    summary: 'Remove or archive a resource',
    description:
      'One that has been booked is archived, so that its appointments keep it. One with coming appointments goes only with ' +
      '`move_to` or `keep_appointments`, and the last one not at all: 409 `resource_in_use`.',
    problems: ['not_found', 'resource_in_use', 'slot_taken'],
  })
  remove(
    @Param('id', UuidPipe) id: string,
    @Query() { move_to, keep_appointments }: RemoveResourceQuery,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<void> {
    return this.resources.remove(id, { move_to, keeps: keep_appointments === 'true' }, actor);
  }

  @Post('settings/resources/rename')
  @HttpCode(200)
  @RequiresRole('admin')
  @Describes({
    summary: 'Rename a resource',
    goes: { since: '2026-12-01', until: '2027-12-01', instead: 'PATCH /api/resources/{id}' },
    description:
      'All that names it follows at once: appointments, past ones too, hours, closures, schedules. The former name goes ' +
      'on meaning it in requests, filters and calendar feeds, until another resource is called so, or has been. Answers the ' +
      'settings.',
    problems: ['unknown_resource', 'name_taken'],
  })
  rename(
    @Body() renamed: RenameResourceRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<ChatAgentSettingsDto>> {
    return this.resources.rename(renamed, actor);
  }
}
