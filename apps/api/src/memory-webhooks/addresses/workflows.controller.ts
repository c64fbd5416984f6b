import { Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ExecutionDto, WorkflowDto } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { RequiresConfirmation, RequiresRole } from '../../platform/access/access.decorators';
import type { Actor } from '../../platform/access/caller';
import { CurrentActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { baseUrl } from '../../platform/http/server/base-url';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { WebhookAddressesService } from './webhook-addresses.service';

/**
 * Management of the five memory webhooks. Path, tag, schema and operation ids (made of the class's name) say "workflow":
 * clients know them by it.
 */
@ApiTags('Workflows')
@Controller('api/workflows')
@RequiresRole('admin', 'workflows')
export class WorkflowsController {
  constructor(
    private readonly addresses: WebhookAddressesService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Describes({ summary: 'List the webhooks with their URLs' })
  list(@Req() request: FastifyRequest): Promise<WorkflowDto[]> {
    return this.addresses.list(this.base(request));
  }

  @Get(':id')
  @Describes({ summary: 'Read one webhook', problems: ['not_found'] })
  get(@Param('id', UuidPipe) id: string, @Req() request: FastifyRequest): Promise<WorkflowDto> {
    return this.addresses.get(id, this.base(request));
  }

  @Get(':id/executions')
  @Describes({
    summary: 'List the last 50 calls of a webhook, the newest first',
    description: 'A call stands here seconds after it was answered.',
    problems: ['not_found'],
  })
  listExecutions(@Param('id', UuidPipe) id: string): Promise<ExecutionDto[]> {
    return this.addresses.listExecutions(id);
  }

  @Post(':id/activate')
  @HttpCode(200)
  @Describes({ summary: 'Switch a webhook on', problems: ['not_found'] })
  activate(
    @Param('id', UuidPipe) id: string,
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
  ): Promise<WorkflowDto> {
    return this.addresses.setActive(id, true, this.base(request), actor);
  }

  @Post(':id/deactivate')
  @HttpCode(200)
  @Describes({
    summary: 'Switch a webhook off: its URL answers 404 until it is on again',
    problems: ['not_found'],
  })
  deactivate(
    @Param('id', UuidPipe) id: string,
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
  ): Promise<WorkflowDto> {
    return this.addresses.setActive(id, false, this.base(request), actor);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @RequiresConfirmation()
  @Describes({
    summary: 'Give a webhook a new id: its old URL is dead at once',
    problems: ['not_found'],
  })
  rotate(
    @Param('id', UuidPipe) id: string,
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
  ): Promise<WorkflowDto> {
    return this.addresses.rotate(id, this.base(request), actor);
  }

  private base(request: FastifyRequest): string {
    return baseUrl(this.settings, request);
  }
}
