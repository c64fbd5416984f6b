import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BookableServiceDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { createdOnce, MadeOnce, type RequestKey } from '../../database/request-keys';
import { Describes } from '../../platform/docs/describes';
import type { Answer } from '../../platform/http/answer';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { CreateServiceRequest, PatchServiceRequest, RemoveServiceQuery } from './resource.requests';
import { ServicesService } from './services.service';

const PATH = 'api/services';

@ApiTags('Settings')
@Controller(PATH)
export class ServicesController {
  constructor(private readonly services: ServicesService) {}

  @Get()
  @RequiresRole('viewer', 'agent')
  @Describes({
    summary: 'List what the business can be booked for',
    description: 'By their places, the archived ones last. An agent gets those that can be booked.',
  })
  list(@CurrentKnownActor() actor: KnownActor): Promise<BookableServiceDto[]> {
    return this.services.list(actor);
  }

  @Post()
  @RequiresRole('admin')
  @Describes({
    summary: 'Add a service',
    description: 'The settings of the chat agent show it, and get another version.',
    once: true,
    problems: ['name_taken'],
  })
  create(
    @Body() service: CreateServiceRequest,
    @MadeOnce('service') request: RequestKey | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<BookableServiceDto>> {
    const make = () => this.services.create(service, actor, request);
    return createdOnce(`/${PATH}`, make, (id) => this.services.get(id));
  }

  @Get(':id')
  @RequiresRole('admin')
  @Describes({ summary: 'Read a service', problems: ['not_found'] })
  get(@Param('id', UuidPipe) id: string): Promise<BookableServiceDto> {
    return this.services.get(id);
  }

  @Patch(':id')
  @RequiresRole('admin')
  @Describes({
    summary: 'Change a service, rename it, or bring it back',
    description:
      'Fields that are left out stay as they are. `archived_at: null` brings back one that is archived.',
    problems: ['not_found', 'name_taken'],
  })
  patch(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchServiceRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<BookableServiceDto> {
    return this.services.patch(id, patch, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresRole('admin')
  @Describes({
    summary: 'Remove or archive a service',
    description:
      'One that has been booked is archived; its appointments keep it. One that coming appointments have goes only with ' +
      '`keep_appointments`: 409 `resource_in_use`.',
    problems: ['not_found', 'resource_in_use'],
  })
  remove(
    @Param('id', UuidPipe) id: string,
    @Query() { keep_appointments }: RemoveServiceQuery,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<void> {
    return this.services.remove(id, { keeps: keep_appointments === 'true' }, actor);
  }
}
